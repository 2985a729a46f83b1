/** A funnel: how many uses of forms come how far. The picture has the widths, and the list the words. */
import { html, type TemplateResult } from 'lit';
import type { OutcomeCounts } from '../../protocol/index.js';
import { formatNumber } from '../format.js';
import { share } from '../usage.js';
import { WORDS } from '../words/index.js';

const STAGES = ['used', 'checked', 'sent'] as const;

const [WIDTH, HEIGHT] = [1000, 100];
/** The least width of a stage in which there is one, so that it is seen. */
const LEAST_WIDTH = 8;

/** The corners of a stage, which is as wide as its count above, and as the next one's below. */
const corners = (above: number, below: number): string => {
  const left = (width: number): number => (WIDTH - width) / 2;
  const right = (width: number): number => (WIDTH + width) / 2;
  return `${left(above)},0 ${right(above)},0 ${right(below)},${HEIGHT} ${left(below)},${HEIGHT}`;
};

/** The stages from the first letter to the form that is sent. */
export const funnel = (counts: OutcomeCounts): TemplateResult => {
  const started = counts.used ?? 0;
  const countOf = (stage: (typeof STAGES)[number]): number => counts[stage] ?? 0;
  const widthOf = (count: number): number =>
    count === 0 ? 0 : Math.max(LEAST_WIDTH, (WIDTH * Math.min(count, started)) / Math.max(1, started));
  const widths = STAGES.map((stage) => widthOf(countOf(stage)));
  return html`<ol class="funnel">
    ${STAGES.map((stage, i) => {
      const above = widths[i] ?? 0;
      return html`<li>
        <div>
          <span>${WORDS.funnelStages[stage]}</span>
          <b>${formatNumber(countOf(stage))}</b>
          ${stage === 'used' ? '' : html`<small>${WORDS.ofStarted(share(Math.min(countOf(stage), started), started))}</small>`}
        </div>
        <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
          <polygon points=${corners(above, widths[i + 1] ?? above)}></polygon>
        </svg>
      </li>`;
    })}
  </ol>`;
};
