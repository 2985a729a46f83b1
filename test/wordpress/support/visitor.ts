/** A person with Chromium on the site. */
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Browser, closePage, startBrowser } from '../../e2e/support/browser.js';
import type { Form } from './forms.js';
import type { Site } from './site.js';

export interface Visitor {
  /** Opens a page of WordPress in a new tab, and closes the others. */
  open: (path: string) => Promise<Page>;
  /** Errors and warnings of the pages in the current test. */
  errors: string[];
}

/** Types another address, with real keys. */
export const typeInto = async (page: Page, { input }: Form, address: string): Promise<void> => {
  await page.click(input, { count: 3 });
  await page.keyboard.press('Backspace');
  await page.type(input, address);
};

/** Starts Chromium for the tests of a file. */
export const useVisitor = (site: Site): Visitor => {
  let browser: Browser;
  const errors: string[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(() => {
    errors.length = 0;
  });

  return {
    errors,
    open: async (path) => {
      const before = await browser.pages();
      const page = await browser.newPage();
      await Promise.all(before.map(closePage));
      // No pause of the machine ends a hold before the verdict.
      await page.evaluateOnNewDocument('window.emailVerify = { hold: 60000 }');
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        // A refused form is an answer with an error's status.
        const isOurs = /error|warn/.test(message.type()) && !/Failed to load resource|JQMIGRATE/.test(message.text());
        if (isOurs) errors.push(message.text());
      });
      await page.goto(site.url() + path);
      return page;
    },
  };
};
