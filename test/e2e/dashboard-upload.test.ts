/**
 * The upload of a list in the dashboard as people meet it: a file is dropped, the service says what it is, what it holds and
 * what it costs, and each choice changes the answer, before anything is stored or paid.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { row, workbook } from '../service/lists/file/spreadsheet/workbook.js';
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

const FILE = 'customers.csv';
const CONTENT = customers('Jürgen');
const FIXTURES = join(import.meta.dirname, '../fixtures/lists');

describe('the upload of a list in the dashboard', () => {
  const folder = temporaryFolder();
  let program: Program;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  const examine = (view: string): Promise<void> => findNoFault(page, view);
  const textOf = (selector: string): Promise<string> => textIn(page, selector);
  const waitForText = (selector: string, text: string): Promise<unknown> => waitForTextIn(page, selector, text);
  const column = (table: string, n: number): Promise<string[]> => columnOf(page, table, n);
  const drop = (name: string, content: string | Buffer): Promise<void> => dropFile(page, name, content);
  const sendable = (): Promise<unknown> => waitForSend(page);
  const valueOf = (selector: string): Promise<string> =>
    page.$eval(selector, (field) => (field as HTMLSelectElement).value);
  /** The facts of the file, by their names. */
  const estimate = (): Promise<Record<string, string>> =>
    page.$$eval('#estimate > dt', (names) =>
      Object.fromEntries(
        names.map((name) => [name.textContent.trim(), name.nextElementSibling?.textContent.trim() ?? '']),
      ),
    );

  beforeAll(async () => {
    await putDatabase(folder.path);
    program = await startProgram({ DATA_DIR: folder.path });
    browser = await startBrowser();
    page = await openContext(browser, program.url, faults);
    await becomeOperator(page, program.output(), 'olga@harbour-shop.com', 'four random words');
    await page.click('nav a[href="#lists"]');
    await waitForHeading(page, 'Lists');
    await page.waitForSelector('#lists-title');
  });

  afterAll(async () => {
    await browser.close();
    await program.end();
    folder.remove();
  });

  test('a file that is no list is refused by its name, and another one takes its place', async () => {
    await drop('letter.pdf', '%PDF-1.7\n%âãÏÓ\n');
    await waitForText('dashboard-list-upload .problem', 'This is a PDF');
    assert.equal(await page.$('form.upload'), null);
    await drop('cities.csv', 'Name,City\nAnna,Kiel\n');
    await waitForText('.preview', 'Kiel');
    await waitForText('dashboard-list-upload .problem', 'looks like an e-mail address');
    assert.equal(await page.$('form.upload button.primary[aria-disabled=false]'), null);
    // The person knows better.
    await page.select('#list-column', '2');
    await waitForText('.preview th[data-chosen]', 'Column 2');
    await waitForText('#estimate', 'Not an address');
    await page.click('#has-header');
    await waitForText('.preview th[data-chosen]', 'City');
    await sendable();
    assert.equal(await page.$('dashboard-list-upload .problem'), null);
    await examine('a file without addresses');
  });

  test('what the service refuses is told beside it, and nothing is lost', async () => {
    await drop('long.csv', 'a@harbour-shop.com\n'.repeat(3));
    await waitForText('.preview', 'a@harbour-shop.com');
    await sendable();
    await page.type('#list-callback', 'https://shop.example:25/callbacks');
    await page.click(button('Check the list'));
    await page.waitForSelector('form.upload .problem');
    assert.match(await textOf('form.upload .problem'), /callback_url must be an https URL/);
    // Nothing is lost: the file and the field are as they were.
    assert.match(await textOf('#chosen-file'), /long\.csv/);
    assert.match(await page.$eval('#list-callback', (field) => (field as HTMLInputElement).value), /:25/);
    await examine('refused upload');
  });

  test('says before the money what a dropped file holds, how it is read, and what it costs', async () => {
    await drop(FILE, CONTENT);
    await waitForText('#chosen-file', FILE);
    await waitForText('.preview', 'anna@harbour-shop.com');
    await sendable();
    assert.match(await textOf('.preview th[data-chosen]'), /E-Mail\s+Addresses/);
    assert.equal(await valueOf('#list-column'), '2');
    assert.equal(await valueOf('#list-encoding'), 'utf-8');
    assert.equal(await valueOf('#list-delimiter'), ';');
    assert.deepEqual(await column('.preview', 1), ['Anna', 'Bert', '<img src=x onerror=alert(1)>', 'Anna', 'Carl']);
    assert.deepEqual(await estimate(), {
      File: 'Text with columns, or with one address a line',
      Rows: '6',
      Addresses: '5',
      'Repeated addresses': '1, free of charge',
      'Not an address': '1, free of charge',
      'Estimated cost': '4 credits of the 100 that are left',
    });
    // Another column can be chosen, and what is a header.
    await page.select('#list-column', '1');
    await waitForText('.preview th[data-chosen]', 'Name');
    await waitForText('#estimate', '0 credits');
    await page.click('#has-header');
    await waitForText('.preview th[data-chosen]', 'Column 1');
    await page.click('#has-header');
    await page.select('#list-column', '2');
    await waitForText('.preview th[data-chosen]', 'E-Mail');
    await page.select('#list-encoding', 'windows-1252');
    await waitForText('.preview', 'Anna');
    await page.select('#list-encoding', 'utf-8');
    await waitForText('#estimate', '4 credits');
    await sendable();
    await examine('preview');
  });

  test('an answer to an older choice does not take the place of a newer one', async () => {
    await page.evaluate(() => {
      // The request of the first choice is held back, unless the page has broken it off.
      const Original = XMLHttpRequest;
      window.XMLHttpRequest = class extends Original {
        override send(body: FormData): void {
          window.XMLHttpRequest = Original;
          setTimeout(() => {
            if (this.readyState === 1) super.send(body);
          }, 1500);
        }
      };
    });
    await page.select('#list-column', '1');
    await page.waitForFunction(() => document.querySelector('.estimate')?.getAttribute('aria-busy') === 'true');
    assert.match(await textOf('.estimate'), /Reading the file again/);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await page.select('#list-column', '2');
    await sendable();
    await new Promise((resolve) => setTimeout(resolve, 1800));
    assert.match(await textOf('.preview th[data-chosen]'), /E-Mail/);
    assert.match(await textOf('#estimate'), /4 credits/);
  });

  test('further columns, cells with several addresses, and results of others are choices, each with its cost', async () => {
    await drop(
      'two.csv',
      'Work;Home\na@harbour-shop.com, b@harbour-shop.com;c@harbour-shop.com\nd@harbour-shop.com;e@harbour-shop.com\n',
    );
    await waitForText('#estimate', '2 credits');
    await page.click('[data-column=Home]');
    await waitForText('#estimate', '4 credits');
    assert.equal((await page.$$('.preview th[data-chosen]')).length, 2);
    await page.click('[data-flag=split_cells]');
    await waitForText('#estimate', '5 credits');
    await page.click('[data-column="2"]');
    await waitForText('#estimate', '3 credits');
    await examine('two columns');
    await drop(
      'theirs.csv',
      'email,ZB Status,ZB Sub Status\nanna@harbour-shop.com,valid,\nben@harbour-shop.com,unknown,\n',
    );
    await waitForText('[data-vendor]', 'These are results of ZeroBounce');
    await waitForText('#estimate', '2 credits');
    await page.click('[data-flag=import_results]');
    await waitForText('#estimate', '1 credit of');
    await examine('results of others');
  });

  test('the sheet of a spreadsheet can be named', async () => {
    await drop(
      'book.xlsx',
      workbook({ One: row('email') + row('a@harbour-shop.com'), Two: row('b@harbour-shop.com') }),
    );
    await waitForText('#estimate', 'An Excel workbook');
    assert.equal(await valueOf('#list-sheet'), 'One');
    assert.match(await textOf('[data-warning=other_sheets]'), /Other sheets of the file have rows too/);
    assert.equal(await page.$('#list-encoding'), null);
    await page.click('#list-sheet', { count: 3 });
    await page.type('#list-sheet', 'Two');
    await page.keyboard.press('Tab');
    await waitForText('.preview', 'b@harbour-shop.com');
    // A name that no sheet has is told, and can be put right.
    await page.click('#list-sheet', { count: 3 });
    await page.type('#list-sheet', 'Three');
    await page.keyboard.press('Tab');
    await waitForText('dashboard-list-upload .problem', 'Three');
    await page.click('#list-sheet', { count: 3 });
    await page.type('#list-sheet', 'One');
    await page.keyboard.press('Tab');
    await waitForText('.preview', 'a@harbour-shop.com');
    await sendable();
  });

  test('each file of other programs is read, or refused by its name', async () => {
    const refusalOf = async (name: string): Promise<string[]> => {
      await drop(name, readFileSync(join(FIXTURES, name)));
      await waitForText('#chosen-file', name);
      await page.waitForFunction(() =>
        document.querySelector('dashboard-list-upload .problem, form.upload .primary[aria-disabled=false]'),
      );
      return page.$$eval('dashboard-list-upload .problem', (nodes) => nodes.map((node) => node.textContent));
    };
    // All are sent to the service by its own tests.
    for (const name of readdirSync(FIXTURES).filter((_, n) => n % (whole ? 4 : 20) === 0)) {
      let refusal = await refusalOf(name);
      // A person's browser may try some dozens in a minute.
      while (refusal[0]?.startsWith('Too many')) {
        await new Promise((resolve) => setTimeout(resolve, 2000));
        refusal = await refusalOf(name);
      }
      const found = await page.$$eval('#estimate', (facts) => facts.length);
      assert.equal(found + refusal.length, 1, name);
      if (refusal.length > 0) assert.match(refusal[0] ?? '', /^(?:This is |An? |Line )/, name);
    }
  });

  test('the file chooser offers all kinds that are read', async () => {
    const accepted = await page.$eval('#list-file', (input) => (input as HTMLInputElement).accept);
    for (const ending of 'csv tsv txt xlsx ods json ndjson vcf'.split(' '))
      assert.ok(accepted.split(',').includes(`.${ending}`), ending);
  });

  test('a large file that is refused at its start is told by its name too', async () => {
    await drop('large.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_000_000, 1)]));
    await waitForText('dashboard-list-upload .problem', 'This is a PDF');
  });

  test('nothing was stored, and the console has no error', async () => {
    assert.match(await textOf('dashboard-lists'), /No lists yet/);
    assert.deepEqual(faults, []);
  });
});
