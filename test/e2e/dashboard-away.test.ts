/** The pages of the dashboard while the service does not answer, by keyboard. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { CDPSession, Page } from 'puppeteer-core';
import { putDatabase } from '../support/pglite-template.js';
import { type Browser, startBrowser } from './support/browser.js';
import { becomeOperator, findNoFault, openContext, waitForHeading } from './support/dashboard.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

describe('a page of the dashboard whose service does not answer', () => {
  const folder = temporaryFolder();
  const faults: string[] = [];
  let program: Program;
  let browser: Browser;
  let page: Page;
  let network: CDPSession;

  beforeAll(async () => {
    await putDatabase(folder.path);
    program = await startProgram({ DATA_DIR: folder.path });
    browser = await startBrowser();
    page = await openContext(browser, program.url, faults);
    await becomeOperator(page, program.output(), 'olga@harbour-shop.com', 'four random words');
    network = await page.createCDPSession();
    await network.send('Network.enable');
  });

  afterAll(async () => {
    await browser.close();
    await program.end();
    folder.remove();
  });

  const takeAway = (isAway: boolean): Promise<unknown> =>
    network.send('Network.setBlockedURLs', { urls: isAway ? [`${program.url}/api/*`] : [] });

  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return element === document.body ? 'nothing' : (element?.textContent.trim() ?? '');
    });

  /** Presses the first button of this page that tries again: the focus comes back to it, or goes on to a heading. */
  const tryAgain = async (heading: string): Promise<void> => {
    await page.waitForSelector('.try-again');
    await page.focus('.try-again');
    const before = await page.$('.try-again');
    await page.keyboard.press('Enter');
    await page.waitForFunction((button) => !button?.isConnected, {}, before);
    await page.waitForSelector('.try-again');
    await page.waitForFunction(() => document.activeElement?.matches('.try-again'));
    await takeAway(false);
    await page.keyboard.press('Enter');
    await page.waitForFunction((wanted) => document.activeElement?.textContent.trim() === wanted, {}, heading);
    assert.equal(await focused(), heading);
  };

  test('can be tried again, and keeps the focus', async () => {
    for (const [view, title, heading] of [
      ['form', 'Form', 'Form'],
      ['rules', 'Allow and deny', 'Rules'],
      ['accuracy', 'Accuracy', 'Accuracy'],
      ['lists', 'Lists', 'Lists'],
    ] as const) {
      await takeAway(true);
      await page.click(`nav a[href="#${view}"]`);
      await waitForHeading(page, title);
      await page.waitForSelector('.try-again');
      await findNoFault(page, `${view}, away`);
      await tryAgain(heading);
    }
  });

  test('can be tried again when the dashboard itself cannot start', async () => {
    await takeAway(true);
    await page.reload();
    await tryAgain('Lists');
    assert.deepEqual(faults, []);
  });
});
