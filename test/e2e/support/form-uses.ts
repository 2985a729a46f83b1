/** Simulated uses of forms in a browser, whose outcomes are known. */
import type { Page } from 'puppeteer-core';
import type { OutcomeCounts } from '../../../src/protocol/index.js';

/** A use of a form: what a person types, what is done then, and what is counted. */
export interface FormUse {
  address: string;
  then: 'send' | 'leave' | 'undo' | 'correct';
  /** The address in place of the first one, for `correct`. */
  corrected?: string;
  counts: OutcomeCounts;
}

/** Forms on a page: a token has 20 reports. */
const FORMS = 10;

/** Of the hold-out group, nothing else is counted. */
const inHoldOut = ({ used, checked, sent }: OutcomeCounts): OutcomeCounts =>
  Object.fromEntries(Object.entries({ used, checked, sent }).filter(([, count]) => count));

/** A page with forms and the script tag. */
export const formPage = (
  endpoint: string,
  attributes = '',
): string => `<!doctype html><html lang="en"><title>Join</title>
<script>
  // The code that counts listens to each form: a form with its listener is counted.
  window.counted = new Set();
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (type === 'submit' && options === true && this instanceof HTMLFormElement) window.counted.add(this);
    return listen.call(this, type, listener, options);
  };
</script>
<script type="module" src="/email-verify.js" data-endpoint="${endpoint}" data-debounce="0" ${attributes}></script>
${Array.from({ length: FORMS }, () => '<form><input type="email" name="email"><button>Join</button></form>').join('')}
<script>addEventListener('submit', (event) => event.preventDefault());</script>`;

/** Runs in the page: uses each form as its kind says, one after the other where the focus is needed. */
const useForms = async (kinds: { address: string; then: string; corrected?: string }[]): Promise<void> => {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const until = async (holds: () => boolean): Promise<void> => {
    for (let tries = 0; !holds(); tries++) {
      if (tries > 1000) throw new Error(`never: ${String(holds)}`);
      await wait(10);
    }
  };
  const inputs = [...document.querySelectorAll('input')];
  const type = (input: HTMLInputElement, value: string): void => {
    input.focus();
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  };
  const settled: Element[] = [];
  addEventListener('email-verify-verdict', ({ target }) => settled.push(target as Element));
  const verdict = (input: Element): Promise<void> => until(() => settled.includes(input));
  for (const input of inputs) type(input, 'v');
  await until(() => (window as unknown as { counted: Set<Element> }).counted.size === inputs.length);
  for (const [i, { address, then, corrected = '' }] of kinds.entries()) {
    const input = inputs[i]!;
    settled.length = 0;
    type(input, address);
    input.blur();
    await verdict(input);
    // The element stands at the end of the input's tree.
    const part = (): HTMLElement | null => {
      for (const element of document.querySelectorAll('email-verify')) {
        const found = (element as unknown as { input: unknown }).input === input;
        if (found) return element.shadowRoot?.querySelector<HTMLElement>('[part=undo]') ?? null;
      }
      return null;
    };
    if (then === 'undo') {
      await until(() => part() !== null);
      settled.length = 0;
      part()?.click();
      await verdict(input);
    }
    if (then === 'correct') {
      settled.length = 0;
      type(input, corrected);
      input.blur();
      await verdict(input);
    }
    if (then !== 'leave') input.form?.requestSubmit();
  }
};

/** Opens pages and uses their forms, in turn as each kind says; resolves to what should be counted. */
export const useAll = async (
  page: Page,
  url: string,
  uses: readonly FormUse[],
  pages: number,
  heldOut = false,
): Promise<OutcomeCounts> => {
  const expected: Record<string, number> = {};
  for (let i = 0; i < pages; i++) {
    const kinds = Array.from({ length: FORMS }, (_, j) => uses[(i * FORMS + j) % uses.length]!).map((kind) =>
      heldOut ? { ...kind, then: kind.then === 'undo' ? 'send' : kind.then, counts: inHoldOut(kind.counts) } : kind,
    );
    await page.goto(url);
    await page.evaluate(useForms, kinds);
    for (const { counts } of kinds)
      for (const [name, count] of Object.entries(counts)) expected[name] = (expected[name] ?? 0) + count;
  }
  // The page is left: what was not sent is reported. (A way to about:blank ends the process, at times before its beacons.)
  await page.goto(url);
  return expected;
};
