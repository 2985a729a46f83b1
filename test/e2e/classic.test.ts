/** The built script for old-style script tags, in somebody's page, served from another origin. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import {
  becomeIdle,
  type Browser,
  openPage,
  settle,
  startBrowser,
  typeAddress,
  waitForSign,
  waitForText,
} from './support/browser.js';
import { startScripts, type Scripts } from './support/scripts.js';
import { startSite, type Site } from './support/site.js';

const BUBBLE = 'email-verify >>> [part=bubble]:popover-open';

describe('the script for tags of the old kind', () => {
  let scripts: Scripts;
  let site: Site;
  let browser: Browser;
  let page: Page;
  let messages: string[];

  beforeAll(async () => {
    scripts = await startScripts(() => '');
    site = await startSite(
      () => `<!doctype html><html lang="en"><title>Sign up</title>
<script src="${scripts.origin}/email-verify.classic.js" data-endpoint="${scripts.origin}/verify/" data-hold="60000"></script>
<form method="post" style="margin: 200px">
  <label>Email <input type="email" name="email"></label>
  <button name="plan" value="free">Free</button>
</form>`,
    );
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await site.close();
    scripts.close();
  });

  beforeEach(async () => {
    scripts.requests.length = site.submissions.length = 0;
    scripts.lose(0);
    ({ page, messages } = await openPage(browser, site.origin));
  });

  const asked = (name: RegExp): string[] => scripts.requests.filter((path) => name.test(path));

  const meetSuggestion = async (): Promise<void> => {
    await typeAddress(page, 'anna@gamil.org');
    await page.keyboard.press('Tab');
    await page.waitForSelector(BUBBLE, { visible: true });
  };

  test('finds the field, fixes a typo, undoes it, shows the verdict and sends the form with its receipt', async () => {
    await typeAddress(page, 'anna@gmial.com');
    await page.keyboard.press('Tab');
    await waitForText(page, 'Fixed typo: gmial.com → gmail.com');
    await waitForSign(page, 'valid');
    await page.click('email-verify >>> [part=undo]');
    await page.waitForFunction(() => document.querySelector('input')?.value === 'anna@gmial.com');
    // The sign that stood there before the press says that mail can be received, too.
    await page.waitForFunction(() => !document.querySelector('email-verify')?.shadowRoot?.querySelector('[part=undo]'));
    await waitForSign(page, 'valid');
    await Promise.all([page.waitForNavigation(), page.click('button[value=free]')]);
    assert.deepEqual(site.submissions, [{ email: 'anna@gmial.com', 'email-verification': 'r', plan: 'free' }]);
    assert.deepEqual(messages, []);
  });

  test('asks for nothing and changes nothing until the field is used; then for the element, beside itself', async () => {
    const markup = (): Promise<string> => page.evaluate(() => document.documentElement.outerHTML);
    const before = await markup();
    await becomeIdle(page);
    await settle(page);
    assert.equal(await markup(), before);
    assert.doesNotMatch(before, /<email-verify|aria-/);
    assert.deepEqual(scripts.requests, ['/email-verify.classic.js']);
    await page.hover('input');
    await page.waitForSelector('email-verify');
    assert.deepEqual(asked(/-element/), ['/email-verify-element.js']);
    assert.equal(await page.$eval('body', (body) => body.outerHTML), /<body.*<\/body>/s.exec(before)?.[0]);
  });

  test('shows the suggestion in the top layer, right below the field', async () => {
    scripts.lose(Infinity, /validate/);
    await meetSuggestion();
    const gap = await page.$eval(BUBBLE, (bubble) => {
      const field = document.querySelector('input')?.getBoundingClientRect();
      return field ? bubble.getBoundingClientRect().top - field.bottom : NaN;
    });
    assert.equal(Math.round(gap), 6);
    assert.equal(asked(/overlay/).length, 1);
    assert.deepEqual(
      messages.filter((text) => !text.includes('Failed to load resource')),
      [],
    );
  });

  test('shows the suggestion in the window when what places it is lost, and its buttons work', async () => {
    scripts.lose(Infinity, /overlay|validate/);
    await meetSuggestion();
    const isInWindow = await page.$eval(BUBBLE, (bubble) => {
      const { left, top, right, bottom } = bubble.getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left && bottom > top;
    });
    assert.equal(isInWindow, true);
    await page.click('email-verify >>> [part=accept]');
    assert.equal(await page.$eval('input', (input) => input.value), 'anna@gmail.com');
    await page.waitForSelector(BUBBLE, { hidden: true });
    assert.deepEqual(
      messages.filter((text) => !text.includes('Failed to load resource')),
      [],
    );
  });

  test('holds a submission that comes before the element, and sends it once with the same button', async () => {
    const arrive = scripts.keepBack();
    await page.focus('input');
    await page.keyboard.type('anna@harbour-shop.com');
    await page.click('button[value=free]');
    await settle(page);
    assert.deepEqual(site.submissions, []);
    const sent = page.waitForNavigation();
    arrive();
    await sent;
    await settle(page);
    assert.deepEqual(site.submissions, [{ email: 'anna@harbour-shop.com', 'email-verification': 'r', plan: 'free' }]);
  });

  test('knows the words of other languages in a page of another encoding', async (t) => {
    const signIn = await startSite(
      () => `<!doctype html><html lang="ru"><title>Sign in</title>
<script charset="windows-1252" src="${scripts.origin}/email-verify.classic.js" data-endpoint="${scripts.origin}/verify/"></script>
<form method="post"><label>Email <input type="email" name="email"></label><input type="password"><button>Войти</button></form>`,
    );
    t.onTestFinished(() => signIn.close());
    const { page: other } = await openPage(browser, signIn.origin);
    await typeAddress(other, 'anna@gmial.com');
    await other.keyboard.press('Tab');
    await settle(other);
    assert.deepEqual(asked(/element/), [], 'a sign-in form is left alone');
  });
});
