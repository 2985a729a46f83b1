/** Rules in the dashboard, with real clicks: set, found, edited, removed, and those of the deployment by its operator. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { putDatabase } from '../support/pglite-template.js';
import { type Browser, startBrowser } from './support/browser.js';
import {
  becomeOperator,
  button,
  findNoFault,
  findRoomForLargeText,
  openContext,
  textOf,
  waitForText,
} from './support/dashboard.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

describe('rules in the dashboard', () => {
  const folder = temporaryFolder();
  let program: Program;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    await putDatabase(folder.path);
    writeFileSync(join(folder.path, 'rules.txt'), 'deny *.spam.example # of the file\n');
    program = await startProgram({ DATA_DIR: folder.path });
    browser = await startBrowser();
    page = await openContext(browser, program.url, faults);
    await becomeOperator(page, program.output(), 'olga@harbour-shop.com', 'four random words');
    await page.click('nav a[href="#rules"]');
    await page.waitForSelector('#rule-patterns');
  });

  afterAll(async () => {
    await browser.close();
    await program.end();
    folder.remove();
  });

  const said = (text: string): Promise<unknown> => waitForText(page, '[role=status]', text);
  const rules = (): Promise<string[]> =>
    page.$$eval('[data-rule] > span:first-child', (rows) =>
      rows.map((row) => row.textContent.replace(/\s+/g, ' ').trim()),
    );

  test('are set by the line, and a line that is none is named', async () => {
    await page.type('#rule-patterns', 'rival.example\nfirm');
    await page.type('#rule-note', 'a rival');
    await page.click(button('Save'));
    await page.waitForSelector('.problem');
    assert.match(await textOf(page, '.problem'), /^Line 2 must be an address, a domain such as firm\.org/);
    await page.$eval('#rule-patterns', (field) => {
      (field as HTMLTextAreaElement).value = 'rival.example\n*.rival.example';
    });
    await page.click(button('Save'));
    await said('Rules added: 2. Changed: 0.');
    assert.deepEqual(await rules(), ['*.rival.example Deny a rival', 'rival.example Deny a rival']);
    assert.equal(await page.$eval('#rule-patterns', (field) => (field as HTMLTextAreaElement).value), '');
  });

  test('are edited in the form, found by their notes, and removed, which is undone at a press', async () => {
    await page.click(button('Edit the rule for rival.example'));
    await page.click('input[value=allow]');
    await page.click('#rule-note', { count: 3 });
    await page.type('#rule-note', 'a friend now');
    await page.$eval('#rule-until', (field) => {
      (field as HTMLInputElement).value = '2020-12-31';
    });
    await page.click(button('Save'));
    await said('Rules added: 0. Changed: 1.');
    assert.ok((await rules()).includes('rival.example Allow ended a friend now · until 31 December 2020'));
    await page.type('#rule-search', 'FRIEND');
    await page.click(button('Find'));
    await page.waitForFunction(() => document.querySelectorAll('[data-rule]').length === 1);
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.textContent.replace(/\s+/g, ' ').trim() ?? '');
    // The second click of a double click is where the undoing is by then.
    await page.click(button('Remove the rule for rival.example'), { count: 2 });
    await said('The rule for rival.example was removed.');
    await page.waitForSelector(button('Undo the removal of the rule for rival.example'));
    assert.deepEqual(await rules(), ['rival.example Allow removed a friend now · until 31 December 2020']);
    assert.equal(await focused(), 'rival.example Allow removed a friend now · until 31 December 2020 Undo');
    assert.match(await textOf(page, '[aria-labelledby=rules-title]'), /^Rules ?1 in all/);
    const first = 'dashboard-rule-changes tbody tr';
    await waitForText(page, first, 'removed: Allow, a friend now, until 31 December 2020');
    assert.match(await textOf(page, first), /^rival\.example removed: Allow.*olga@harbour-shop\.com$/);
    await findNoFault(page, 'a removed rule');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await said('The rule for rival.example is back.');
    const back = 'rival.example Allow ended a friend now · until 31 December 2020';
    assert.deepEqual(await rules(), [back]);
    assert.equal(await focused(), `${back} Edit Remove`);
    assert.match(await textOf(page, '[aria-labelledby=rules-title]'), /^Rules ?2 in all/);
    await waitForText(page, first, 'added: Allow, a friend now, until 31 December 2020');
    await page.click(button('Remove the rule for rival.example'));
    await page.waitForSelector(button('Undo the removal of the rule for rival.example'));
    await page.click(button('Find'));
    await waitForText(page, '[aria-labelledby=rules-title]', 'No rule is like this.');
  });

  test('of the whole service are the operator’s, beside those of rules.txt', async () => {
    await page.select('#rule-list', 'deployment');
    await waitForText(page, '[data-rule]', '*.spam.example');
    assert.deepEqual(await rules(), ['*.spam.example Deny in rules.txt of the file']);
    assert.equal(await page.$('[data-rule] button'), null);
    await page.type('#rule-patterns', 'mx:*.bulk.example');
    await page.click('input[value=deny_risky]');
    await page.click(button('Save'));
    await said('Rules added: 1. Changed: 0.');
    assert.deepEqual(await rules(), ['mx:*.bulk.example Call risky', '*.spam.example Deny in rules.txt of the file']);
    await waitForText(page, 'dashboard-rule-changes tbody', 'rules.txt');
  });

  test('have no fault on a phone and a desktop, light and dark', async () => {
    await page.select('#rule-list', 'account');
    await waitForText(page, '[data-rule]', 'rival.example');
    await page.type('#rule-patterns', `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}example`);
    await page.type('#rule-note', `\u202e${'c'.repeat(199)}`);
    await page.$eval('#rule-until', (field) => {
      (field as HTMLInputElement).value = '2020-12-31';
    });
    await page.click(button('Save'));
    await waitForText(page, '[data-rule]', 'aaaaaaaa');
    await waitForText(page, 'dashboard-rule-changes tbody', 'aaaaaaaa');
    // Signs in the note turn the direction of the note alone.
    for (const part of ['[data-rule]', 'dashboard-rule-changes th span:last-child'])
      assert.match(await page.$eval(part, (node) => node.innerHTML), /<bdi>.{0,30}\u202ec{199}.{0,30}<\/bdi>/);
    await findNoFault(page, 'rules');
    await findRoomForLargeText(page, 'rules');
    assert.deepEqual(faults, []);
  });
});
