/**
 * Lists in the dashboard as people meet them: a file is dropped, its first rows are shown, it is checked against a real DNS server, its results
 * are filtered and downloaded, its end is told to a receiver; another one is stopped, and one is deleted.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Browser, Page } from 'puppeteer-core';
import { startReceiver, status, type Receiver } from '../service/lists/callbacks/receiver.js';
import { startDnsServer, type DnsServer, type Zone } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { whole } from '../support/whole.js';
import { startBrowser } from './support/browser.js';
import { button, findNoFault, LOOKS, openContext, waitForHeading } from './support/dashboard.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

const OPERATOR = 'olga@harbour-shop.com';
const PASSWORD = 'four random words';
/** A name that is read from right to left, and a row that is no markup. */
const FILE = 'לקוחות <b>.csv';
const CONTENT = [
  'Name;E-Mail',
  'Anna;anna@harbour-shop.com',
  'Bert;bert@gone-harbour.com',
  '<img src=x onerror=alert(1)>;info@harbour-shop.com',
  'Anna;anna@Harbour-Shop.com',
  'Carl;carl at harbour',
  'דנה;dana@slow-harbour.com',
].join('\r\n');
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
    await findNoFault(page, view, whole ? LOOKS : LOOKS.slice(0, 2));
  };
  const heading = (text: string): Promise<unknown> => waitForHeading(page, text);
  const textOf = (selector: string): Promise<string> =>
    page.$eval(selector, (node) => node.textContent.replace(/\s+/g, ' ').trim());
  const waitForText = (selector: string, text: string): Promise<unknown> =>
    page.waitForFunction(
      (where, what) => document.querySelector(where)?.textContent.includes(what),
      { timeout: 30_000 },
      selector,
      text,
    );
  const inFolder = (name: string, content: string): string => {
    const path = join(folder.path, name);
    writeFileSync(path, content);
    return path;
  };
  /** The texts of the cells of a column. */
  const column = (table: string, n: number): Promise<string[]> =>
    page.$$eval(`${table} tbody tr > :nth-child(${n})`, (cells) => cells.map((cell) => cell.textContent.trim()));
  const openLists = async (): Promise<void> => {
    await page.click('nav a[href="#lists"]');
    await heading('Lists');
    await page.waitForSelector('#lists-title');
  };
  const chooseFile = async (path: string): Promise<void> => {
    const input = await page.waitForSelector('input#list-file');
    await input!.uploadFile(path);
    await page.waitForSelector('.preview');
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

  /** Drops a file onto the page, as the browser does after a drag. */
  const drop = (name: string, content: string): Promise<void> =>
    page.$eval(
      '.drop',
      (zone, fileName, text) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], fileName, { type: 'text/csv' }));
        for (const type of ['dragover', 'drop'])
          zone.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      },
      name,
      content,
    );

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
    await page.goto(/operator\s+(\S+)/.exec(program.output())?.[1] ?? '');
    await heading('Become the operator');
    await page.type('#email', OPERATOR);
    await page.type('#password', PASSWORD);
    await page.click(button('Become the operator'));
    await heading('Sign in');
    await page.type('#email', OPERATOR);
    await page.type('#password', PASSWORD);
    await page.keyboard.press('Enter');
    await heading('Overview');
    await openLists();
    await waitForText('dashboard-lists', 'No lists yet');
    await examine('no lists');
  });

  test('a file that is no text, and one that the service refuses, are told beside it', async () => {
    await drop('book.xlsx', 'PK\u0003\u0004\u0000\u0000');
    await page.waitForSelector('dashboard-list-upload .problem');
    assert.match(await textOf('dashboard-list-upload .problem'), /save it as CSV/);
    await drop('long.csv', 'a@harbour-shop.com\n'.repeat(3));
    await page.waitForSelector('.preview');
    await page.type('#list-callback', 'https://shop.example:25/callbacks');
    await page.click(button('Check the list'));
    await page.waitForSelector('form.upload .problem');
    assert.match(await textOf('form.upload .problem'), /callback_url must be an https URL/);
    // Nothing is lost: the file and the field are as they were.
    assert.match(await textOf('#chosen-file'), /long\.csv/);
    assert.match(await page.$eval('#list-callback', (field) => (field as HTMLInputElement).value), /:25/);
    await examine('refused upload');
  });

  test('shows the first rows of a dropped file with the column of the addresses', async () => {
    await drop(FILE, CONTENT);
    await waitForText('#chosen-file', FILE);
    await waitForText('.preview', 'anna@harbour-shop.com');
    assert.match(await textOf('.preview th[data-chosen]'), /E-Mail\s+Addresses/);
    assert.equal(await page.$eval('#list-column', (field) => (field as HTMLSelectElement).value), '1');
    assert.deepEqual(await column('.preview', 1), ['Anna', 'Bert', '<img src=x onerror=alert(1)>', 'Anna', 'Carl']);
    // Another column can be chosen, and what is a header.
    await page.select('#list-column', '0');
    await waitForText('.preview th[data-chosen]', 'Name');
    await page.click('#has-header');
    await waitForText('.preview th[data-chosen]', 'Column 1');
    await page.click('#has-header');
    await page.select('#list-column', '1');
    await examine('preview');
  });

  test('the list is checked while one watches, and its end is told', async () => {
    await page.click('#list-callback', { count: 3 });
    await page.type('#list-callback', receiver.url);
    await page.click(button('Check the list'));
    await heading(FILE);
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
    assert.match(await textOf('main .notice'), /6 entries, 1 of them twice. The addresses are in column "E-Mail"/);
    await waitForText('#progress-title', 'Being checked');
    ZONE['slow-harbour.com'] = { MX: ['mx.harbour-shop.com'] };
    await waitForText('#progress-title', 'Finished');
    assert.equal(await textOf('label[for=list-progress]'), '6 of 6 rows');
    assert.match(await textOf('[role=status]'), /is finished/);
    assert.match(await textOf('.facts'), /Cost ?4 credits/);
    await page.waitForFunction(() => document.querySelectorAll('.results tbody [data-swatch]').length === 6);
    assert.deepEqual(await column('.results', 3), ['Valid', 'Invalid', 'Valid', 'Valid', 'Invalid', 'Valid']);
    await page.waitForSelector('canvas');
    await eventually(() => receiver.messages.length === 1);
    assert.equal((JSON.parse(receiver.messages[0]!.body) as { type: string }).type, 'batch.completed');
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
    const name = 'לקוחות _b_-verified.csv';
    const lines = (): string[] => readFileSync(join(downloads.path, name), 'utf8').trim().split('\r\n');
    await eventually(() => readdirSync(downloads.path).includes(name) && lines().length === 3);
    assert.match(lines()[0] ?? '', /^Name,E-Mail,email_verify_status,quality,score/);
    assert.deepEqual(
      lines()
        .slice(1)
        .map((line) => line.split(',').slice(0, 3).join()),
      ['Bert,bert@gone-harbour.com,invalid', 'Carl,carl at harbour,invalid'],
    );
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
