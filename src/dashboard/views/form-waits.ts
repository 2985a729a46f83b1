/** The waits of people for the element, and the forms for which it had no verdict. */
import { html, nothing, type TemplateResult } from 'lit';
import { quantile, sentUnchecked, UNCHECKED, WAITS, type OutcomeTotals } from '../../protocol/index.js';
import { formatNumber } from '../format.js';
import { share } from '../usage.js';
import { WORDS } from '../words/index.js';

/** Waits from which on a share of them means something. */
const ENOUGH_WAITS = 20;

/** The waits of people: half of them, and most. */
export const waits = ({ waits: counted }: OutcomeTotals): TemplateResult => {
  const cell = (numbers: readonly number[], part: number): string => {
    const count = numbers.reduce((all, one) => all + one, 0);
    const ms = count < ENOUGH_WAITS ? null : quantile(numbers, part);
    return ms === null ? WORDS.notEnough : WORDS.milliseconds(formatNumber(ms));
  };
  return html`<section class="panel" aria-labelledby="waits-title">
    <h2 id="waits-title">${WORDS.waits}</h2>
    <div class="table" tabindex="0" role="group" aria-labelledby="waits-title">
      <table id="form-waits" class="stack" aria-labelledby="waits-title">
        <thead>
          <tr>
            <th scope="col">${WORDS.wait}</th>
            <th scope="col" class="number">${WORDS.half}</th>
            <th scope="col" class="number">${WORDS.most}</th>
          </tr>
        </thead>
        <tbody>
          ${WAITS.map(
            (wait) =>
              html`<tr>
                <th scope="row">${WORDS.waitNames[wait]}</th>
                <td class="number" data-label=${WORDS.half}>${cell(counted[wait], 0.5)}</td>
                <td class="number" data-label=${WORDS.most}>${cell(counted[wait], 0.95)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="hint">${WORDS.notEnoughWaits(ENOUGH_WAITS)}</p>
  </section>`;
};

/** The forms that were sent without a verdict, by reason. */
export const unchecked = ({ counts }: OutcomeTotals): TemplateResult => {
  const all = sentUnchecked(counts);
  const reasons = UNCHECKED.filter((why) => counts[`unchecked_${why}`]);
  return html`<section class="panel" aria-labelledby="no-verdict-title">
    <h2 id="no-verdict-title">${WORDS.noVerdict}</h2>
    <p class="soft">${all === 0 ? WORDS.noVerdictNone : WORDS.noVerdictLead(all, share(all, counts.sent ?? 0))}</p>
    ${
      all === 0
        ? nothing
        : html`<table id="form-unchecked" aria-labelledby="no-verdict-title">
            <thead>
              <tr>
                <th scope="col">${WORDS.uncheckedReason}</th>
                <th scope="col" class="number">${WORDS.sentForms}</th>
              </tr>
            </thead>
            <tbody>
              ${reasons.map(
                (why) =>
                  html`<tr data-reason=${why}>
                    <th scope="row">${WORDS.reasonNames[why]}</th>
                    <td class="number">${formatNumber(counts[`unchecked_${why}`] ?? 0)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
  </section>`;
};
