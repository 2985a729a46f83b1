/** The page of the API, `/api/docs`, in a browser: as people read it, with and without a mouse. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { Document } from '../../src/service/openapi/types.js';
import { putDatabase } from '../support/pglite-template.js';
import { sample } from '../support/whole.js';
import { type Browser, startBrowser } from './support/browser.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const LOOKS = [
  [1280, 'light'],
  [1280, 'dark'],
  [360, 'dark'],
  [360, 'light'],
  [320, 'light'],
  [320, 'dark'],
] as const;

describe('the page of the API', () => {
  const folder = temporaryFolder();
  let program: Program;
  let browser: Browser;
  let page: Page;
  let names: { id: string; name: string }[];
  const messages: string[] = [];

  beforeAll(async () => {
    await putDatabase(folder.path);
    [program, browser] = await Promise.all([startProgram({ DATA_DIR: folder.path }), startBrowser()]);
    const { paths } = (await (await fetch(`${program.url}/api/openapi.json`)).json()) as Document;
    names = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        id: operationId,
        name: `${method.toUpperCase()} ${path}`,
      })),
    );
    page = await browser.newPage();
    page.on('console', (message) => messages.push(message.text()));
    // The page has no script, and its policy allows none: those of this test need another page's leave.
    await page.setBypassCSP(true);
    await page.goto(`${program.url}/api/docs`);
  });

  afterAll(async () => {
    await browser.close();
    await program.end();
    folder.remove();
  });

  test.each(sample(LOOKS, 4))('fits %i pixels, %s, and axe finds no fault', async (width, value) => {
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    await page.evaluate(AXE);
    const found = await page.evaluate(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
    );
    assert.deepEqual(found, []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  });

  test('breaks no name of a field at the width of a desktop', async () => {
    await page.setViewport({ width: 1280, height: 800 });
    const broken = await page.$$eval('tbody th code', (codes) =>
      codes.filter((code) => code.getClientRects().length > 1).map((code) => code.textContent),
    );
    assert.deepEqual(broken, []);
  });

  test('names its landmarks, and has a heading for each operation below that of its group', async () => {
    const tree = await page.accessibility.snapshot({ interestingOnly: false });
    const found: string[] = [];
    const collect = ({ role, name = '', level, children = [] }: NonNullable<typeof tree>): void => {
      if (['main', 'navigation', 'region', 'banner', 'contentinfo'].includes(role))
        found.push(`${role} ${name}`.trim());
      if (role === 'heading' && level === 3) found.push(name);
      for (const child of children) collect(child);
    };
    collect(tree!);
    const landmarks = found.filter((one) => /^(main|navigation|region)/.test(one));
    assert.deepEqual(landmarks.slice(0, 3), ['main', 'navigation Endpoints', 'region Checks']);
    assert.equal(new Set(landmarks).size, landmarks.length);
    assert.deepEqual(found.filter((one) => !landmarks.includes(one)).sort(), names.map(({ name }) => name).sort());
  });

  test('brings the Tab key to a link to each operation, and Enter to the operation', async () => {
    const reached: string[] = [];
    for (let pressed = 0; pressed <= names.length; pressed++) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement?.getAttribute('href') ?? ''));
    }
    assert.equal(reached[0], 'openapi.json');
    assert.deepEqual(reached.slice(1).sort(), names.map(({ id }) => `#${id}`).sort());
    await page.keyboard.press('Enter');
    const target = await page.$eval(':target', (node) => [node.id, node.getBoundingClientRect().top >= 0]);
    assert.deepEqual(target, [reached.at(-1)!.slice(1), true]);
  });

  test('needs no script', async () => {
    const without = await browser.newPage();
    await without.setJavaScriptEnabled(false);
    await without.goto(`${program.url}/api/docs`);
    assert.ok((await without.$$('article')).length === names.length);
    assert.deepEqual(messages, []);
  });
});
