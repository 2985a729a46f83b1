/** The hold-out group of a form beside the others: what the element is worth. */
import { html, type TemplateResult } from 'lit';
import { comparisonOf, ENOUGH_STARTED, type Comparison, type FormTotals } from '../../protocol/index.js';
import { formatNumber, formatPoints } from '../format.js';
import { nameOfForm } from '../form-names.js';
import { share } from '../usage.js';
import { WORDS } from '../words/index.js';

type Difference = NonNullable<Comparison['difference']>;

/** Half of the scale, in points, unless the interval goes beyond it. */
const LEAST_SCALE = 10;

/** The ends of the scale, in points on both sides of 0. */
const halfOf = ({ low, high }: Difference): number =>
  Math.max(LEAST_SCALE, Math.ceil((100 * Math.max(Math.abs(low), Math.abs(high))) / 10) * 10);

/** The interval on a scale with 0 in its middle. */
const picture = (difference: Difference): TemplateResult => {
  const { low, high } = difference;
  const half = halfOf(difference);
  const at = (value: number): number => 500 + (500 * 100 * value) / half;
  return html`<svg
    class="scale"
    viewBox="0 0 1000 28"
    preserveAspectRatio="none"
    role="img"
    aria-label=${WORDS.worthPicture(formatPoints(low), formatPoints(high))}
  >
    <rect class="track" x="0" y="8" width="1000" height="12"></rect>
    <rect
      class="range"
      data-tone=${low > 0 ? 'good' : high < 0 ? 'bad' : 'open'}
      x=${at(low)}
      y="8"
      width=${Math.max(6, at(high) - at(low))}
      height="12"
    ></rect>
    <line class="limit" x1="500" x2="500" y1="0" y2="28"></line>
  </svg>`;
};

const found = (difference: Difference): TemplateResult => {
  const { low, high } = difference;
  const meaning = low > 0 ? WORDS.worthMore : high < 0 ? WORDS.worthFewer : WORDS.worthUnclear;
  return html`
    <p id="worth">
      <b>${WORDS.worthFound(formatPoints(difference.difference), formatPoints(low), formatPoints(high))}</b> ${meaning}
    </p>
    ${picture(difference)}
    <p class="hint">${WORDS.worthScale(formatNumber(halfOf(difference)))}</p>
  `;
};

const compared = (form: FormTotals, { helped, heldOut, difference }: Comparison): TemplateResult => html`
  <p class="soft">${WORDS.worthLead} ${WORDS.worthOf} <bdi>${nameOfForm(form)}</bdi>.</p>
  <div class="table" tabindex="0" role="group" aria-label=${WORDS.worth}>
    <table class="stack" aria-labelledby="worth-title">
      <thead>
        <tr>
          <th scope="col">${WORDS.group}</th>
          <th scope="col" class="number">${WORDS.startedForms}</th>
          <th scope="col" class="number">${WORDS.sentForms}</th>
          <th scope="col" class="number">${WORDS.sentShare}</th>
        </tr>
      </thead>
      <tbody>
        ${[
          { name: WORDS.withElement, group: helped },
          { name: WORDS.heldOutGroup, group: heldOut },
        ].map(
          ({ name, group }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td class="number" data-label=${WORDS.startedForms}>${formatNumber(group.all)}</td>
              <td class="number" data-label=${WORDS.sentForms}>${formatNumber(group.of)}</td>
              <td class="number" data-label=${WORDS.sentShare}>
                ${group.all < ENOUGH_STARTED ? WORDS.notEnough : share(group.of, group.all)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
  ${difference ? found(difference) : html`<p id="worth">${WORDS.worthNotEnough(ENOUGH_STARTED)}</p>`}
`;

/** @param forms those that were chosen; groups of several do not compare. */
export const worth = (forms: readonly FormTotals[]): TemplateResult => {
  const all = forms.flatMap((form) => {
    const comparison = comparisonOf(form);
    return comparison ? [{ form, comparison }] : [];
  });
  const [one] = all;
  return html`<section class="panel" aria-labelledby="worth-title">
    <h2 id="worth-title">${WORDS.worth}</h2>
    ${
      all.length === 1 && one
        ? compared(one.form, one.comparison)
        : html`<p id="worth" class="soft">${one ? WORDS.worthMany : WORDS.worthNone}</p>`
    }
  </section>`;
};
