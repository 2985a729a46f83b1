import { html, type TemplateResult } from 'lit';
import type { Preview } from '../list-preview.js';
import { WORDS } from '../words/index.js';

/** The rows that are shown, besides the header. */
const SHOWN_ROWS = 5;

/** The person's choices for a file: the header and the column with the addresses. */
export interface Choice {
  hasHeader: boolean;
  /** From 0; null: not chosen yet. */
  column: number | null;
}

/** The name of a column: that of the header, or its number. */
export const columnName = ({ rows }: Preview, hasHeader: boolean, index: number): string => {
  const name = hasHeader ? rows[0]?.[index]?.trim() : '';
  return name === undefined || name === '' ? WORDS.columnNumber(index + 1) : name;
};

/** The first rows of a file, with the column of the addresses marked. */
export const previewTable = (name: string, preview: Preview, { hasHeader, column }: Choice): TemplateResult => {
  const columns = Array.from({ length: preview.width }, (_, index) => index);
  const rows = preview.rows.slice(hasHeader ? 1 : 0).slice(0, SHOWN_ROWS);
  return html`
    <div class="table preview" tabindex="0" role="group" aria-label=${WORDS.firstRows(name)}>
      <table>
        <thead>
          <tr>
            ${columns.map(
              (index) =>
                html`<th scope="col" ?data-chosen=${index === column}>
                  <bdi>${columnName(preview, hasHeader, index)}</bdi>
                  ${index === column ? html`<span class="tag" data-mode="live">${WORDS.isEmail}</span>` : ''}
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${columns.map((index) => html`<td ?data-chosen=${index === column}><bdi>${cells[index] ?? ''}</bdi></td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
};
