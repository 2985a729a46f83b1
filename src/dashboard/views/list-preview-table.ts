import { html, type TemplateResult } from 'lit';
import { columnNameOf, type Preview } from '../dry-run.js';
import { WORDS } from '../words/index.js';

/** The rows and columns that are shown, besides the header. */
const SHOWN_ROWS = 5;
const SHOWN_COLUMNS = 100;

/** The name of a column: that of the header, or its number. @param number from 1. */
export const columnTitle = (preview: Preview, number: number): string =>
  columnNameOf(preview, number) ?? WORDS.columnNumber(number);

/** The first rows of a file, with the columns of the addresses marked. */
export const previewTable = (name: string, preview: Preview): TemplateResult => {
  const numbers = Array.from({ length: Math.min(preview.width, SHOWN_COLUMNS) }, (_, index) => index + 1);
  const isChosen = (number: number): boolean => preview.email_column_numbers.includes(number);
  return html`
    <div class="table preview" tabindex="0" role="group" aria-label=${WORDS.firstRows(name)}>
      <table>
        <caption class="visually-hidden">
          ${WORDS.firstRows(name)}
        </caption>
        <thead>
          <tr>
            ${numbers.map(
              (number) =>
                html`<th scope="col" ?data-chosen=${isChosen(number)}>
                  <bdi>${columnTitle(preview, number)}</bdi>
                  ${isChosen(number) ? html`<span class="tag" data-mode="live">${WORDS.isEmail}</span>` : ''}
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${preview.sample.slice(0, SHOWN_ROWS).map(
            (cells) =>
              html`<tr>
                ${numbers.map(
                  (number) => html`<td ?data-chosen=${isChosen(number)}><bdi>${cells[number - 1] ?? ''}</bdi></td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
};
