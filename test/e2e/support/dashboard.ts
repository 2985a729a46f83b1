/** The dashboard in a browser: pages, headings, buttons, and what axe finds. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'puppeteer-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const DESKTOP = { width: 1280, height: 800 };
/** The narrowest of WCAG 1.4.10; also that of a wide screen at 400 %. */
const PHONE = { width: 320, height: 740 };
export const LOOKS = [
  [PHONE, 'dark'],
  [DESKTOP, 'light'],
  [DESKTOP, 'dark'],
  [PHONE, 'light'],
] as const;

/** Opens a page in a browser of its own. @param faults gets uncaught errors, and what the console says. */
export const openContext = async (browser: Browser, url: string, faults: string[]): Promise<Page> => {
  const context = await browser.createBrowserContext();
  for (const name of ['clipboard-read', 'clipboard-write'])
    await context.setPermission(url, { permission: { name }, state: 'granted' });
  const opened = await context.newPage();
  opened.on('pageerror', (error) => faults.push(String(error)));
  opened.on('console', (message) => {
    // A refused request is a line of the browser's.
    if (['error', 'warn'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  await opened.setViewport(DESKTOP);
  return opened;
};

/** Waits for the page with this heading. */
export const waitForHeading = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.querySelector('main h1')?.textContent === wanted, {}, text);

/** The selector of a button by its name. */
export const button = (name: string): string => `::-p-aria([name="${name}"][role="button"])`;

/** Finds no fault with axe and nothing that is cut off, in each of some looks. */
export const findNoFault = async (
  page: Page,
  view: string,
  looks: readonly (typeof LOOKS)[number][],
): Promise<void> => {
  for (const [viewport, scheme] of looks) {
    await page.setViewport(viewport);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    // A bubble of the element's follows a frame later.
    await page
      .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
      .catch(() => {
        assert.fail(`${view} is too wide for ${viewport.width}`);
      });
    await page.evaluate(AXE);
    const found = (await page.evaluate(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
    )) as unknown[];
    assert.deepEqual(found, [], `${view}, ${scheme}, ${viewport.width}`);
  }
  await page.setViewport(DESKTOP);
  await page.emulateMediaFeatures([]);
};
