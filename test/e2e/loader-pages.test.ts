/** The built loader in pages that make it hard for a script: late or lost files, changed prototypes, strict policies. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import {
  becomeIdle,
  type Browser,
  closePage,
  openPage,
  settle,
  startBrowser,
  typeAddress,
  waitForSign,
  waitForText,
} from './support/browser.js';
import { countFromClick, takeCount } from './support/page-time.js';
import { ELEMENT, startScripts, type Scripts } from './support/scripts.js';
import { startSite, type Site } from './support/site.js';
import { eventually } from '../support/eventually.js';

const EMAIL = 'anna@harbour-shop.com';
const HOLD_MS = 600;
/** Time that a page may run in addition to the hold, to handle the click and send the form. */
const MARGIN_MS = 1500;
/** Where a receipt is waited for: no pause ends it. */
const PATIENT = 'data-hold="60000"';
/** Delay of an element that arrives during the hold. */
const LATE_MS = 300;

describe('a page with the loader', () => {
  let scripts: Scripts;
  let site: Site;
  let browser: Browser;
  let html = '';
  let page: Page;
  let messages: string[];

  beforeAll(async () => {
    scripts = await startScripts(() => '');
    site = await startSite(() => `<!doctype html><html lang="en"><title>Join</title>${html}`);
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await site.close();
    scripts.close();
  });

  beforeEach(() => {
    scripts.requests.length = site.submissions.length = 0;
    scripts.lose(0);
  });

  const FORM = `<form method="post">
    <label>Email <input type="email" name="email"></label>
    <button name="plan" value="free">Free</button> <button name="plan" value="paid">Paid</button>
  </form>`;

  const open = async (markup = FORM, attributes = ''): Promise<void> => {
    html = `<script type="module" src="${scripts.origin}/email-verify.js" data-endpoint="${scripts.origin}/verify/"
      ${attributes}></script>${markup}`;
    ({ page, messages } = await openPage(browser, site.origin));
  };

  const warnings = (): string[] => messages.filter((text) => text.includes('email-verify>'));

  /** Presses `Paid`, and waits until the form has been sent; gives how long that took. */
  const press = async (): Promise<number> => {
    const pressed = performance.now();
    await Promise.all([page.waitForNavigation(), page.click('button[value=paid]')]);
    const took = performance.now() - pressed;
    await settle(page);
    await closePage(page);
    return took;
  };

  const isAsked = (): string[] => scripts.requests.filter((url) => ELEMENT.test(url));

  test('whose element is lost sends its form, says so, and asks for another URL at the next use', async () => {
    scripts.lose(Infinity);
    await open();
    await page.focus('input');
    await eventually(() => warnings().length);
    await page.type('input', EMAIL);
    await press();
    assert.deepEqual(site.submissions, [{ email: EMAIL, plan: 'paid' }]);
    assert.ok(isAsked().includes('/email-verify-element.js?2'), isAsked().join(' '));
  });

  test('whose element does not come holds the form no longer than `hold`, and sends it once with the same button', async () => {
    const arrive = scripts.keepBack();
    await open(FORM, `data-hold="${HOLD_MS}"`);
    await page.type('input', EMAIL);
    await countFromClick(page);
    const took = await press();
    arrive();
    const { ranMs, sent } = takeCount(site.submissions[0]);
    assert.ok(took > HOLD_MS - 100 && ranMs < HOLD_MS + MARGIN_MS, `sent after ${took} ms, the page ran ${ranMs} ms`);
    assert.deepEqual([sent, site.submissions.length], [{ email: EMAIL, plan: 'paid' }, 1]);
  });

  test('whose element comes during the hold sends the form once, with the same button and a receipt', async () => {
    const arrive = scripts.keepBack();
    await open(FORM, PATIENT);
    await page.type('input', EMAIL);
    setTimeout(arrive, LATE_MS);
    const took = await press();
    assert.ok(took > 250, `sent after ${took} ms`);
    assert.deepEqual(site.submissions, [{ email: EMAIL, plan: 'paid', 'email-verification': 'r' }]);
  });

  test('with two loaders and more sends its form once, with one receipt', async () => {
    const classic = `<script src="${scripts.origin}/email-verify.classic.js" data-endpoint="${scripts.origin}/verify/"></script>`;
    await open(classic + FORM + classic);
    await typeAddress(page, EMAIL);
    await waitForSign(page, 'valid');
    assert.equal(await page.$$eval('email-verify', (all) => all.length), 1);
    await page.evaluate(`addEventListener('formdata', ({ formData }) => (document.cookie =
      'receipts=' + formData.getAll('email-verification').length))`);
    await press();
    assert.equal(isAsked().length, 1);
    assert.deepEqual(site.submissions, [{ email: EMAIL, plan: 'paid', 'email-verification': 'r' }]);
    assert.deepEqual(warnings(), []);
  });

  /** Changes that Prototype.js and similar libraries make to built-in objects. */
  const PROTOTYPES = `<script>
    Array.from = function (iterable) { // No function for each, nor anything that is no array.
      const results = [];
      for (let i = 0; i < (iterable.length || 0); i++) results.push(iterable[i]);
      return results;
    };
    Array.prototype.each = function (act) { this.forEach(act); };
    Element.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
    for (const name of ['preventDefault', 'stopPropagation', 'stopImmediatePropagation']) {
      const own = Event.prototype[name];
      Event.prototype[name] = function () { this.stopped = true; return own.call(this); };
    }
    Event.prototype.stop = function () { this.preventDefault(); this.stopPropagation(); };
    Element.prototype.update = function (html) { this.innerHTML = html; return this; };
    Element.prototype.observe = Element.prototype.addEventListener;
    HTMLInputElement.prototype.getValue = function () { return this.value; };
    HTMLFormElement.prototype.getElements = function () { return Array.from(this.getElementsByTagName('*')); };
  </script>`;

  const CLOBBERED = FORM.replace(
    '<button',
    `${['append', 'requestSubmit', 'elements', 'contains', 'id']
      .map((name) => `<input name="${name}" value="x">`)
      .join('')} $&`,
  );
  const FIELDS = { append: 'x', requestSubmit: 'x', elements: 'x', contains: 'x', id: 'x' };

  for (const [what, markup, more] of [
    ['that replaces Array.from and methods of elements and events', PROTOTYPES + FORM, {}],
    ['with fields named append, requestSubmit, elements, contains and id', CLOBBERED, FIELDS],
  ] as const) {
    test(`${what}: the form is held until the verdict and sent once with its receipt`, async () => {
      for (const isLate of [false, true]) {
        site.submissions.length = 0;
        const arrive = isLate ? scripts.keepBack() : (): void => undefined;
        await open(markup, `data-validate-on="submit" ${PATIENT}`);
        await page.type('input', EMAIL);
        if (isLate) setTimeout(arrive, LATE_MS);
        else await page.waitForSelector('html > email-verify');
        await press();
        assert.deepEqual(site.submissions, [{ email: EMAIL, plan: 'paid', 'email-verification': 'r', ...more }]);
        assert.deepEqual(messages, []);
      }
    });

    test(`${what}: an error is shown and healed, a typo fixed and undone`, async () => {
      await open(markup);
      await page.type('input', 'anna@');
      await page.keyboard.press('Tab');
      await waitForText(page, 'Enter an address like name@example.com.');
      await typeAddress(page, 'anna@gmial.com');
      await page.keyboard.press('Tab');
      await waitForText(page, 'Fixed typo: gmial.com → gmail.com');
      await page.click('email-verify >>> [part=undo]');
      await waitForSign(page, 'valid');
      assert.equal(await page.$eval('input', ({ value }) => value), 'anna@gmial.com');
      assert.deepEqual(messages, []);
      await closePage(page);
    });
  }

  test('whose trusted types leave no room for lit sends its form, and the console says why, once', async () => {
    await open(
      `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types own">${FORM}`,
    );
    // As the policy stands behind the loader's tag, it is in force from here on.
    await page.type('input', 'berta@');
    await typeAddress(page, EMAIL);
    await eventually(() => warnings().length);
    await becomeIdle(page);
    await settle(page);
    await press();
    assert.deepEqual(site.submissions, [{ email: EMAIL, plan: 'paid' }]);
    assert.equal(warnings().length, 1, warnings().join('\n'));
    assert.match(warnings()[0] ?? '', /email-verify/);
  });

  for (const [what, markup] of [
    ['around the input', FORM.replace('<label>', '<email-verify>$&').replace('</label>', '$&</email-verify>')],
    [
      'beside the input, by its id',
      FORM.replace('<input', '$& id="mail"').replace('<button', '<email-verify for="mail"></email-verify>$&'),
    ],
  ] as const)
    test(`with the author's own element ${what}: that one does it all, with its own settings`, async () => {
      await open(
        markup.replace('<email-verify', `<email-verify endpoint="${scripts.origin}/verify/" validate-on="blur"`),
      );
      await becomeIdle(page);
      await settle(page);
      assert.equal(await page.evaluate(() => customElements.get('email-verify')), undefined);
      await typeAddress(page, 'anna@');
      await page.keyboard.press('Tab');
      await waitForText(page, 'Enter an address like name@example.com.');
      await typeAddress(page, EMAIL);
      await page.keyboard.press('Tab');
      await waitForSign(page, 'valid');
      const found = await page.$$eval('email-verify', (all) => all.map((one) => [one.validateOn, one.placement]));
      assert.deepEqual(found, [['blur', 'line']]);
      await press();
      assert.deepEqual(site.submissions, [{ email: EMAIL, plan: 'paid', 'email-verification': 'r' }]);
      assert.deepEqual(messages, []);
    });

  test('that sends its form by form.submit(): the console names the line and what to write instead', async () => {
    await open(
      `${FORM}<button type="button" id="send">Send</button><script>
const send = () => {
  document.forms[0].submit(); // LINE
};
document.getElementById('send').addEventListener('click', send);
</script>`,
      'data-validate-on="submit"',
    );
    const line = (await page.content(), html).split('\n').findIndex((text) => text.includes('// LINE')) + 1;
    await page.type('input', EMAIL);
    await page.waitForSelector('html > email-verify');
    await page.$eval('email-verify', (element) => element.updateComplete);
    await Promise.all([page.waitForNavigation(), page.click('#send')]);
    await closePage(page);
    assert.deepEqual(site.submissions, [{ email: EMAIL }]);
    assert.equal(warnings().length, 1, warnings().join('\n'));
    assert.match(warnings()[0] ?? '', /form\.requestSubmit\(\)/);
    assert.ok(warnings()[0]?.includes(`${site.origin}/:${line}:`), warnings()[0]);
  });
});
