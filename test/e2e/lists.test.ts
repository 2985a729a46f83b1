/**
 * Lists in the dashboard as people meet them: a file is dropped, its first rows are shown, it is checked against a real
 * DNS server, its results are filtered and downloaded, its end is told to a receiver; another one is stopped, and one
 * is deleted.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { startReceiver, status, type Receiver } from '../service/lists/callbacks/receiver.js';
import { startDnsServer, type DnsServer, type Zone } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { whole } from '../support/whole.js';
import { type Browser, startBrowser } from './support/browser.js';
import { customers } from './support/customers.js';
import {
  becomeOperator,
  button,
  columnOf,
  dropFile,
  findNoFault,
  openContext,
  textOf as textIn,
  waitForHeading,
  waitForSend,
  waitForText as waitForTextIn,
} from './support/dashboard.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

const OPERATOR = 'olga@harbour-shop.com';
const PASSWORD = 'four random words';
/** A name that is read from right to left. */
const FILE = 'לקוחות <b>.csv';
const CONTENT = customers('דנה');
/** Domains whose DNS servers are silent, so that a list of theirs takes its time. */
const SILENT = Array.from({ length: 2000 }, (_, n) => `silent-${n}.com`);
const ZONE: Zone = {
  'harbour-shop.com': { MX: ['mx.harbour-shop.com'] },
  'mx.harbour-shop.com': { A: ['1.2.3.4'] },
  // Until the page shows that the list is being checked: its end is announced to those who have watched.
  'slow-harbour.com': { behaviour: 'silent' },
  ...Object.fromEntries(SILENT.map((name) => [name, { behaviour: 'silent' as const }])),
};

describe('lists in the dashboard', () => {
  const folder = temporaryFolder();
  const downloads = temporaryFolder();
  let dns: DnsServer;
  let receiver: Receiver;
  let program: Program;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  const seen = new Set<string>();

  const examine = async (view: string): Promise<void> => {
    seen.add(view);
    await findNoFault(page, view);
  };
  const heading = (text: string): Promise<unknown> => waitForHeading(page, text);
  const textOf = (selector: string): Promise<string> => textIn(page, selector);
  const waitForText = (selector: string, text: string): Promise<unknown> => waitForTextIn(page, selector, text);
  const inFolder = (name: string, content: string): string => {
    const path = join(folder.path, name);
    writeFileSync(path, content);
    return path;
  };
  const column = (table: string, n: number): Promise<string[]> => columnOf(page, table, n);
  const openLists = async (): Promise<void> => {
    await page.click('nav a[href="#lists"]');
    await heading('Lists');
    await page.waitForSelector('#lists-title');
  };
  const chooseFile = async (path: string): Promise<void> => {
    const input = await page.waitForSelector('input#list-file');
    await input!.uploadFile(path);
    await waitForSend(page);
  };

  /** Adds credits to the account, as the operator does. */
  const addCredits = async (count: number): Promise<void> => {
    const answered = await page.evaluate(async (more) => {
      const body = JSON.stringify({ account: 1, count: more, source: 'grant' });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('../api/dashboard/accounts/credits', { method: 'POST', headers, body })).status;
    }, count);
    assert.equal(answered, 200);
  };

  beforeAll(async () => {
    dns = await startDnsServer({ zone: ZONE });
    receiver = await startReceiver();
    await putDatabase(folder.path);
    program = await startProgram({ DATA_DIR: folder.path, DNS_SERVERS: dns.address, CALLBACK_PRIVATE_HOSTS: 'on' });
    browser = await startBrowser();
    page = await openContext(browser, program.url, faults);
    const session = await page.createCDPSession();
    mkdirSync(downloads.path, { recursive: true });
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: downloads.path,
      browserContextId: page.browserContext().id!,
    });
  });

  afterAll(async () => {
    await browser.close();
    await program.end();
    await receiver.close();
    await dns.close();
    folder.remove();
    downloads.remove();
  });

  test('somebody signs in and finds no lists yet', async () => {
    await becomeOperator(page, program.output(), OPERATOR, PASSWORD);
    await openLists();
    await waitForText('dashboard-lists', 'No lists yet');
    await examine('no lists');
  });

  test('a note says that mailboxes are not asked, and what asking needs', async () => {
    await waitForText('.note h2', 'Mailboxes are not asked');
    assert.match(await textOf('.note'), /The domain takes mail; the mailbox was not asked\./);
    await page.click('.note summary');
    for (const need of ['SMTP_PROBE=on', 'SMTP_HELO', 'SMTP_FROM', 'Port 25'])
      assert.ok((await textOf('.note dl')).includes(need), need);
    await examine('mailboxes are not asked');
    await page.click('.note summary');
  });

  test('a dropped file is shown with the column of its addresses', async () => {
    await dropFile(page, FILE, CONTENT);
    await waitForText('#chosen-file', FILE);
    await waitForSend(page);
    assert.match(await textOf('.preview th[data-chosen]'), /E-Mail\s+Addresses/);
  });

  test('the list is checked while one watches, and its end is told', async () => {
    await page.type('#list-callback', receiver.url);
    await page.click(button('Check the list'));
    await heading(FILE);
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
    assert.match(
      await textOf('main .notice'),
      /6 entries, of which 1 repeats an earlier one\. The addresses are in column "E-Mail"/,
    );
    await waitForText('#progress-title', 'Being checked');
    ZONE['slow-harbour.com'] = { MX: ['mx.harbour-shop.com'] };
    await waitForText('#progress-title', 'Finished');
    assert.equal(await textOf('label[for=list-progress]'), '6 of 6 rows');
    assert.match(await textOf('[role=status]'), /is finished/);
    assert.match(await textOf('.facts'), /Cost ?4 credits/);
    await page.waitForFunction(() => document.querySelectorAll('.results tbody [data-swatch]').length === 6);
    assert.deepEqual(await column('.results', 3), ['Valid', 'Invalid', 'Valid', 'Valid', 'Invalid', 'Valid']);
    // In the words of people, with the code behind them.
    assert.deepEqual((await column('.results', 5)).slice(0, 3), [
      'the domain takes mail; the mailbox was not asked',
      'domain does not exist',
      'the domain takes mail; the mailbox was not asked; address of a function',
    ]);
    assert.equal(await page.$eval('.results td.whole span', (span) => span.title), 'smtp_not_checked');
    await page.waitForSelector('canvas');
    // One of four addresses has no domain, and the mailboxes of three were not asked for.
    assert.match(
      await textOf('#bounces'),
      /^25\.0 to 36\.3 % of the addresses will bounce: more than mail services bear/,
    );
    assert.equal((await page.$$('.scale .limit')).length, 2);
    await eventually(() => receiver.messages.length === 1);
    const told = JSON.parse(receiver.messages[0]!.body) as { type: string; data: { bounce_percent: unknown } };
    assert.deepEqual([told.type, told.data.bounce_percent], ['batch.completed', { low: 25, high: 36.3, own: 0 }]);
    await waitForText('dashboard-list-callback td:nth-child(2)', '204');
    assert.match(await textOf('[data-callback]'), /Delivered/);
    await examine('a finished list');
  });

  test('a callback is sent again', async () => {
    receiver.answer = status(503);
    await page.click(button('Send it again'));
    await eventually(() => receiver.messages.length === 2);
    await waitForText('dashboard-list-callback table', '503');
    await waitForText('[data-callback]', 'Next attempt at');
    await examine('a callback that failed');
    receiver.answer = status(204);
  });

  test('results are filtered, and downloaded as they are', async () => {
    await page.click('input[value=invalid]');
    await page.waitForFunction(() => document.querySelectorAll('.results tbody tr').length === 2);
    assert.deepEqual(await column('.results', 2), ['bert@gone-harbour.com', 'carl at harbour']);
    await page.click('[data-format=csv]');
    const name = 'לקוחות _b_-verified-invalid.csv';
    const lines = (): string[] => readFileSync(join(downloads.path, name), 'utf8').trim().split('\r\n');
    await eventually(() => readdirSync(downloads.path).includes(name) && lines().length === 3);
    assert.match(lines()[0] ?? '', /^Name;E-Mail;email_verify_status;quality;score/);
    assert.deepEqual(
      lines()
        .slice(1)
        .map((line) => line.split(';').slice(0, 3).join()),
      ['Bert,bert@gone-harbour.com,invalid', 'Carl,carl at harbour,invalid'],
    );
  });

  test('an address is found by its part, without a mouse', async () => {
    await page.focus('#search-text');
    await page.keyboard.type('ANNA@');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#found')?.textContent === '2 rows found.');
    assert.deepEqual(await column('dashboard-list-search .results', 2), [
      'anna@harbour-shop.com',
      'anna@Harbour-Shop.com',
    ]);
    await findNoFault(page, 'search');
    await page.focus('#search-text');
    await page.keyboard.press('End');
    await page.keyboard.type('nowhere');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#found')?.textContent === 'No row found.');
  });

  test('on a phone, each cell of a result and of a list is seen, without empty lines', async () => {
    const cut = (rows: string): Promise<string[]> =>
      page.$$eval(`${rows} > :is(th, td)`, (cells) =>
        cells
          .filter((cell) => cell.textContent.trim() !== '')
          .filter((cell) => {
            const { left, right, height } = cell.getBoundingClientRect();
            return left < 0 || right > innerWidth || height === 0;
          })
          .map((cell) => cell.textContent),
      );
    const gaps = (rows: string): Promise<number[]> =>
      page.$$eval(rows, (all) =>
        all.map((row) => {
          const bottoms = Array.from(row.children, (cell) => cell.getBoundingClientRect().bottom);
          return row.getBoundingClientRect().bottom - Math.max(...bottoms);
        }),
      );
    await page.setViewport({ width: 360, height: 740 });
    assert.deepEqual(await cut('.results tbody tr'), []);
    assert.ok((await gaps('.results tbody tr')).every((gap) => gap < 20));
    await page.setViewport({ width: 1280, height: 800 });
    await openLists();
    await page.waitForSelector('tr[data-list]');
    assert.match(await textOf('tr[data-list] .counts'), /^3 valid 1? ?.*invalid/);
    // The number of rows and the state stand apart.
    const gap = await page.$$eval('tr[data-list] > td', ([rows, state]) => {
      const range = document.createRange();
      range.selectNodeContents(rows!);
      return state!.querySelector('.state')!.getBoundingClientRect().left - range.getBoundingClientRect().right;
    });
    assert.ok(gap >= 8, `${gap}`);
    await page.setViewport({ width: 360, height: 740 });
    assert.deepEqual(await cut('tr[data-list]'), []);
    await page.setViewport({ width: 1280, height: 800 });
  });

  test('the history of credits names the list', async () => {
    await page.click('nav a[href="#overview"]');
    await heading('Overview');
    await page.waitForSelector('#credits-left');
    const names = await page.$$eval('main td.whole a', (links) => links.map((link) => link.textContent));
    assert.deepEqual(names, [FILE]);
    assert.match(await textOf('main td.whole'), /list, 4 credits in all/);
  });

  test.runIf(whole)('the rows of a list have pages, of a chosen size, with a field to jump to one', async () => {
    await addCredits(100);
    await openLists();
    await chooseFile(inFolder('pages.txt', Array.from({ length: 90 }, (_, n) => `p${n}@harbour-shop.com`).join('\n')));
    await page.click(button('Check the list'));
    await heading('pages.txt');
    await waitForText('#progress-title', 'Finished');
    await waitForText('.pager', 'Page 1 of 5');
    await page.click('.jump input', { count: 3 });
    await page.type('.jump input', '4');
    await page.keyboard.press('Enter');
    await waitForText('.pager', 'Page 4 of 5');
    assert.equal((await column('.results', 1))[0], '61');
    await page.select('#per-page', '50');
    await waitForText('.pager', 'Page 2 of 2');
    assert.equal((await column('.results', 1))[0], '51');
    await examine('pages');
    await page.click(button('Delete the list'));
    await page.waitForSelector('dialog[open]');
    await page.click('dialog .danger');
    await heading('Lists');
    // Its name is forgotten in the history too.
    await page.click('nav a[href="#overview"]');
    await page.waitForSelector('#credits-left');
    const names = await page.$$eval('main td.whole a', (links) => links.map((link) => link.textContent));
    assert.deepEqual([...new Set(names)], [FILE]);
  });

  test.runIf(whole)('a list that takes long is watched, stopped, and deleted', async () => {
    await openLists();
    await chooseFile(inFolder('silent.txt', SILENT.map((name) => `a@${name}`).join('\n')));
    assert.match(await textOf('.preview th[data-chosen]'), /Column 1/);
    await page.click(button('Check the list'));
    await waitForText('form.upload .problem', 'more addresses to check than this account has credits');
    await addCredits(SILENT.length);
    await page.click(button('Check the list'));
    await heading('silent.txt');
    await waitForText('#progress-title', 'Being checked');
    await examine('a list that is being checked');
    await page.click(button('Stop checking'));
    await page.waitForSelector('dialog[open]');
    await page.click('dialog .danger');
    await waitForText('#progress-title', 'Stopped');
    assert.match(await textOf('[role=status]'), /silent\.txt was stopped/);
    await page.waitForSelector('dialog', { hidden: true });
    assert.equal(await page.$(button('Stop checking')), null);
    await openLists();
    await page.waitForSelector('tr[data-list]');
    assert.deepEqual(await page.$$eval('tr[data-list] .state', (states) => states.map((state) => state.textContent)), [
      'Stopped',
      'Finished',
    ]);
    await examine('lists');
    await page.click('tr[data-list] a');
    await heading('silent.txt');
    await page.click(button('Delete the list'));
    await page.waitForSelector('dialog[open]');
    await examine('delete');
    await page.click('dialog .danger');
    await heading('Lists');
    assert.match(await textOf('main .notice'), /“silent\.txt” was deleted/);
    await page.waitForFunction(() => document.querySelectorAll('tr[data-list]').length === 1);
    await page.goBack();
    await page.waitForSelector('.problem');
    assert.match(await textOf('main .problem'), /deleted/);
  });

  test.runIf(whole)('the question whether to stop is withdrawn when the list ends meanwhile', async () => {
    await openLists();
    await chooseFile(inFolder('again.txt', SILENT.map((name) => `b@${name}`).join('\n')));
    await page.click(button('Check the list'));
    await heading('again.txt');
    await waitForText('#progress-title', 'Being checked');
    await page.click(button('Stop checking'));
    await page.waitForSelector('dialog[open]');
    // Somebody else stops it.
    await page.evaluate(
      async (id) => {
        const headers = { 'content-type': 'application/json' };
        await fetch(`../api/batch/${id}/cancel`, { method: 'POST', headers, body: '{}' });
      },
      Number(/\d+$/.exec(page.url())),
    );
    await page.waitForSelector('dialog', { hidden: true });
    await waitForText('#progress-title', 'Stopped');
    await page.waitForFunction(() => document.activeElement?.id === 'progress-title');
  });

  test('the secret of callbacks is shown on demand and replaced, and a receiver is tested', async () => {
    await openLists();
    assert.equal(await textOf('#callback-secret'), 'whsec_…');
    await page.click(button('Show the secret of callbacks'));
    await page.waitForFunction(() =>
      /^whsec_.{20}/.test(document.querySelector('#callback-secret')?.textContent ?? ''),
    );
    const before = await textOf('#callback-secret');
    await page.click(button('Replace the secret of callbacks'));
    await page.waitForSelector('dialog[open]');
    await examine('replace the secret');
    await page.click('dialog .primary');
    await page.waitForSelector('dialog', { hidden: true });
    assert.notEqual(await textOf('#callback-secret'), before);
    await page.type('#test-url', receiver.url);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#test-outcome, form .problem');
    assert.match(await textOf('#test-outcome'), /your receiver answered 204 after/);
    receiver.answer = status(500);
    await page.click(button('Send a test'));
    await waitForText('#test-outcome.problem', '500');
    await examine('a test that failed');
  });

  test('writes nothing into the console: no error, and nothing that the policy stopped', () => {
    assert.deepEqual(faults, []);
  });
});
