/** The dashboard in a browser: pages, headings, buttons, and what axe finds. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { whole } from '../../support/whole.js';
import { WAIT_MS, type Browser } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const DESKTOP = { width: 1280, height: 800 };
/** The narrowest of WCAG 1.4.10; also that of a wide screen at 400 %. */
const PHONE = { width: 320, height: 740 };
const LOOKS = [
  [PHONE, 'dark'],
  [DESKTOP, 'light'],
  [DESKTOP, 'dark'],
  [PHONE, 'light'],
] as const;

/** Opens a page in a browser of its own. @param faults gets uncaught errors, and what the console says. */
export const openContext = async (browser: Browser, url: string, faults: string[]): Promise<Page> => {
  const context = await browser.openContext();
  for (const name of ['clipboard-read', 'clipboard-write'])
    await context.setPermission(url, { permission: { name }, state: 'granted' });
  const opened = await context.newPage();
  opened.setDefaultTimeout(WAIT_MS);
  opened.on('pageerror', (error) => faults.push(String(error)));
  opened.on('console', (message) => {
    // A refused request is a line of the browser's.
    if (['error', 'warn'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  await opened.setViewport(DESKTOP);
  return opened;
};

/** Waits for the page with this heading. @throws an Error with the text of the page that is there. */
export const waitForHeading = async (page: Page, text: string): Promise<void> => {
  const isThere = (wanted: string): boolean => document.querySelector('main h1')?.textContent === wanted;
  await page.waitForFunction(isThere, {}, text).catch(async (cause: unknown) => {
    const shown = await page.evaluate(() => document.body.innerText);
    throw new Error(`no page '${text}', but: ${shown}`, { cause });
  });
};

/** The selector of a button by its name. */
export const button = (name: string): string => `::-p-aria([name="${name}"][role="button"])`;

/** The parts of the page that break its rules for tables: each has a name, and none but a preview scrolls sideways. */
const findTableFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...[...document.querySelectorAll('table')]
      .filter((table) => !(table.caption ?? document.getElementById(table.getAttribute('aria-labelledby') ?? '')))
      .map((table) => `no name: ${table.outerHTML.slice(0, 200)}`),
    ...[...document.querySelectorAll('.table:not(.preview)')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((box) => `${box.scrollWidth} px in ${box.clientWidth}: ${box.getAttribute('aria-label')}`),
  ]);

let views = 0;

/** The looks of the next view: all of them in `.ci/run`, else one, in turn. */
const looksOfView = (): readonly (typeof LOOKS)[number][] => {
  const first = views % LOOKS.length;
  views += 1;
  return whole ? LOOKS : LOOKS.slice(first, first + 1);
};

/** Finds no fault with axe, no table without a name and nothing that is cut off. */
export const findNoFault = async (page: Page, view: string): Promise<void> => {
  for (const [viewport, scheme] of looksOfView()) {
    await page.setViewport(viewport);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    // A bubble of the element's follows a frame later.
    await page
      .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
      .catch(() => {
        assert.fail(`${view} is too wide for ${viewport.width}`);
      });
    assert.deepEqual(await findTableFaults(page), [], `${view}, ${viewport.width}`);
    await page.evaluate(AXE);
    const found = (await page.evaluate(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
    )) as unknown[];
    assert.deepEqual(found, [], `${view}, ${scheme}, ${viewport.width}`);
  }
  await page.setViewport(DESKTOP);
  await page.emulateMediaFeatures([]);
};

/** Finds nothing that is too wide on a phone whose text has twice the size (WCAG 1.4.4). */
export const findRoomForLargeText = async (page: Page, view: string): Promise<void> => {
  const session = await page.createCDPSession();
  await page.setViewport({ ...PHONE, width: 360 });
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    .catch(() => {
      assert.fail(`${view} is too wide with large text`);
    });
  assert.deepEqual(await findTableFaults(page), [], `${view}, large text`);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await session.detach();
  await page.setViewport(DESKTOP);
};

/** Makes the operator by the link of the first start, whose session begins at once. */
export const becomeOperator = async (page: Page, output: string, email: string, password: string): Promise<void> => {
  await page.goto(/operator\s+(\S+)/.exec(output)?.[1] ?? '');
  await waitForHeading(page, 'Become the operator');
  await page.type('#email', email);
  await page.type('#password', password);
  await page.click(button('Become the operator'));
  await waitForHeading(page, 'Overview');
};

/** A text of the page, without the white space of its source. */
export const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (node) => node.textContent.replace(/\s+/g, ' ').trim());

/** Waits until a part of the page has a text. */
export const waitForText = (page: Page, selector: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    (where, what) => document.querySelector(where)?.textContent.includes(what),
    { timeout: 30_000 },
    selector,
    text,
  );

/** The texts of the cells of a column. */
export const columnOf = (page: Page, table: string, n: number): Promise<string[]> =>
  page.$$eval(`${table} tbody tr > :nth-child(${n})`, (cells) => cells.map((cell) => cell.textContent.trim()));

/** Drops a file onto the page, as the browser does after a drag. */
export const dropFile = (page: Page, name: string, content: string | Buffer): Promise<void> =>
  page.$eval(
    '.drop',
    (zone, fileName, base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], fileName));
      for (const type of ['dragover', 'drop'])
        zone.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    name,
    Buffer.from(content).toString('base64'),
  );

/** Drags files by mouse, and drops them onto a part of the page. */
export const dragFiles = async (page: Page, selector: string, files: string[]): Promise<void> => {
  const session = await page.createCDPSession();
  const part = (await page.$(selector))!;
  await part.scrollIntoView();
  const { x, y } = await part.clickablePoint();
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  await session.detach();
};

/** Waits until the list of the chosen file can be checked. */
export const waitForSend = (page: Page): Promise<unknown> =>
  page.waitForSelector('form.upload button.primary[aria-disabled=false]');
