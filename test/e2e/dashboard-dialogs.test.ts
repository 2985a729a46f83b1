/** The dialogs of the dashboard, by keyboard: those that ask before something is lost, and those that have a form. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { putDatabase } from '../support/pglite-template.js';
import { type Browser, startBrowser } from './support/browser.js';
import { becomeOperator, button, openContext, waitForHeading } from './support/dashboard.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

describe('a dialog of the dashboard', () => {
  const folder = temporaryFolder();
  const faults: string[] = [];
  let dns: DnsServer;
  let program: Program;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    dns = await startDnsServer({ zone: { 'harbour-shop.com': { MX: ['mx.harbour-shop.com'], behaviour: 'silent' } } });
    await putDatabase(folder.path);
    program = await startProgram({ DATA_DIR: folder.path, DNS_SERVERS: dns.address });
    browser = await startBrowser();
    page = await openContext(browser, program.url, faults);
    await becomeOperator(page, program.output(), 'olga@harbour-shop.com', 'four random words');
  });

  afterAll(async () => {
    await browser.close();
    await program.end();
    await dns.close();
    folder.remove();
  });

  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      const name = element?.getAttribute('aria-label') ?? element?.textContent.replace(/\s+/g, ' ').trim();
      if (element === document.body) return 'nothing';
      return element?.hasAttribute('id') ? element.id : (name ?? '');
    });

  /** Opens a dialog by the Enter key. */
  const openBy = async (opener: string): Promise<void> => {
    await page.waitForSelector(opener);
    await page.focus(opener);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
  };

  /** Opens a dialog that asks, says no with its first key, and then yes; `focused` is where the focus is at the end. */
  const refuseAndConfirm = async (
    name: string,
    { title, lead, action, then }: { title: string; lead: RegExp; action: string; then: string },
  ): Promise<void> => {
    const opener = button(name);
    await openBy(opener);
    const asked = (await page.accessibility.snapshot({ root: (await page.$('dialog'))! }))!;
    assert.deepEqual([asked.role, asked.name], ['alertdialog', title]);
    assert.match(asked.description ?? '', lead);
    assert.equal(await focused(), 'Cancel');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog', { hidden: true });
    assert.equal(await focused(), await page.$eval(opener, (node) => node.ariaLabel ?? node.textContent.trim()));
    await openBy(opener);
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    assert.equal(await focused(), action);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog', { hidden: true });
    await page
      .waitForFunction(
        (wanted) => {
          const { activeElement: element } = document;
          return element?.id === wanted || element?.textContent.trim() === wanted;
        },
        {},
        then,
      )
      .catch(() => undefined);
    assert.equal(await focused(), then);
  };

  const open = async (view: string, heading: string): Promise<void> => {
    await page.click(`nav a[href="#${view}"]`);
    await waitForHeading(page, heading);
  };

  test('begins at its first field, where it has a form', async () => {
    await open('api-settings', 'API Settings');
    await openBy(button('Add a key'));
    assert.equal(await focused(), 'key-name');
    await page.type('#key-name', 'shop');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-key]:nth-child(2)');
    await page.waitForSelector('dialog', { hidden: true });
    await openBy(button('Rotate the key “shop”'));
    assert.equal(await focused(), 'grace');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { hidden: true });
  });

  test('asks before a key is revoked, and Enter says no', async () => {
    await refuseAndConfirm('Revoke the key “shop”', {
      title: 'Revoke “shop”?',
      lead: /^It stops working at once/,
      action: 'Revoke',
      then: 'keys-title',
    });
    assert.equal((await page.$$('[data-key]')).length, 1);
  });

  test('asks before verdicts are forgotten, and Enter says no', async () => {
    await open('accuracy', 'Accuracy');
    await page.waitForSelector('#remembers');
    await page.click(button('Remember verdicts'));
    await refuseAndConfirm('Forget them, and stop', {
      title: 'Forget all verdicts?',
      lead: /^The remembered verdicts are deleted for good/,
      action: 'Forget them',
      then: 'Remember verdicts',
    });
  });

  test('asks before a source is deleted, and Enter says no', async () => {
    await page.waitForSelector('#provider');
    await page.select('#provider', 'postmark');
    await page.click(button('Make the address'));
    await refuseAndConfirm('Delete the source Postmark', {
      title: 'Delete the source Postmark?',
      lead: /^Its address ends at once/,
      action: 'Delete',
      then: 'sources-title',
    });
    assert.equal(await page.$('#sources'), null);
  });

  test('asks before a list is stopped and deleted, and Enter says no', async () => {
    const form = new FormData();
    form.append('file', new File(['anna@harbour-shop.com\n'], 'people.txt'));
    const headers = { 'x-api-key': program.key ?? '' };
    const response = await fetch(`${program.url}/api/batch/upload`, { method: 'POST', body: form, headers });
    const { data } = (await response.json()) as { data: { id: number } };
    await page.goto(`${program.url}/dashboard/#lists=${data.id}`);
    await waitForHeading(page, 'people.txt');
    await refuseAndConfirm('Stop checking', {
      title: 'Stop checking “people.txt”?',
      lead: /^The results so far stay/,
      action: 'Stop checking',
      then: 'progress-title',
    });
    await refuseAndConfirm('Delete the list', {
      title: 'Delete “people.txt”?',
      lead: /deleted for good/,
      action: 'Delete the list',
      then: 'Lists',
    });
    assert.deepEqual(faults, []);
  });
});
