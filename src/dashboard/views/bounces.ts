/** The projected bounces of a list: a range on a scale, with lines at the shares that senders live by, and in words. */
import { html, svg, type TemplateResult } from 'lit';
import { BOUNCE_LIMITS, type BouncePercent } from '../../protocol/index.js';
import { formatNumber, formatPercentRange } from '../format.js';
import { WORDS } from '../words/index.js';

/** The end of a scale, in per cent, unless the range goes beyond it. */
const LEAST_SCALE = 10;
const HEIGHT = 28;
/** The least length of a range, in parts of a thousand, so that one is seen. */
const LEAST_LENGTH = 6;

const [CAUTION, STOP] = BOUNCE_LIMITS;

/** The verdict on a range, by which it is coloured. */
const toneOf = ({ low, high }: BouncePercent): 'good' | 'doubtful' | 'bad' => {
  if (high <= CAUTION) return 'good';
  return low > STOP ? 'bad' : 'doubtful';
};

/** A scale of whole tens, up to a hundred. */
const scaleOf = ({ high }: BouncePercent): number => Math.min(100, Math.max(LEAST_SCALE, Math.ceil(high / 10) * 10));

const picture = (range: BouncePercent): TemplateResult => {
  const scale = scaleOf(range);
  const at = (percent: number): number => (1000 * percent) / scale;
  const length = Math.max(LEAST_LENGTH, at(range.high) - at(range.low));
  const start = Math.min(at(range.low), 1000 - length);
  return html`<svg
    class="scale"
    viewBox="0 0 1000 ${HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${WORDS.bounceRange(formatPercentRange(range.low, range.high))}
  >
    <rect class="track" x="0" y="8" width="1000" height="12"></rect>
    <rect class="range" data-tone=${toneOf(range)} x=${start} y="8" width=${length} height="12"></rect>
    ${BOUNCE_LIMITS.map(
      (limit) => svg`<line class="limit" x1=${at(limit)} x2=${at(limit)} y1="0" y2=${HEIGHT}></line>`,
    )}
  </svg>`;
};

/** @param isPart true: not all addresses have a result yet. */
export const bounces = (range: BouncePercent, isPart: boolean): TemplateResult => html`
  <div class="bounces">
    <h3>${WORDS.bounceTitle}</h3>
    <p id="bounces">
      <b>${WORDS.bounceRange(formatPercentRange(range.low, range.high))}</b>
      ${WORDS.bounceTone[toneOf(range)]} ${isPart ? WORDS.bouncePart : ''}
    </p>
    ${picture(range)}
    <p class="hint">${WORDS.bounceScale(formatNumber(scaleOf(range)))}</p>
    <p id="bounce-rates" class="hint">
      ${range.own === 0 ? WORDS.bounceGeneral : WORDS.bounceOwn(formatNumber(range.own))}
    </p>
  </div>
`;
