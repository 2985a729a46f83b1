/** Shares with their 95 % intervals: a table whose rows have a picture each. */
import { html, svg, type TemplateResult } from 'lit';
import type { Percent } from '../answers.js';
import { formatNumber, formatPercent, formatPercentRange } from '../format.js';
import { WORDS } from '../words/index.js';

/** A row of the table. */
export interface ShareRow {
  name: TemplateResult | string;
  /** Null: the outcomes are too few. */
  share: Percent | null;
  /** The outcomes that the share counts, of all that are known. */
  part: number;
  all: number;
  /** The place of the line, in per cent. */
  mark: number;
}

const HEIGHT = 20;
/** The width of the whole picture, of a share, and the least one of an interval. */
const [WIDTH, SHARE, LEAST] = [1000, 6, 6];

/** @param scale the end of the picture, in per cent. */
const picture = (share: Percent | null, mark: number, scale: number): TemplateResult => {
  const at = (percent: number): number => Math.min(WIDTH, (WIDTH * percent) / scale);
  const rect = (name: string, start: number, width: number, top: number) =>
    svg`<rect class=${name} x=${Math.min(start, WIDTH - width)} y=${top} width=${width} height=${HEIGHT - 2 * top}></rect>`;
  // The numbers beside it say the same.
  return html`<svg class="share" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    ${rect('track', 0, WIDTH, 6)}
    ${
      share === null
        ? ''
        : svg`${rect('interval', at(share.low), Math.max(LEAST, at(share.high) - at(share.low)), 6)}
          ${rect('point', Math.max(0, at(share.percent) - SHARE / 2), SHARE, 2)}`
    }
    <line class="limit" x1=${at(mark)} x2=${at(mark)} y1="0" y2=${HEIGHT}></line>
  </svg>`;
};

/** A scale of whole tens that has all intervals and marks in it, up to a hundred. */
const scaleOf = (rows: readonly ShareRow[]): number => {
  const most = Math.max(...rows.flatMap(({ share, mark }) => [share?.high ?? 0, 2 * mark]));
  return Math.min(100, Math.max(10, Math.ceil(most / 10) * 10));
};

/**
 * @param words the names of the table, of its rows, and of what the share counts; and what stands where there is none.
 */
export const shareTable = (
  { name, row, part, none }: { name: string; row: string; part: string; none: string },
  rows: readonly ShareRow[],
): TemplateResult => {
  const scale = scaleOf(rows);
  return html`<div class="table" tabindex="0" role="group" aria-label=${name}>
      <table class="shares stack">
        <caption class="visually-hidden">
          ${name}
        </caption>
        <thead>
          <tr>
            <th scope="col">${row}</th>
            <td aria-hidden="true"></td>
            <th scope="col" class="number">${part}</th>
            <th scope="col" class="number">${WORDS.outcomes}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, share, part: count, all, mark }) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td class="whole picture" aria-hidden="true">${picture(share, mark, scale)}</td>
                <td class="number">
                  ${
                    share === null
                      ? html`<span class="soft">${none}</span>`
                      : html`<b>${formatPercent(share.percent)}</b>
                          <span class="soft">${formatPercentRange(share.low, share.high)}</span>`
                  }
                </td>
                <td class="number" data-label=${WORDS.outcomes}>
                  ${WORDS.ofCases(formatNumber(count), formatNumber(all))}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="hint">${WORDS.barScale(formatNumber(scale))}</p>`;
};
