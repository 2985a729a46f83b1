/** The script tag on a slow network with an empty cache: the page has the loader, the first focus loads the element. */
import { PredefinedNetworkConditions } from 'puppeteer-core';
import { wait } from './measure.mjs';

/** The preset of DevTools: 90 % of 1.6 Mbit/s down and 750 kbit/s up, and a latency of 3.75 × 150 ms. */
const SLOW = PredefinedNetworkConditions['Slow 4G'];
const ADDRESS = 'anna@example.org';

/** Runs `act` in a loaded page, in a browser context with an empty cache. */
const inColdPage = async (browser, origin, act) => {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/slow`, { waitUntil: 'load' });
    await page.emulateNetworkConditions(SLOW);
    return await act(page);
  } finally {
    await context.close();
  }
};

/** Milliseconds from the first focus until the element is bound to its field, and until it can show a verdict. */
export const fieldReady = (browser, origin) =>
  inColdPage(browser, origin, async (page) => {
    await page.evaluate(() => {
      const input = document.querySelector('input');
      input.addEventListener('focus', () => (globalThis.focusedAt = performance.now()));
      const bound = new globalThis.MutationObserver(() => {
        if (document.querySelector('email-verify')?.input === input) {
          globalThis.boundAt = performance.now();
          bound.disconnect();
        }
      });
      bound.observe(document.documentElement, { childList: true });
    });
    await page.focus('input');
    const shown = `performance.getEntriesByName(location.origin + '/email-verify-overlay.js')[0]?.responseEnd`;
    await page.waitForFunction(shown, { timeout: 10_000 });
    return page.evaluate(`({ bound: boundAt - focusedAt, shown: ${shown} - focusedAt })`);
  });

/**
 * Types an address and submits the form right after the first focus, before the element is loaded.
 * @param sent the form bodies that the server received.
 * @returns milliseconds until the form is sent, how often it was sent, and whether with a receipt.
 */
export const earlySubmission = (browser, origin, sent) =>
  inColdPage(browser, origin, async (page) => {
    sent.length = 0;
    const started = performance.now();
    await page.focus('input');
    await page.keyboard.type(ADDRESS);
    await page.keyboard.press('Enter');
    while (!sent.length && performance.now() - started < 10_000) await wait(5);
    const ms = performance.now() - started;
    // Wait for a possible second submission.
    await wait(1000);
    return { ms, times: sent.length, receipt: /email-verification=./.test(sent[0] ?? '') };
  });
