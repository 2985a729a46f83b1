/** The built site as a static host serves it, below a path of its own: the manual, its search, and the playground without a server. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import type { Browser, Page } from 'puppeteer-core';
import { build } from 'vite';
import { whole } from '../support/whole.js';
import { startBrowser, typeAddress } from './support/browser.js';
import { serveFolder } from './support/folder-site.js';
import { usePacked } from './support/packed.js';

const SITE = join(import.meta.dirname, '../../server/dist/site');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const BELOW = '/some/path';

/** One page of each kind: start, prose with pictures, a table of settings, a list of links, code. */
const KINDS = [
  '',
  'docs/',
  'docs/manual.html',
  'docs/edge.html',
  'docs/edge/settings.html',
  'docs/source/',
  'docs/source/options.ts.html',
];

const pages = (): string[] =>
  readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));

const read = (file: string): string => readFileSync(join(SITE, file), 'utf8');

/** The file of an address below the site's root. */
const fileOf = (pathname: string): string => pathname.slice(1).replace(/(^|\/)$/, '$1index.html');

describe('the site', () => {
  let server: { origin: string; close: () => void };
  let browser: Browser;
  let page: Page;
  let base = '';
  const errors: string[] = [];

  beforeAll(async () => {
    server = await serveFolder(SITE, BELOW);
    base = `${server.origin}${BELOW}/`;
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  beforeEach(async () => {
    page = await browser.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) errors.push(message.text());
    });
  });

  test('links only to what is there, and never from the root of its host', () => {
    const all = new Set(readdirSync(SITE, { recursive: true, encoding: 'utf8' }));
    const ids = new Map(pages().map((file) => [file, new Set(read(file).match(/(?<= id=")[^"]*/g))]));
    const broken: string[] = [];
    for (const file of pages()) {
      for (const [, link = ''] of read(file).matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^(https?|mailto):/.test(link)) continue;
        const { pathname, hash } = new URL(link, `http://site/${file}`);
        const target = fileOf(pathname);
        if (link.startsWith('/') || !all.has(target)) broken.push(`${file}: ${link}`);
        else if (hash && !ids.get(target)?.has(decodeURIComponent(hash.slice(1)))) broken.push(`${file}: ${link}`);
      }
    }
    assert.ok(ids.size > 50);
    assert.deepEqual(broken, []);
  });

  test('has every page of docs/ in the navigation, with the open one marked', () => {
    const written = readdirSync(join(SITE, '../../docs'), { recursive: true, encoding: 'utf8' });
    const navigation = /<nav id="menu".*?<\/nav>/s.exec(read('docs/edge.html'))?.[0] ?? '';
    const linked = [...navigation.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    for (const file of written.filter((name) => name.endsWith('.md') && name !== 'README.md'))
      assert.ok(linked.includes(file.toLowerCase().replace('.md', '.html')), file);
    assert.match(navigation, /<a href="edge.html" aria-current="page">/);
  });

  test('reads well without JavaScript: navigation, contents, text, code', async () => {
    await page.setJavaScriptEnabled(false);
    await page.setViewport({ width: 1300, height: 800 });
    await page.goto(`${base}docs/edge/deploy.html`);
    const text = await page.$eval('body', (body) => body.innerText);
    for (const words of ['Deploy the edge', 'On this page', 'Troubleshooting', 'npx wrangler deploy'])
      assert.ok(text.includes(words), words);
    assert.equal(await page.$eval('.search', (search) => search.checkVisibility()), false);
  });

  test('is searched with the keyboard alone', async () => {
    await page.goto(`${base}docs/forms.html`);
    await page.keyboard.press('/');
    await page.keyboard.type('quotas');
    await page.waitForFunction(() => document.querySelector('.results b')?.textContent === 'Quotas');
    assert.match(await page.$eval('#found', (found) => found.textContent), /^\d+ results$/);
    await page.keyboard.press('Escape');
    assert.equal(await page.$eval('.results', (results) => results.checkVisibility()), false);
    await page.keyboard.type(' ');
    await page.waitForSelector('.results a');
    await page.keyboard.press('ArrowDown');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    assert.equal(page.url(), `${base}docs/edge/quotas.html#quotas`);
  });

  test('finds a word with a slip in it, and says when there is nothing', async () => {
    await page.goto(`${base}docs/`);
    await page.type('.search input', 'chalenge');
    await page.waitForFunction(() => document.querySelector('.results')?.textContent.includes('Challenges'));
    await page.type('.search input', 'xyzzyqqq');
    await page.waitForFunction(() => document.querySelector('.results')?.textContent.includes('Nothing was found'));
  });

  for (const scheme of ['light', 'dark']) {
    test.runIf(whole)(`has no fault that axe finds, ${scheme}, and is not wider than a phone`, async () => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      for (const kind of KINDS) {
        await page.setViewport(scheme === 'dark' ? { width: 360, height: 700 } : { width: 1300, height: 800 });
        await page.goto(base + kind);
        if (kind === 'docs/') {
          await page.type('.search input', 'receipt');
          await page.waitForSelector('.results a');
        }
        await page.evaluate(AXE);
        const faults = (await page.evaluate(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
        )) as unknown[];
        assert.deepEqual(faults, [], kind);
        const { scrollWidth, clientWidth } = await page.$eval('html', ({ scrollWidth, clientWidth }) => ({
          scrollWidth,
          clientWidth,
        }));
        assert.ok(scrollWidth <= clientWidth, `${kind}: ${scrollWidth} > ${clientWidth}`);
      }
    });
  }

  test('its playground works without a server', async () => {
    await page.goto(base);
    await typeAddress(page, 'anna@gmial.com');
    await page.keyboard.press('Tab');
    await page.waitForSelector('#verdict[data-status=valid]');
    assert.equal(await page.$eval('input[name=email]', (input) => input.value), 'anna@gmail.com');
    await page.click('.primary');
    await page.waitForFunction(() => document.querySelector('#sent')?.textContent.includes('email=anna%40gmail.com'));
    await page.click('[data-sample="anna@no-such-shop.com"]');
    await page.waitForSelector('#verdict[data-status=invalid]');
  });

  test.runIf(whole)('opens in StackBlitz what runs as it stands', async () => {
    const files = await page.goto(base).then(() =>
      page.$$eval('#stackblitz input', (inputs) =>
        inputs.flatMap((input) => {
          const { name, value } = input;
          const [, file] = /^project\[files\]\[(.*)\]$/.exec(name) ?? [];
          return file === undefined ? [] : [[file, value] as const];
        }),
      ),
    );
    const packed = usePacked();
    const { folder, write } = await packed.install();
    for (const [file, text] of files) write(file, text);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies: object };
    assert.deepEqual(Object.keys(dependencies), ['email-verify-element']);
    await build({ root: folder, logLevel: 'error', configFile: false });
    const example = await serveFolder(join(folder, 'dist'));
    try {
      await page.goto(`${example.origin}/`);
      await typeAddress(page, 'anna@gmial.com');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.querySelector('#sent')?.textContent.includes('anna%40gmail.com'));
    } finally {
      example.close();
      packed.remove();
    }
  });

  test('writes nothing into the console', () => {
    assert.deepEqual(errors, []);
  });
});
