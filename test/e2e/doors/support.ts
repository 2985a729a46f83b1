import type { Page } from 'puppeteer-core';

/**
 * A script that stands first in a page. It answers every check with the status `answer`, at once or after `releaseAnswers()`;
 * `asked` holds the addresses, `lastDecision` the policy's last decision; `part()` gives the text of a shadow part.
 */
export const ANSWERS = `
  var answer = 'valid', asked = [], lastDecision = null, held = null, release = () => {};
  const holdAnswers = () => { held = new Promise((resolve) => { release = resolve; }); };
  const releaseAnswers = () => { release(); };
  const part = (name) => document.querySelector('email-verify').shadowRoot.querySelector('[part=' + name + ']')?.textContent.trim();
  document.addEventListener('email-verify-check', (event) => {
    const { email } = event;
    asked.push(email);
    const verdict = { email, status: answer, quality: 'unknown', sub_status: [], did_you_mean: null };
    event.respondWith(Promise.resolve(held).then(() => verdict));
  });
  document.addEventListener('email-verify-verdict', ({ decision }) => { lastDecision = decision; });`;

/** Types at the end of the field, as a person does. */
export const type = async (page: Page, text: string): Promise<void> => {
  await page.click('input[name=email]');
  await page.type('input[name=email]', text);
};

/** Leaves the field by the Tab key. */
export const blur = (page: Page): Promise<void> => page.keyboard.press('Tab');

/** Messages of development builds that say nothing about the page. */
const NOTICES = /React DevTools|development build of Vue|Vue Devtools|Lit is in dev mode/i;

export const withoutNotices = (messages: readonly string[]): string[] =>
  messages.filter((message) => !NOTICES.test(message));
