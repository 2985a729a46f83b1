import { html, nothing, type TemplateResult } from 'lit';
import type { ListRow } from '../answers.js';
import { formatNumber } from '../format.js';
import { WORDS } from '../words/index.js';

const rowOf = ({ row, email, status, score, sub_status, did_you_mean, duplicate_of }: ListRow): TemplateResult => {
  const codes = sub_status ?? [];
  const hasMore = did_you_mean !== null || duplicate_of !== null;
  return html`<tr>
    <td data-label=${WORDS.row}>${formatNumber(row)}</td>
    <th scope="row" class="name"><bdi>${email}</bdi></th>
    <td class="time">
      ${
        status === null
          ? html`<span class="soft">${WORDS.notYet}</span>`
          : html`<i data-swatch=${status}></i> ${WORDS.statuses[status]}`
      }
    </td>
    <td class="number" data-label=${WORDS.score} ?data-none=${score === null}>
      ${score === null ? nothing : score.toFixed(2)}
    </td>
    <td class="whole" ?data-none=${codes.length === 0 && !hasMore}>
      ${WORDS.reasonsOf(codes).map(([code, words], n) => html`${n === 0 ? nothing : '; '}<span title=${code}>${words}</span>`)}${
        codes.length > 0 && hasMore ? '. ' : nothing
      }
      ${did_you_mean === null ? nothing : html`<bdi>${WORDS.meant(did_you_mean)}</bdi>`}
      ${duplicate_of === null ? nothing : html`<span class="soft">${WORDS.duplicateOf(formatNumber(duplicate_of))}</span>`}
    </td>
  </tr>`;
};

/**
 * A table of rows of a list with their results.
 * @param name its accessible name.
 */
export const rowTable = (rows: readonly ListRow[], name: string): TemplateResult => {
  if (rows.length === 0) return html`<p class="soft">${WORDS.noRows}</p>`;
  return html`<div class="table" tabindex="0" role="group" aria-label=${name}>
    <table class="results stack">
      <caption class="visually-hidden">
        ${name}
      </caption>
      <thead>
        <tr>
          <th scope="col">${WORDS.row}</th>
          <th scope="col">${WORDS.address}</th>
          <th scope="col">${WORDS.verdict}</th>
          <th scope="col" class="number">${WORDS.score}</th>
          <th scope="col">${WORDS.reasons}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(rowOf)}
      </tbody>
    </table>
  </div>`;
};
