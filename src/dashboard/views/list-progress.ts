/** The progress of a list, its cost and its other facts. */
import { html, nothing, type TemplateResult } from 'lit';
import type { List, ListProgress } from '../answers.js';
import { formatDay, formatNumber, formatTime } from '../format.js';
import { hasEnded } from '../list-watch.js';
import { WORDS } from '../words/index.js';

/** Rates of a few rows are told with a decimal. */
const formatRate = (rate: number): string => formatNumber(rate < 10 ? rate : Math.round(rate));

/** `410 of 1,000 rows · 20 a second · about 30 s left` */
const paceOf = (list: List | ListProgress): string => {
  const words = [WORDS.doneOf(formatNumber(list.processed), list.total)];
  if (!hasEnded(list) && 'rate' in list && list.rate !== null && list.rate > 0) {
    words.push(WORDS.rate(formatRate(list.rate)));
    if (list.seconds_left !== null) words.push(WORDS.timeLeft(list.seconds_left));
  }
  return words.join(' · ');
};

/** `Asked again from 12:05: 3 rows whose domain could not be looked up, 1 row whose mail server asked for patience.` */
const waitingRows = ({ waiting }: List): TemplateResult | typeof nothing => {
  const parts = (['dns', 'smtp', 'greylisted'] as const).flatMap((what) => {
    const count = waiting[what];
    return count === 0 ? [] : [WORDS.waitsFor[what](WORDS.rowsOf(count))];
  });
  if (parts.length === 0 || waiting.next_at === null) return nothing;
  return html`<p class="soft">${WORDS.askedAgain(parts.join(', '), formatTime(waiting.next_at))}</p>`;
};

/** Why nobody goes on with a list. */
export const pausedLine = ({ paused_reason: reason }: Pick<List, 'paused_reason'>): TemplateResult | typeof nothing =>
  reason === null ? nothing : html`<p class="warning">${WORDS.pausedBecause[reason]}</p>`;

export const listProgress = (list: List | ListProgress): TemplateResult => {
  const { total, processed, status, error } = list;
  return html`
    <div class="progress">
      <label for="list-progress">${paceOf(list)}</label>
      <progress id="list-progress" max=${Math.max(1, total)} .value=${total === 0 ? 1 : processed}></progress>
    </div>
    ${pausedLine(list)} ${waitingRows(list)}
    ${status === 'pending' && list.paused_reason === null ? html`<p class="soft">${WORDS.waiting}</p>` : nothing}
    ${error === null ? nothing : html`<p class="problem">${WORDS.whyFailed(error)}</p>`}
  `;
};

export const listFacts = (list: List): TemplateResult => {
  const { credits, duplicates, email_column: column, created_at, ended_at: end, expires_at } = list;
  const reserved = credits.reserved > 0 ? WORDS.stillReserved(credits.reserved) : null;
  const facts: [name: string, value: unknown][] = [
    [WORDS.cost, [WORDS.costOf(credits.spent), reserved].filter(Boolean).join('; ')],
    [WORDS.emailColumn, html`<bdi>${typeof column === 'number' ? WORDS.columnNumber(column) : column}</bdi>`],
    [WORDS.duplicates, formatNumber(duplicates)],
    [WORDS.uploaded, formatTime(created_at)],
    ...(end === null ? [] : [[WORDS.endedAt, formatTime(end)] as [string, string]]),
    [WORDS.deletedAt, formatDay(expires_at)],
  ];
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
};
