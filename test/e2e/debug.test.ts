/** The console messages of `data-debug` and of the attribute `debug`, with the built scripts in Chromium. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, test, vi } from 'vitest';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { type Browser, startBrowser, typeAddress } from './support/browser.js';
import { startScripts, type Scripts } from './support/scripts.js';
import { eventually } from '../support/eventually.js';

const TAG = '<script type="module" src="/email-verify.js" data-endpoint="/verify/" data-debug></script>';
const FORM = `<form action="/later"><input type="email" name="email"><button>Join</button></form>`;
const DEBUG_FILE = '/email-verify-debug.js';

describe('debug', () => {
  let scripts: Scripts;
  let browser: Browser;
  let page: Page;
  let html = '';
  const lines: string[] = [];

  beforeAll(async () => {
    scripts = await startScripts(() => `<!doctype html><html lang="en"><title>Join</title>${html}`);
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    scripts.close();
  });

  beforeEach(async () => {
    scripts.requests.length = lines.length = 0;
    page = await browser.newPage();
    page.on('console', (message) => lines.push(message.text()));
    page.on('pageerror', (error) => lines.push(String(error)));
  });

  const open = async (text: string): Promise<void> => {
    html = text;
    await page.goto(scripts.origin);
  };

  /** Waits for a line that has all these words. */
  const says = (...words: string[]): Promise<unknown> =>
    vi.waitFor(() => {
      assert.ok(
        lines.some((line) => words.every((word) => line.includes(word))),
        `nothing says '${words.join("', '")}':\n${lines.join('\n')}`,
      );
    }, 10_000);

  test('loads nothing without the attribute', async () => {
    await open(TAG.replace(' data-debug', '') + FORM);
    await typeAddress(page, 'anna@gmail.com');
    await eventually(() => scripts.requests.includes('/verify/validate'));
    assert.equal(scripts.requests.includes(DEBUG_FILE), false);
    assert.deepEqual(lines, []);
  });

  test('says, before a field is used, which fields are left alone and why', async () => {
    await open(`${TAG}
      <form><input type="email" id="in" autocomplete="username"><input type="password"><button>Log in</button></form>
      <form><input name="mail"></form><div data-email-verify="off"><input type="email" id="off"></div>
      <input inputmode="email" name="user"><input type="email" multiple id="many">
      <form><input type="email" id="login"><input type="password"><button>Sign in</button></form>${FORM}`);
    await says('input#in: left alone', 'autocomplete="username"');
    await says('input[name=mail]: left alone', 'neither type="email" nor inputmode="email"');
    await says('input#off: left alone', 'data-email-verify="off"');
    await says('input[name=user]: left alone', 'more than an address');
    await says('input#many: left alone', 'multiple');
    await says('input#login: left alone', 'sign-in form');
    assert.equal(lines.filter((line) => line.includes('left alone')).length, 6, lines.join('\n'));
  });

  test('tells a fix, a check, a verdict, and where it came from; never the name before the @', async () => {
    await open(TAG + FORM);
    await says('the element is loaded');
    // The tracer tells otherwise of what came before it, and a busy machine loads it late.
    await page.focus('input[name=email]');
    await says('attached by the script tag; asks', '/verify/');
    await typeAddress(page, 'anna@gmial.com');
    await page.keyboard.press('Tab');
    await says('fixed a…@gmial.com to a…@gmail.com');
    await says('checks a…@gmail.com');
    await says('a…@gmail.com is valid; decision: allow; with a receipt; from the edge');
    await typeAddress(page, 'anna@');
    await typeAddress(page, 'anna@gmail.com');
    await page.keyboard.press('Tab');
    await says("a…@gmail.com is valid; decision: allow; with a receipt; from this page's cache");
    assert.deepEqual(
      lines.filter((line) => line.includes('anna')),
      [],
    );
  });

  test('tells what has happened before it was loaded', async () => {
    await page.setRequestInterception(true);
    const late = new Promise<HTTPRequest>((resolve) => {
      page.on('request', (request) => {
        if (request.url().endsWith(DEBUG_FILE)) resolve(request);
        else void request.continue();
      });
    });
    await open(TAG + FORM);
    await typeAddress(page, 'anna@gmial.com');
    await page.keyboard.press('Tab');
    await eventually(() => scripts.requests.includes('/verify/validate'));
    await (await late).continue();
    await says('fixed a…@gmial.com to a…@gmail.com');
    await says('a…@gmail.com is valid; decision: allow; with a receipt; asked for before this was loaded');
    assert.doesNotMatch(lines.join('\n'), /anna|NaN/);
  });

  test('tells that a form is held and sent', async () => {
    await open(TAG.replace('data-debug', 'data-debug data-validate-on="submit"') + FORM);
    await typeAddress(page, 'anna@gmail.com');
    await says('attached by the script tag');
    await page.keyboard.press('Enter');
    await says('holds the form until there is a verdict, 3000 ms at most');
    await says('submit: the form that was held goes on');
    await says('submit: sent by the browser');
  });

  test('tells why a form is not judged, not sent, or cannot be checked', async () => {
    const element = '<email-verify endpoint="/nowhere/" debug><input type="email" name="email"></email-verify>';
    await open(`<script type="module" src="/email-verify.js"></script>
      <form>${element}<button>Join</button><button formnovalidate id="later">Later</button></form>`);
    await page.focus('input');
    await says('element; asks', '/nowhere/');
    await page.evaluate(() => {
      document.querySelector('form')?.addEventListener('submit', (event) => {
        event.preventDefault();
      });
    });
    await page.keyboard.press('Enter');
    await says('submit: not judged: the field is empty');
    await typeAddress(page, 'anna@');
    await page.keyboard.press('Enter');
    await says('invalid: typeMismatch; the browser does not send a form with this value');
    await page.keyboard.press('Tab');
    await says('this is not an address, so the edge is not asked');
    await typeAddress(page, 'anna@gmail.com');
    await page.keyboard.press('Enter');
    await says('error network: SyntaxError');
    await says('no verdict', 'decision: allow');
    await says('submit: stopped by the page');
    await page.click('#later');
    await says('submit: not judged: its button has formnovalidate');
  });
});
