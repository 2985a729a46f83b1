/** The built scripts in a page, without a server behind them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { promisify } from 'node:util';
import puppeteer, { type Page } from 'puppeteer-core';
import { whole } from '../support/whole.js';
import { type Browser, settle, shown, startBrowser, typeAddress, waitForText } from './support/browser.js';
import { ELEMENT, startScripts, type Scripts } from './support/scripts.js';
import { eventually } from '../support/eventually.js';

const FORM = `<form autocomplete="on">
  <label>Name <input name="name" autocomplete="name"></label>
  <label>City <input name="city" autocomplete="address-level2"></label>
  <label>Email <input type="email" name="email" autocomplete="email"></label>
  <button>Join</button>
</form>`;

const SYNTAX = 'Enter an address like name@example.com.';

describe('a script tag', () => {
  let scripts: Scripts;
  let browser: Browser;
  let page: Page;
  let html = '';
  const messages: string[] = [];

  beforeAll(async () => {
    scripts = await startScripts(() => `<!doctype html><html lang="en"><title>Join</title>${html}`);
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    scripts.close();
  });

  beforeEach(async () => {
    scripts.requests.length = messages.length = 0;
    scripts.lose(0);
    page = await browser.newPage();
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
  });

  const open = async (head: string, form = FORM): Promise<void> => {
    html = head + form;
    await page.goto(scripts.origin);
  };

  /** Types what is no address, and leaves the field. */
  const slip = async (): Promise<void> => {
    await typeAddress(page, 'anna@');
    await page.keyboard.press('Tab');
  };

  const asked = (): string[] => scripts.requests.filter((url) => ELEMENT.test(url));

  test('of the old kind or of the new one: the field works', async () => {
    for (const tag of [
      '<script type="module" src="/email-verify.js"></script>',
      '<script src="/email-verify.classic.js" data-typos="off"></script>',
    ]) {
      await open(tag);
      await slip();
      await waitForText(page, SYNTAX);
    }
    assert.equal(await page.$eval('email-verify', (element) => element.typos), 'off');
    assert.deepEqual(messages, []);
  });

  test('survives lost connections: the author is told, and the next use tries again under another URL', async () => {
    scripts.lose(Infinity);
    await open('<script type="module" src="/email-verify.js"></script>');
    await page.focus('input[name=email]');
    await eventually(() => messages.some((text) => text.includes('did not load')));
    const before = new Set(asked());
    assert.deepEqual([...before], ['/email-verify-element.js']);
    scripts.lose(0);
    await typeAddress(page, 'anna@gmial.com');
    await page.keyboard.press('Tab');
    await waitForText(page, 'Fixed typo: gmial.com → gmail.com');
    assert.equal((await shown(page)).undo, true);
    assert.deepEqual(
      asked().filter((url) => !before.has(url)),
      ['/email-verify-element.js?2'],
    );
  });

  test("leaves the page's own $.fn.mailcheck and AMD's define alone", async () => {
    for (const src of ['type="module" src="/email-verify.js"', 'src="/email-verify.classic.js"']) {
      await open(`<script>
        const calls = [];
        const own = () => 'own';
        window.jQuery = window.$ = Object.assign(() => window.$, { fn: { mailcheck: own } });
        window.define = Object.assign(() => calls.push('define'), { amd: {} });
      </script><script ${src}></script>`);
      await typeAddress(page, 'anna@gmial.com');
      await page.keyboard.press('Tab');
      await waitForText(page, 'Fixed typo: gmial.com → gmail.com');
      assert.equal(
        await page.evaluate('$.fn.mailcheck === own && calls.length === 0 && !("Mailcheck" in window)'),
        true,
      );
    }
  });

  test('adds no plugin to jQuery, and takes an element by this name for what it is', async () => {
    for (const before of ['<script>window.jQuery = { fn: {} };</script>', '<p id="jQuery"></p>']) {
      await open(`${before}<script type="module" src="/email-verify.js"></script>`);
      await typeAddress(page, 'anna@gmial.com');
      await page.keyboard.press('Tab');
      await waitForText(page, 'Fixed typo: gmial.com → gmail.com');
      assert.equal(await page.evaluate('Object.keys(jQuery.fn ?? {}).length'), 0);
      assert.equal(await page.evaluate('jQuery instanceof Element && "fn" in jQuery'), false);
    }
  });

  test('that stands there twice, also under another URL, does everything once and says nothing', async () => {
    await open(`<script type="module" src="/email-verify.js?ver=6.5"></script>
      <script type="module" src="/email-verify.js"></script><script src="/email-verify.classic.js"></script>`);
    await slip();
    await waitForText(page, SYNTAX);
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<input type="email">')`);
    await page.focus('body > input');
    await page.waitForFunction(() => document.querySelectorAll('email-verify').length === 2);
    await settle(page);
    assert.equal(await page.$$eval('email-verify', (all) => all.length), 2);
    assert.equal(asked().length, 1);
    assert.deepEqual(messages, []);
  });

  test.runIf(whole)('leaves nothing in the memory when its elements come and go', async () => {
    const bench = join(import.meta.dirname, '../../bench/memory.bench.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--import=tsx', bench], {
      env: { ...process.env, CYCLES: '2000' },
    });
    assert.match(stdout, /limit 5 %/);
  });

  const full = '/usr/bin/chromium';
  test('what the browser fills in is looked at as if it were typed', async (t) => {
    t.skip(!existsSync(full), `there is no ${full}; the headless shell has no autofill`);
    const whole = await puppeteer.launch({ executablePath: full, args: ['--no-sandbox'], headless: true });
    try {
      page = await whole.newPage();
      await open('<script type="module" src="/email-verify.js" data-validate-on="blur"></script>');
      await page.evaluate(
        `addEventListener('email-verify-verdict', ({ verdict }) => (document.title = verdict.email));
         const seen = (window.seen = []);
         for (const type of ['input', 'change', 'blur'])
           document.forms[0].email.addEventListener(type, (event) => seen.push(event.isTrusted + ' ' + event.type));`,
      );
      const name = await page.$('input[name=name]');
      const fields = Object.entries({
        NAME_FULL: 'Anna Harbour',
        EMAIL_ADDRESS: 'anna@harbour-shop.com',
        ADDRESS_HOME_CITY: 'Hamburg',
      }).map(([name, value]) => ({ name, value }));
      await name?.autofill({ address: { fields } });
      await page.waitForFunction(`document.title === 'anna@harbour-shop.com'`);
      const events = (await page.evaluate('seen')) as string[];
      assert.deepEqual(new Set(events), new Set(['true input', 'true change', 'true blur']));
    } finally {
      await whole.close();
    }
  });
});
