/**
 * Measures the time that a page runs between a click and its form's submission. Pauses of the machine, which no promise
 * covers, do not count.
 */
import type { Page } from 'puppeteer-core';

const TICK_MS = 100;

/**
 * Counts from the page's next click on; the form brings the count with it. An interval makes up for no turn that it has
 * missed, so a page that stands still counts nothing. (As text: the compiler here adds names that no page knows.)
 */
export const countFromClick = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    let ticks = 0;
    addEventListener('click', () => setInterval(() => ticks++, ${TICK_MS}), { capture: true, once: true });
    addEventListener('formdata', (event) => event.formData.set('ticks', ticks));
  }`);

/** Takes the count out of what was sent. `ranMs` is NaN when there is none. */
export const takeCount = (
  submission: Record<string, string> | undefined,
): { ranMs: number; sent: Record<string, string> } => {
  const { ticks, ...sent } = submission ?? {};
  return { ranMs: Number(ticks) * TICK_MS, sent };
};
