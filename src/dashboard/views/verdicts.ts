/** A picture of verdicts, and the same in words. */
import { html, type TemplateResult } from 'lit';
import { STATUSES } from '../../protocol/index.js';
import type { Day } from '../answers.js';
import { formatNumber } from '../format.js';
import { share, totalsOf } from '../usage.js';
import { WORDS } from '../words/index.js';

/** @param days the same array for the same counts: another one is drawn anew. */
export const verdicts = (days: readonly Day[]): TemplateResult => {
  const totals = totalsOf(days);
  return html`
    <section class="panel" aria-labelledby="verdicts">
      <h2 id="verdicts">${WORDS.verdicts}</h2>
      <usage-chart name="byVerdict" .days=${days} label=${WORDS.verdicts}></usage-chart>
      <table class="legend" aria-labelledby="verdicts">
        <thead class="visually-hidden">
          <tr>
            <th scope="col">${WORDS.verdict}</th>
            <th scope="col">${WORDS.checks}</th>
            <th scope="col">${WORDS.share}</th>
          </tr>
        </thead>
        <tbody>
          ${STATUSES.map(
            (status) =>
              html`<tr>
                <th scope="row"><i data-swatch=${status}></i>${WORDS.statuses[status]}</th>
                <td>${formatNumber(totals[status])}</td>
                <td>${share(totals[status], totals.all)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>
  `;
};
