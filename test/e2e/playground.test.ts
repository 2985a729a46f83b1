/** The playground at `/`, as a person meets it: its settings, the code it writes, its samples, its manual. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc';
import { transform } from 'esbuild';
import type { Page } from 'puppeteer-core';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { putDatabase } from '../support/pglite-template.js';
import { type Browser, startBrowser, typeAddress, waitForSign } from './support/browser.js';
import { startSite, type Site } from './support/site.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';
import { sample } from '../support/whole.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SETTINGS = {
  typos: 'suggest',
  'validate-on': 'blur',
  privacy: 'hashed-domain',
  'when-unavailable': 'block',
  debounce: '600',
  block: 'invalid disposable',
  'allow-domains': 'a&b"<c.example',
  override: 'on',
  'message-target': 'email-error',
  lang: 'de',
  novalidate: 'on',
  '--email-verify-radius': '16px',
};

describe('the playground', () => {
  const folder = temporaryFolder();
  let dns: DnsServer;
  let program: Program;
  let site: Site;
  let shownCode = '';
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    const mail = { MX: ['mx.gmail.com'] };
    dns = await startDnsServer({ zone: { 'gmail.com': mail, 'mx.gmail.com': { A: ['1.2.3.4'] } } });
    site = await startSite(() => shownCode);
    await putDatabase(folder.path);
    program = await startProgram({ DATA_DIR: folder.path, DNS_SERVERS: dns.address });
    browser = await startBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) errors.push(message.text());
    });
  });

  afterAll(async () => {
    await browser.close();
    await site.close();
    await program.end();
    await dns.close();
    folder.remove();
  });

  const open = (settings: Record<string, string> = {}): Promise<unknown> =>
    page.goto(`${program.url}/?${new URLSearchParams(settings)}`);

  const codeFor = async (dialect: string): Promise<string> => {
    await page.click(`#dialects [value=${dialect}]`);
    return page.$eval('#snippet code', (code) => code.textContent);
  };

  test('gives the element the settings of its address, and takes them back at Reset', async () => {
    await open(SETTINGS);
    const attributes = (): Promise<Record<string, string>> =>
      page.$eval('email-verify', (element) =>
        Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      );
    const { override, novalidate, '--email-verify-radius': radius, ...plain } = SETTINGS;
    assert.deepEqual([override, novalidate, radius], ['on', 'on', '16px']);
    const found = await attributes();
    for (const [name, value] of Object.entries(plain)) assert.equal(found[name], value, name);
    assert.equal(found['override'], '');
    assert.match(found['style'] ?? '', /--email-verify-radius: 16px/);
    assert.equal(await page.$eval('#sign-up', (form) => form.hasAttribute('novalidate')), true);

    await page.click('#reset');
    const { style, ...rest } = await attributes();
    assert.equal(style ?? '', '');
    assert.deepEqual(rest, { endpoint: '/verify/', placement: 'bubble' });
    assert.equal(await page.evaluate(() => location.search), '');
  });

  test('writes whole files that their languages accept', async () => {
    for (const settings of [{}, SETTINGS]) {
      await open(settings);
      for (const dialect of ['script', 'markup']) {
        const code = await codeFor(dialect);
        assert.match(code, /^<!doctype html>[^]*email-verify\.js[^]*<\/html>$/);
        assert.match(code, new RegExp(`endpoint="${program.url}/verify/"`));
      }
      const react = await codeFor('react');
      await transform(react, { loader: 'jsx' });
      assert.match(react, /^import [^]*export default function/);

      const { descriptor, errors: wrong } = parse(await codeFor('vue'));
      assert.deepEqual(wrong, []);
      compileScript(descriptor, { id: 'page' });
      const source = descriptor.template?.content ?? '';
      assert.deepEqual(compileTemplate({ source, filename: 'page.vue', id: 'page' }).errors, []);

      const php = await codeFor('wordpress');
      assert.match(php, /^<\?php[^]*'data-endpoint' => '[^]*\}\);$/);
    }
  });

  test('runs the code it shows', async () => {
    for (const dialect of ['script', 'markup']) {
      await open();
      shownCode = await codeFor(dialect);
      const other = await browser.newPage();
      await other.goto(site.origin);
      await other.type('input[type=email]', 'anna@gmial.com');
      await other.keyboard.press('Tab');
      await other.waitForFunction(() => document.querySelector('input')?.value === 'anna@gmail.com');
      await other.close();
    }
  });

  test('shows code as it is, cut off at no width', async () => {
    await page.setViewport({ width: 320, height: 700 });
    await open({ 'allow-domains': '<img src=x onerror=alert(1)>' });
    assert.match(await codeFor('markup'), /allow-domains="&lt;img src=x onerror=alert\(1\)>"/);
    assert.equal(await page.$('#snippet img'), null);
    const wide = await page.evaluate(() =>
      ['html', '#snippet'].filter((selector) => {
        const node = document.querySelector(selector);
        return node && node.scrollWidth > node.clientWidth;
      }),
    );
    assert.deepEqual(wide, []);
    await page.setViewport({ width: 1280, height: 800 });
  });

  test('puts each sample into the field, and tells the verdict', async () => {
    await open();
    await page.click('[data-sample="anna@gmail.com"]');
    await page.waitForSelector('#verdict[data-status=valid]');
    await page.click('[data-sample="anna@no-such-shop.com"]');
    await page.waitForSelector('#verdict[data-status=invalid]');
    assert.match(await page.$eval('#events', (events) => events.textContent), /domain_not_found/);
  });

  test('says in plain words what was found, and that the form waits until the field is left', async () => {
    await open();
    await typeAddress(page, 'anna@no-such-shop.com');
    await page.waitForSelector('#verdict[data-status=invalid]');
    const texts = (): Promise<string[]> =>
      page.$$eval('#verdict, #details, #waits', (nodes) => nodes.map(({ textContent }) => textContent));
    const [verdict, details = '', waits] = await texts();
    assert.equal(verdict, 'invalid, blocked');
    assert.match(details, /the domain does not exist/);
    assert.doesNotMatch(details, /_/);
    assert.equal(waits, 'The form says so when you leave the field.');
    await page.keyboard.press('Tab');
    await waitForSign(page, 'error');
    assert.equal((await texts())[2], '');
  });

  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1280, 800],
  ] as const)
    test(`shows a suggestion over no text and no button, with no mark on a line of its own, ${width} pixels wide`, async () => {
      await page.setViewport({ width, height });
      await open();
      await page.click('[data-sample="anna@gamil.org"]');
      // Puppeteer looks at each frame for what is visible, and else at changes of the page's own tree alone.
      await page.waitForSelector('email-verify >>> [part=bubble]:popover-open', { visible: true });
      const found = await page.$eval('email-verify >>> [part=bubble]', (bubble) => {
        const box = bubble.getBoundingClientRect();
        const isUnder = (node: Element): boolean => {
          const { left, top, right, bottom } = node.getBoundingClientRect();
          // A button with the focus has a ring.
          return box.left < right + 4 && left - 4 < box.right && box.top < bottom + 4 && top - 4 < box.bottom;
        };
        const covered = [...document.querySelectorAll('.card-title, .small-print, .invitation, .buttons button')];
        const text = bubble.querySelector('[part=suggestion-text]')?.lastChild;
        const range = document.createRange();
        if (text) range.selectNode(text);
        const mark = range.getBoundingClientRect();
        const address = bubble.querySelector('bdi')?.getBoundingClientRect();
        return {
          covered: covered
            .filter((node) => node.checkVisibility() && isUnder(node))
            .map(({ textContent }) => textContent),
          isAlone: !address || mark.top > address.bottom - 2,
          accent: getComputedStyle(bubble.querySelector('[part=accept]') ?? bubble).backgroundColor,
          brand: getComputedStyle(document.querySelector('.primary') ?? document.body).backgroundColor,
        };
      });
      assert.deepEqual(found, { covered: [], isAlone: false, accent: found.brand, brand: found.brand });
    });

  test('keeps the form in sight beside the settings, and the settings near the form on a phone', async () => {
    await page.setViewport({ width: 1280, height: 800 });
    await open();
    await page.$eval('#controls [name=novalidate]', (control) => {
      control.scrollIntoView({ block: 'center' });
    });
    const isInSight = await page.$eval('#sign-up', (form) => {
      const { top, bottom } = form.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    assert.equal(isInSight, true);
    await page.setViewport({ width: 360, height: 740 });
    await open();
    const [form = 0, first = 0, last = 0] = await page.$$eval('#sign-up, #controls, #controls > :last-child', (nodes) =>
      nodes.map((node) => node.getBoundingClientRect().bottom),
    );
    assert.ok(last > form && first - form < 1500, `${form}, ${first}, ${last}`);
    await page.setViewport({ width: 1280, height: 800 });
  });

  for (const scheme of sample(['light', 'dark'], 2)) {
    test(`has no fault that axe finds, ${scheme}`, async () => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      for (const path of ['/', '/docs/']) {
        await page.goto(program.url + path);
        await page.evaluate(AXE);
        const faults = (await page.evaluate(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
        )) as unknown[];
        assert.deepEqual(faults, [], path);
      }
    });
  }

  test('has a page for every link to its documentation', async () => {
    const seen = new Set(['/']);
    const checked = new Set<string>();
    for (const path of seen) {
      const response = await fetch(program.url + path);
      assert.equal(response.status, 200, path);
      checked.add(path);
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      const text = await response.text();
      for (const [, href = ''] of text.matchAll(/<(?:a|img|link) [^>]*(?:href|src)="([^"#]+)/g)) {
        const { origin, pathname } = new URL(href, program.url + path);
        if (origin === program.url) seen.add(pathname);
      }
    }
    // Without `npm run docs`, a page says where the documentation is.
    assert.ok(checked.has('/docs/'));
    assert.equal(checked.has('/docs/edge.html'), existsSync(join(import.meta.dirname, '../../server/dist/site/docs')));
  });

  test('writes nothing into the console', () => {
    assert.deepEqual(errors, []);
  });
});
