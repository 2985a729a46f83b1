/**
 * The built site as a static host serves it, under the policy of `serve`: the documentation, its search, and the
 * playground without a server.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { build } from 'vite';
import { DOCS_HEADERS } from '../../src/util/page-headers.js';
import { eventually } from '../support/eventually.js';
import { whole } from '../support/whole.js';
import { type Browser, startBrowser, typeAddress } from './support/browser.js';
import { serveFolder } from './support/folder-site.js';
import { usePacked } from './support/packed.js';

const root = join(import.meta.dirname, '../..');
const SITE = join(root, 'server/dist/site');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One page of each kind: playground, start, prose with a diagram, tables and code. */
const KINDS = ['', 'docs/', 'docs/edge.html', 'docs/element.html'];

/** The first results. Some names are defined twice. */
const AMONG = 2;

/** Searches, each with an address that must be among these. */
const SOUGHT: [query: string, address: string][] = [
  ['email-verify-check', 'element.html#email-verify-check'],
  ['--email-verify-accent', 'element.html#--email-verify-accent'],
  ['when-unavailable', 'element.html#when-unavailable'],
  ['TRUSTED_PROXIES', 'edge/settings.html#trusted_proxies'],
  ['--same-mailbox', 'cli.html#--remove-same-mailbox'],
  ['quotas', 'edge/quotas.html#quotas'],
  ['chalenge', 'edge/quotas.html#challenges'],
];

const pages = (): string[] =>
  readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));

const read = (file: string): string => readFileSync(join(SITE, file), 'utf8');

/** The file of an address below the site's root. */
const fileOf = (pathname: string): string => pathname.slice(1).replace(/(^|\/)$/, '$1index.html');

// Built by `npm run docs`.
describe('the site', () => {
  let server: { origin: string; close: () => void };
  let browser: Browser;
  let page: Page;
  let base = '';
  const errors: string[] = [];
  const hosts = new Set<string>();

  beforeAll(async () => {
    server = await serveFolder(SITE, '', (path) => (path.startsWith('/docs/') ? DOCS_HEADERS : {}));
    base = `${server.origin}/`;
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  beforeEach(async () => {
    page = await browser.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
    });
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) errors.push(message.text());
    });
  });

  test('links only to what is there', () => {
    const all = new Set(readdirSync(SITE, { recursive: true, encoding: 'utf8' }));
    const ids = new Map(pages().map((file) => [file, new Set(read(file).match(/(?<= id=")[^"]*/g))]));
    const broken: string[] = [];
    for (const file of pages()) {
      for (const [, link = ''] of read(file).matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^(https?|mailto):/.test(link)) continue;
        const { pathname, hash } = new URL(link, `http://site/${file}`);
        const target = fileOf(pathname);
        if (!all.has(target)) broken.push(`${file}: ${link}`);
        else if (hash && !ids.get(target)?.has(decodeURIComponent(hash.slice(1)))) broken.push(`${file}: ${link}`);
      }
    }
    assert.ok(ids.size > 50);
    assert.deepEqual(broken, []);
  });

  test('has every page of docs/ in the navigation', () => {
    const written = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
    const navigation = /<nav class="nav" id="VPSidebarNav".*?<\/nav>/s.exec(read('docs/edge.html'))?.[0] ?? '';
    const linked = [...navigation.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    for (const file of written.filter((name) => name.endsWith('.md') && name !== 'README.md'))
      assert.ok(linked.includes(`/docs/${file.toLowerCase().replace('.md', '.html')}`), file);
  });

  test('starts with a quick start on the first screen, and has the links of the playground', async () => {
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(`${base}docs/`);
    const bottom = await page.$eval('.vp-doc div.language-sh', (code) => code.getBoundingClientRect().bottom);
    assert.ok(bottom < 800);
    const links = () => page.$$eval('header a, .top nav a', (all) => all.map((link) => link.textContent));
    const has = async (names: string[]) => {
      const shown = await links();
      for (const name of names) assert.ok(shown.includes(name), name);
    };
    await has(['Playground', 'Docs', 'Source']);
    await page.goto(base);
    await has(['Playground', 'Docs', 'Source']);
  });

  test('keeps the full stop after a link beside it, on a phone', async () => {
    await page.setViewport({ width: 360, height: 800, hasTouch: true, isMobile: true });
    await page.goto(`${base}docs/`);
    const alone = await page.$$eval('.vp-doc a', (links) =>
      links.flatMap((link) => {
        const after = link.nextSibling;
        if (!(after instanceof Text) || !/^[.,;:)]/.test(after.data)) return [];
        const range = document.createRange();
        range.setStart(after, 0);
        range.setEnd(after, 1);
        const end = [...link.getClientRects()].at(-1)?.bottom ?? 0;
        return range.getBoundingClientRect().top > end - 4 ? link.textContent : [];
      }),
    );
    assert.deepEqual(alone, []);
  });

  test('reads well without JavaScript: navigation, text, code', async () => {
    await page.setJavaScriptEnabled(false);
    await page.setViewport({ width: 1300, height: 800 });
    await page.goto(`${base}docs/edge/deploy.html`);
    const text = await page.$eval('body', (body) => body.innerText);
    for (const words of ['Deploy the edge', 'Troubleshooting', 'npx wrangler deploy'])
      assert.ok(text.includes(words), words);
  });

  test('is searched with the keyboard alone', async () => {
    await page.goto(`${base}docs/forms.html`, { waitUntil: 'networkidle0' });
    await page.keyboard.press('/');
    await page.waitForSelector('#localsearch-input');
    await page.keyboard.type('quotas');
    await page.waitForFunction(() => document.querySelector('.result.selected')?.textContent.includes('Quotas'));
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.href.endsWith('/docs/edge/quotas.html#quotas'));
    await page.waitForFunction(() => document.querySelector('h1')?.textContent.startsWith('Quotas and challenges'));
    assert.equal(await page.$('#localsearch-input'), null);
  });

  test('finds a name where the manual defines it, and a word with a slip in it', async () => {
    await page.goto(`${base}docs/`, { waitUntil: 'networkidle0' });
    for (const [query, address] of SOUGHT) {
      await page.keyboard.press('/');
      await page.waitForSelector('#localsearch-input');
      await page.keyboard.type(query);
      const found = () =>
        page.$$eval('.result', (all) => all.map((result) => result.getAttribute('href')?.replace('/docs/', '')));
      await eventually(async () => (await found()).slice(0, AMONG).includes(address)).catch(async () => {
        assert.deepEqual(await found(), [address], query);
      });
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => document.querySelector('#localsearch-input') === null);
    }
  });

  for (const scheme of ['light', 'dark']) {
    test.runIf(whole)(`has no fault that axe finds, ${scheme}, and is not wider than a phone`, async () => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const isPhone = scheme === 'dark';
      await page.setViewport({ width: isPhone ? 360 : 1300, height: 800, hasTouch: isPhone, isMobile: isPhone });
      for (const kind of KINDS) {
        await page.goto(base + kind);
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
        const shortcut = await page.$$eval('.DocSearch-Button-Keys', (keys) =>
          keys.some((key) => key.checkVisibility()),
        );
        if (isPhone) assert.equal(shortcut, false);
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

  test('asks no other host, and writes nothing into the console', () => {
    assert.deepEqual(
      [...hosts].filter((origin) => origin !== server.origin && !origin.startsWith('http://127.0.0.1')),
      [],
    );
    assert.deepEqual(errors, []);
  });
});
