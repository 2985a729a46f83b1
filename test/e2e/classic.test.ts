/** The built script for old-style script tags, in somebody's page, served from another origin. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startBrowser, typeAddress, waitForText } from './support/browser.js';
import { startSite, type Site } from './support/site.js';

const CDN = join(import.meta.dirname, '../../dist/cdn');

/** Serves the scripts, and as much of an edge as a page can tell: every address is valid. */
const serve = (asked: string[], isLost: (path: string) => boolean): Server =>
  createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    response.setHeader('access-control-allow-origin', '*');
    if (isLost(path)) {
      response.writeHead(404).end();
    } else if (path === '/verify/token') {
      response.end('{"token":"t","expires_in":600}');
    } else if (path === '/verify/validate') {
      request.on('data', (body: Buffer) => {
        const { email } = JSON.parse(body.toString()) as { email: string };
        response.end(JSON.stringify({ email, status: 'valid', quality: 'safe', sub_status: [], receipt: 'r' }));
      });
    } else if (!existsSync(join(CDN, path))) {
      response.writeHead(404).end();
    } else {
      response.setHeader('content-type', 'text/javascript').end(readFileSync(join(CDN, path)));
    }
  });

describe('the single file', () => {
  const asked: string[] = [];
  let lost = /^$/;
  /** Whether the browser is one that knows no CSS anchor positioning. */
  let old = false;
  let scripts: Server;
  let site: Site;
  let browser: Browser;
  let page: Page;
  let errors: unknown[];

  before(async () => {
    scripts = serve(asked, (path) => lost.test(path));
    await new Promise<void>((resolve) => scripts.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(scripts.address() as AddressInfo).port}`;
    site = await startSite(
      () => `<!doctype html><html lang="en"><title>Sign up</title>
<script src="${origin}/email-verify.classic.js" data-endpoint="${origin}/verify/"></script>
<form method="post" style="margin: 200px">
  <label>Email <input type="email" name="email"></label>
  <button name="plan" value="free">Free</button>
</form>`,
    );
    browser = await startBrowser();
  });

  after(async () => {
    await browser.close();
    await site.close();
    scripts.close();
    scripts.closeAllConnections();
  });

  beforeEach(() => {
    asked.length = 0;
    lost = /^$/;
    old = false;
  });

  const visit = async (): Promise<void> => {
    page = await browser.newPage();
    errors = [];
    page.on('pageerror', (error) => errors.push(error));
    if (old) {
      await page.evaluateOnNewDocument(`
        const supports = CSS.supports.bind(CSS);
        CSS.supports = (...of) => of[0] !== 'position-area' && supports(...of);
      `);
    }
    await page.goto(site.origin);
    await page.waitForSelector('email-verify');
  };

  /** How the panel stands: whether in the top layer, and how far above or below the field. */
  const panel = (): Promise<{ open: boolean; gap: number }> =>
    page.$eval('email-verify', (element) => {
      const found = element.shadowRoot?.querySelector('[part=suggestion]');
      const field = document.querySelector('input')?.getBoundingClientRect();
      const own = found?.getBoundingClientRect();
      if (!found || !field || !own) throw new Error('There is no panel.');
      return { open: found.matches(':popover-open'), gap: Math.max(own.top - field.bottom, field.top - own.bottom) };
    });

  const meetSuggestion = async (): Promise<void> => {
    await typeAddress(page, 'anna@gamil.org');
    await page.keyboard.press('Tab');
    await page.waitForFunction(
      () => document.querySelector('email-verify')?.shadowRoot?.querySelector('[part=suggestion]')?.checkVisibility(),
      { timeout: 8000 },
    );
  };

  test('finds the field, fixes a slip, undoes it, shows the verdict and sends the form with its receipt', async () => {
    await visit();
    await typeAddress(page, 'anna@gmial.com');
    await page.keyboard.press('Tab');
    await waitForText(page, 'Changed anna@gmial.com to anna@gmail.com.');
    await waitForText(page, 'This address can receive mail.');
    await page.click('email-verify >>> [part=undo]');
    await page.waitForFunction(() => document.querySelector('input')?.value === 'anna@gmial.com');
    // What stood there before the press says that mail can be received, too.
    await page.waitForFunction(
      () => !document.querySelector('email-verify')?.shadowRoot?.querySelector('[part=undo]'),
      { timeout: 8000 },
    );
    await waitForText(page, 'This address can receive mail.');
    await Promise.all([page.waitForNavigation(), page.click('button[value=free]')]);
    assert.deepEqual(site.submissions, [{ email: 'anna@gmial.com', 'email-verification': 'r', plan: 'free' }]);
    assert.deepEqual(errors, []);
  });

  test('is one file in a page that CSS can place the panel in', async () => {
    lost = /validate/;
    await visit();
    await meetSuggestion();
    assert.equal((await panel()).open, true);
    assert.deepEqual(
      asked.filter((path) => path.endsWith('.js')),
      ['/email-verify.classic.js'],
    );
  });

  test('loads what places the panel elsewhere from beside itself', async () => {
    lost = /validate/;
    old = true;
    await visit();
    await meetSuggestion();
    const { open, gap } = await panel();
    assert.equal(open, true);
    assert.equal(Math.round(gap), 6);
    assert.match(asked.join(' '), /\/email-verify-place-[\w-]+\.js/);
    assert.deepEqual(errors, []);
  });

  test('has the panel stand in the flow when that file is not there', async () => {
    lost = /validate|place/;
    old = true;
    await visit();
    await meetSuggestion();
    const { open, gap } = await panel();
    assert.equal(open, false);
    assert.ok(gap >= 0, `${gap}`);
    assert.deepEqual(errors, []);
  });
});
