/** The page of how right the verdicts were: a list is checked, mail is sent, and what came back is reported. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { type Browser, startBrowser } from './support/browser.js';
import {
  becomeOperator,
  button,
  dragFiles,
  findNoFault,
  findRoomForLargeText,
  openContext,
  textOf,
  waitForHeading,
} from './support/dashboard.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

const ZONE = {
  'harbour-shop.com': { MX: ['mx.harbour-shop.com'] },
  'mx.harbour-shop.com': { A: ['1.2.3.4'] },
};
const PEOPLE = Array.from({ length: 70 }, (_, n) => `person${n}@harbour-shop.com`);

describe('the page of how right the verdicts were', () => {
  const folder = temporaryFolder();
  const faults: string[] = [];
  let dns: DnsServer;
  let program: Program;
  let browser: Browser;
  let page: Page;

  const examine = (view: string): Promise<void> => findNoFault(page, view);
  const call = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const headers = { ...(init.headers as Record<string, string>), 'x-api-key': program.key ?? '' };
    const response = await fetch(`${program.url}/api/${path}`, { ...init, headers });
    assert.ok(response.ok, `${path}: ${response.status} ${response.ok ? '' : await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const report = (emails: readonly string[], outcome: string) =>
    call('outcomes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcomes: emails.map((email) => ({ email, outcome })) }),
    });
  /** Checks addresses as a list. @returns its id. */
  const checkList = async (emails: readonly string[]): Promise<number> => {
    const form = new FormData();
    form.append('file', new File([emails.join('\n')], 'people.txt'));
    const { data } = (await call('batch/upload', { method: 'POST', body: form })) as { data: { id: number } };
    const status = async (): Promise<unknown> =>
      ((await call(`batch/${data.id}`)) as { data: { status: string } }).data.status;
    await eventually(async () => (await status()) === 'completed');
    return data.id;
  };
  const cells = (name: string): Promise<string[][]> =>
    page.$$eval(`[aria-label="${name}"] tbody tr`, (rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('th, td:not([aria-hidden])')].map((cell) =>
          cell.textContent.replace(/\s+/g, ' ').trim(),
        ),
      ),
    );

  beforeAll(async () => {
    dns = await startDnsServer({ zone: ZONE });
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

  test('says that nothing is compared yet, and begins at a press', async () => {
    await page.click('nav a[href="#accuracy"]');
    await waitForHeading(page, 'Accuracy');
    await page.waitForSelector('#remembers');
    assert.match(await textOf(page, '#remembers'), /^Verdicts are not remembered/);
    await examine('accuracy without verdicts');
    await page.focus('main button.primary');
    await page.keyboard.press('Enter');
    await page.waitForSelector(button('Forget them, and stop'));
    assert.match(await textOf(page, '#remembers'), /^Verdicts are remembered since/);
    assert.match(await textOf(page, '.empty'), /^No outcomes yet/);
    // A second press of the key only asks.
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { hidden: true });
    assert.match(await textOf(page, '#remembers'), /^Verdicts are remembered since/);
  });

  test('shows no share of few outcomes, and then what bounced, by verdict, score, week and reason', async () => {
    await checkList(PEOPLE);
    await report(PEOPLE.slice(0, 20), 'delivered');
    await page.reload();
    await page.waitForSelector('#valid-bounced');
    assert.equal(await textOf(page, '#valid-bounced'), 'not enough yet: 50 outcomes are needed');
    await report(PEOPLE.slice(20), 'delivered');
    await report(PEOPLE.slice(0, 2), 'hard_bounce');
    await page.reload();
    await page.waitForSelector('b#valid-bounced');
    assert.equal(await textOf(page, '#valid-bounced'), '2.9 %');
    assert.equal(await textOf(page, '#outcomes-known'), '70');
    assert.deepEqual(await cells('Bounces by verdict'), [
      ['Valid', '2.9 % 0.8 to 9.8 %', '2 of 70'],
      ['Invalid', 'not enough yet', '0 of 0'],
      ['Risky', 'not enough yet', '0 of 0'],
      ['Unknown', 'not enough yet', '0 of 0'],
    ]);
    const scores = await cells('Scores and deliveries');
    assert.equal(scores.length, 10);
    assert.deepEqual(scores.at(-1), ['0.9 to 1.0', '97.1 % 90.2 to 99.2 %', '68 of 70']);
    assert.deepEqual(
      (await cells('Bounces of valid addresses by week')).map(([, ...shown]) => shown),
      [['2.9 % 0.8 to 9.8 %', '2 of 70']],
    );
    assert.deepEqual(await cells('Bounces by reason'), [
      ['the domain takes mail; the mailbox was not asked', '2.9 % 0.8 to 9.8 %', '2 of 70'],
    ]);
    assert.deepEqual(
      await page.$$eval('section:has(.shares) > .hint:last-child', (all) => all.map((one) => one.textContent)),
      [10, 100, 10, 10].map((end) => `The bars go from 0 to ${end} %.`),
    );
    await examine('accuracy');
    await findRoomForLargeText(page, 'accuracy');
    await page.select('#weeks', '52');
    await page.waitForFunction(() => document.querySelectorAll('main table').length === 4);
  });

  test('and a list is projected by the rates of one’s own mail', async () => {
    const id = await checkList(PEOPLE.slice(0, 20).map((email) => `new-${email}`));
    await page.goto(`${program.url}/dashboard/#lists=${id}`);
    await waitForHeading(page, 'people.txt');
    await page.waitForSelector('#bounce-rates');
    assert.equal(await textOf(page, '#bounces b'), '0.7 to 9.9 % of the addresses');
    assert.equal(await textOf(page, '#bounce-rates'), 'By what became of your own mail.');
    await findNoFault(page, 'a list by own rates');
    await findRoomForLargeText(page, 'a list by own rates');
    await page.click('nav a[href="#accuracy"]');
    await page.waitForSelector('b#valid-bounced');
  });

  test('makes the address for a mail provider, shows it once, and counts what comes there', async () => {
    await page.reload();
    await page.waitForSelector('#provider');
    await page.select('#provider', 'sendgrid');
    await page.waitForSelector('#signing-key');
    await page.type('#signing-key', 'no key');
    await page.click(button('Make the address'));
    await page.waitForSelector('dashboard-mail-sources .problem');
    assert.match(await textOf(page, 'dashboard-mail-sources .problem'), /^signing_key must be/);
    await examine('sources of outcomes');
    await page.select('#provider', 'postmark');
    await page.waitForFunction(() => document.querySelector('#signing-key') === null);
    await page.focus('#provider');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#source-url');
    const url = await textOf(page, '#source-url');
    assert.match(url, /\/api\/outcomes\/postmark\/[\w-]{32}$/);
    await page.waitForSelector('#sources');
    assert.equal(await textOf(page, '#sources'), 'Postmark not heard of yet Delete');
    await examine('a source of outcomes');
    const event = { RecordType: 'Delivery', Recipient: PEOPLE[69], DeliveredAt: new Date().toISOString() };
    assert.equal((await fetch(url, { method: 'POST', body: JSON.stringify(event) })).status, 200);
    await page.reload();
    await page.waitForSelector('#sources');
    // The part above moves the button as it appears.
    await page.waitForSelector('b#valid-bounced');
    assert.equal(await textOf(page, '#sources'), 'Postmark last heard of less than a day ago; 1 outcome Delete');
    assert.equal(await page.$('#source-url'), null);
    await page.click(button('Delete the source Postmark'));
    await page.waitForSelector('dialog[open]');
    await page.click('dialog .danger');
    await page.waitForSelector('dialog', { hidden: true });
    await page.waitForFunction(() => document.querySelector('#sources') === null);
    assert.equal((await fetch(url, { method: 'POST', body: JSON.stringify(event) })).status, 404);
  });

  test('counts files of outcomes, says what was counted of each, and why one was not', async () => {
    await page.reload();
    await page.waitForSelector('b#valid-bounced');
    const put = (name: string, content: string): string => {
      const path = join(folder.path, name);
      writeFileSync(path, content);
      return path;
    };
    const mail = readFileSync(join(import.meta.dirname, '../fixtures/bounces/postfix.eml'), 'utf8');
    const files = [
      put('export.csv', `email,event\n${PEOPLE[60] ?? ''},delivered\n${PEOPLE[61] ?? ''},bounced\nnobody,bounced\n`),
      put('mails.mbox', `From a b\n${mail}\nFrom a b\nSubject: Hello\n\nHello\n`),
      put('list.txt', `${PEOPLE[62] ?? ''}\n`),
    ];
    // By mouse, a file that is dropped beside the place for it is not opened.
    await page.evaluate(() => {
      addEventListener(
        'dragover',
        ({ defaultPrevented }) => (document.body.dataset['taken'] = String(defaultPrevented)),
      );
    });
    await dragFiles(page, 'h1', files.slice(0, 1));
    assert.equal(await page.$eval('body', (body) => body.dataset['taken']), 'true');
    assert.equal(await page.$('#counted-files'), null);
    await dragFiles(page, '.drop', files.slice(0, 1));
    await page.waitForSelector('#counted-files');
    assert.equal(await textOf(page, '#counted-files b'), 'export.csv');
    // By keyboard, others take its place.
    await page.waitForFunction(() => document.activeElement?.id === 'bounce-outcome');
    await page.focus('.drop button');
    const choosing = page.waitForFileChooser();
    // A key that comes before the browser intercepts the dialog opens one that it cancels.
    await page.evaluate(() => undefined);
    await page.keyboard.press('Enter');
    await (await choosing).accept(files);
    await page.waitForFunction(() => document.querySelectorAll('#counted-files li').length === 3);
    await page.waitForSelector('#bounce-outcome');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'bounce-outcome');
    await examine('files of outcomes');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const shown = (): Promise<string[]> =>
      page.$$eval('#counted-files li > p:last-child', (all) => all.map((one) => one.textContent.trim()));
    await page.waitForFunction(() => document.activeElement?.id === 'counted-files');
    assert.deepEqual(await shown(), [
      '1 delivered, 1 hard bounce, 0 soft bounces, 0 complaints. Stored of 2 mailboxes. Left out: 1 row has no address.',
      '0 delivered, 1 hard bounce, 1 soft bounce, 0 complaints. Stored of 1 mailbox. Left out: 1 mail is no delivery status notification.',
      'No column tells an outcome, such as hard_bounce, delivered or complaint. Name the outcome of all addresses.',
    ]);
    await page.waitForFunction(() => document.querySelector('[role="status"]')?.textContent.startsWith('list.txt: No'));
    await page.waitForFunction(() => document.querySelector('#valid-bounced')?.textContent === '4.3 %');
    await examine('counted files of outcomes');
    await page.select('#bounce-outcome', 'delivered');
    await page.click(button('Count the outcomes'));
    await page.waitForFunction(() => document.querySelector('#bounce-outcome') === null);
    assert.equal((await shown())[2], '1 delivered, 0 hard bounces, 0 soft bounces, 0 complaints. Stored of 1 mailbox.');
  });

  test('says so when only bounces are reported', async () => {
    await report(PEOPLE.slice(0, 60), 'hard_bounce');
    await page.reload();
    await page.waitForSelector('main p.warning');
    assert.match(await textOf(page, 'main p.warning'), /^More bounces than deliveries are reported/);
    assert.equal(await textOf(page, '#valid-bounced'), 'no deliveries known');
    await examine('accuracy of bounces alone');
    assert.deepEqual(faults, []);
  });
});
