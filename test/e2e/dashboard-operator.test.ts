/** The operator's pages where something is missing: the user of an account, the edge of the deployment. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { type Browser, startBrowser } from './support/browser.js';
import { becomeOperator, button, openContext, textOf } from './support/dashboard.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

const PASSWORD = 'four random words';

describe("the operator's pages", () => {
  const folder = temporaryFolder();
  let program: Program;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    await putDatabase(folder.path);
    program = await startProgram({
      DATA_DIR: folder.path,
      REGISTRATION: 'open',
      SMTP_PROBE: 'on',
      SMTP_HELO: 'verify.harbour-shop.com',
    });
    browser = await startBrowser();
    page = await openContext(browser, program.url, faults);
    await becomeOperator(page, program.output(), 'olga@harbour-shop.com', PASSWORD);
  });

  afterAll(async () => {
    await browser.close();
    await program.end();
    folder.remove();
  });

  /** Sends a request of the dashboard's, without the browser. */
  const post = async (name: string, body: object, cookie = ''): Promise<Response> => {
    const headers = { 'content-type': 'application/json', origin: program.url, cookie };
    const response = await fetch(`${program.url}/api/auth/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, `${name}: ${response.status}`);
    return response;
  };

  /** Registers a person, who deletes the account at once: its credits stay, without a name. */
  const leaveAccount = async (email: string): Promise<void> => {
    await post('register', { email, password: PASSWORD });
    const token = (): string | undefined => /#confirm=([\w-]+)/.exec(program.output())?.[1];
    await eventually(() => token() !== undefined);
    await post('confirm', { token: token(), password: PASSWORD });
    const signedIn = await post('sign-in', { email, password: PASSWORD });
    const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
    await post('delete', { password: PASSWORD }, cookie.join('; '));
  };

  test('no note stands above the lists of a service that asks mail servers', async () => {
    await page.click('nav a[href="#lists"]');
    await page.waitForSelector('#lists-title');
    assert.equal(await page.$('.note'), null);
  });

  test('an account whose user has left is named by its number', async () => {
    await leaveAccount('anna@harbour-shop.com');
    await page.click('nav a[href="#accounts"]');
    await page.waitForSelector('[data-account]');
    const id = await page.$eval('[data-account]', (row) => (row as HTMLElement).dataset['account']);
    assert.match(await textOf(page, '[data-account]'), new RegExp(`^No user Account ${id}, since `));
    await page.select(`select[aria-label="Plan of account ${id}"]`, 'enterprise');
    await page.waitForFunction(
      (said) => document.querySelector('[role=status]')?.textContent === said,
      {},
      `Account ${id} is on the plan Enterprise now.`,
    );
    await page.click(button(`Add credits to account ${id}`));
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { hidden: true });
  });

  test('where the deployment has no edge, the code is for an edge of their own', async () => {
    // `serve` always has one; a program that embeds the service may have none.
    await page.evaluateOnNewDocument(() => {
      const ask = window.fetch.bind(window);
      window.fetch = async (input, init) => {
        const response = await ask(input, init);
        if (!(input as string).endsWith('/dashboard/deployment')) return response;
        return Response.json({ ...((await response.json()) as object), edge: null });
      };
    });
    await page.goto('about:blank');
    await page.goto(`${program.url}/dashboard/#api-settings`);
    await page.waitForSelector('#snippet pre');
    assert.match(await textOf(page, '#snippet pre'), /npx email-verify-server edge$/);
    assert.equal(await page.$('input[name=which-edge]'), null);
    assert.deepEqual(faults, []);
  });
});
