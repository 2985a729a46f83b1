/**
 * The built whole, as a site and a person meet it: a real DNS server on loopback with a zone of its own, the service, the
 * edge, and a page of another origin in Chromium, with real keys.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import type * as Receipt from '../../src/receipt/index.js';
import { deriveSecrets } from '../../src/cli/secrets.js';
import { putDatabase } from '../support/pglite-template.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import {
  type Browser,
  record,
  shown,
  startBrowser,
  type Traffic,
  typeAddress,
  waitForText,
} from './support/browser.js';
import { countFromClick, takeCount } from './support/page-time.js';
import { run, startProgram, temporaryFolder, type Program } from './support/program.js';
import { startSite, type Site } from './support/site.js';
import { eventually } from '../support/eventually.js';

const { verifyReceipt } = (await import(
  new URL('../../dist/receipt/index.js', import.meta.url).href
)) as typeof Receipt;

const SECRET = 'a secret of the end-to-end test, long enough';
/** A hold that ends before a verdict, and what a page may run on top of it for pressing and sending. */
const HOLD_MS = 1000;
const MARGIN_MS = 1500;
const ZONE = {
  'gmail.com': { MX: ['mx.gmail.com'] },
  'mx.gmail.com': { A: ['1.2.3.4'] },
  'harbour-shop.com': { MX: ['mx.harbour-shop.com'] },
  'mx.harbour-shop.com': { A: ['1.2.3.4'] },
  'slow-shop.com': { MX: ['mx.harbour-shop.com'], delayMs: 900 },
};

/** No pause ends the hold before a verdict. */
const page_ = (program: string): string => `<!doctype html><html lang="en"><title>Sign up</title>
<script type="module" src="${program}/email-verify.js"></script>
<h1>Sign up</h1>
<form method="post" action="/join">
  <email-verify endpoint="${program}/verify/" hold="60000">
    <label>Email <input type="email" name="email" required></label>
  </email-verify>
  <button name="plan" value="free">Free</button>
  <button name="plan" value="paid">Paid</button>
</form>`;

describe('a sign-up', () => {
  const folder = temporaryFolder();
  let dns: DnsServer;
  let program: Program;
  let site: Site;
  let browser: Browser;
  let page: Page;
  let traffic: Traffic;
  const seen: Traffic[] = [];

  beforeAll(async () => {
    dns = await startDnsServer({ zone: ZONE });
    site = await startSite(() => page_(program.url));
    await putDatabase(folder.path);
    program = await startProgram({
      DATA_DIR: folder.path,
      DNS_SERVERS: dns.address,
      SECRET,
      ALLOWED_ORIGINS: site.origin,
      LOG_LEVEL: 'info',
    });
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await site.close();
    await program.end();
    await dns.close();
    folder.remove();
  });

  beforeEach(async () => {
    dns.setMode('normal');
    site.submissions.length = 0;
    const before = await browser.pages();
    page = await browser.newPage();
    await Promise.all(before.map((old) => old.close()));
    traffic = await record(page);
    seen.push(traffic);
    await page.goto(site.origin);
  });

  const set = (attribute: string, value: string): Promise<void> =>
    page.$eval(
      'email-verify',
      (element, ...pair) => {
        element.setAttribute(...pair);
      },
      attribute,
      value,
    );

  /** Presses a button and waits until the form has been sent. */
  const press = async (plan: string): Promise<void> => {
    await Promise.all([page.waitForNavigation(), page.click(`button[value=${plan}]`)]);
  };

  const asked = (): string[] => traffic.requests.filter((line) => line.includes('/verify/'));

  test('with a good address is submitted once, with a receipt that the backend accepts', async () => {
    // At once, as a browser fills it in: a pause between two keys would have half an address checked.
    await page.click('input[name=email]');
    await page.keyboard.sendCharacter('anna+news@harbour-shop.com');
    await page.waitForSelector('email-verify:state(valid)');
    await press('free');
    assert.equal(site.submissions.length, 1);
    const { email = '', plan, 'email-verification': receipt } = site.submissions[0] ?? {};
    assert.equal(email, 'anna+news@harbour-shop.com');
    assert.equal(plan, 'free');
    const jwks = `${program.url}/verify/.well-known/jwks.json`;
    const check = await verifyReceipt(receipt, { email, audience: site.origin, jwks });
    assert.ok(check.ok, JSON.stringify(check));
    assert.equal(check.claims.status, 'valid');
    const other = await verifyReceipt(receipt, { email: 'eve@harbour-shop.com', audience: site.origin, jwks });
    assert.deepEqual([other.ok, !other.ok && other.reason], [false, 'address']);
    // One for the token when the field was entered, one for the check, one for the outcome once the code that counts is
    // there, and no CORS preflight for any.
    const [token, validate, ...rest] = asked().map((line) => line.replace(program.url, ''));
    assert.deepEqual([token, validate], ['POST /verify/token', 'POST /verify/validate']);
    assert.deepEqual(
      rest.filter((line) => line !== 'POST /verify/outcomes'),
      [],
    );
    assert.ok(rest.length <= 1, rest.join());
  });

  test('with an address at a name that does not exist is not submitted, says why, and is healed by correcting it', async () => {
    await typeAddress(page, 'anna@no-such-harbour.com');
    await page.click('button[value=free]');
    await waitForText(page, 'We can’t find no-such-harbour.com.');
    const { status } = await shown(page);
    assert.match(status, /find no-such-harbour\.com/);
    assert.equal(site.submissions.length, 0);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'email');
    assert.equal(await page.$eval('input[name=email]', (input) => input.getAttribute('aria-invalid')), 'true');

    await typeAddress(page, 'anna@harbour-shop.com');
    await eventually(async () => (await shown(page)).text === '');
    await page.waitForSelector('email-verify:state(valid)');
    assert.equal(await page.$eval('input[name=email]', (input) => input.getAttribute('aria-invalid')), null);
    await press('free');
    assert.equal(site.submissions.length, 1);
    assert.equal(site.submissions[0]?.['email'], 'anna@harbour-shop.com');
  });

  test('with gmial.com is fixed when the field is left, and an undo is kept', async () => {
    await typeAddress(page, 'anna@gmial.com');
    await page.keyboard.press('Tab');
    await waitForText(page, 'Fixed typo: gmial.com → gmail.com');
    const value = (): Promise<string> => page.$eval('input[name=email]', (input) => input.value);
    assert.equal(await value(), 'anna@gmail.com');
    assert.equal((await shown(page)).undo, true);
    await page.click('email-verify >>> [part=undo]');
    await page.waitForFunction(() => document.querySelector('input')?.value === 'anna@gmial.com');
    await page.keyboard.press('Tab');
    await page.waitForSelector('email-verify:state(invalid)');
    assert.equal(await value(), 'anna@gmial.com');
  });

  test('pressed during a check is held, and sent once with the pressed button', async () => {
    // The check begins at the press, however long typing takes.
    await set('validate-on', 'submit');
    await typeAddress(page, 'anna@slow-shop.com');
    const pressed = Date.now();
    await press('paid');
    assert.ok(Date.now() - pressed > 500, 'it waited for the verdict');
    assert.equal(site.submissions.length, 1);
    const { plan, email, 'email-verification': receipt } = site.submissions[0] ?? {};
    assert.deepEqual([plan, email], ['paid', 'anna@slow-shop.com']);
    assert.ok(receipt, 'the receipt is there');
  });

  test('goes through within the hold while DNS is silent, and the verdict is unknown', async () => {
    dns.setMode('silent');
    // The verdict "unknown" comes far later, even to a page that pauses.
    await set('hold', String(HOLD_MS));
    const verdicts: string[] = [];
    await page.exposeFunction('tell', (status: string) => verdicts.push(status));
    await page.evaluate(`document.addEventListener('email-verify-verdict', (event) => tell(event.verdict.status))`);
    await typeAddress(page, 'anna@quiet-harbour.com');
    // The page stays: a verdict that comes after the hold is told to it.
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<iframe name="away"></iframe>');
      document.forms[0].target = 'away';`);
    await countFromClick(page);
    await page.click('button[value=free]');
    await eventually(() => site.submissions.length);
    const { ranMs, sent } = takeCount(site.submissions[0]);
    assert.ok(ranMs < HOLD_MS + MARGIN_MS, `sent after ${ranMs} ms`);
    assert.deepEqual(sent, { email: 'anna@quiet-harbour.com', plan: 'free' });
    await page.waitForSelector('email-verify:state(unknown)');
    assert.deepEqual(verdicts, ['unknown']);
    assert.equal(site.submissions.length, 1);
  });

  test('a suggestion is offered in words and by two buttons, and nothing is changed without them', async () => {
    const value = (): Promise<string> => page.$eval('input[name=email]', (input) => input.value);
    const panel = 'email-verify >>> [part=bubble]:popover-open';
    await typeAddress(page, 'anna@gamil.org');
    await page.keyboard.press('Tab');
    await page.waitForSelector(panel, { visible: true });
    const { suggestion, status } = await shown(page);
    assert.equal(suggestion, 'Did you mean anna@gmail.com?');
    assert.match(status, /Did you mean anna@gmail\.com\?/);
    assert.equal(await value(), 'anna@gamil.org');

    await page.click('email-verify >>> [part=keep]');
    await page.waitForSelector(panel, { hidden: true });
    assert.equal(await value(), 'anna@gamil.org');

    await typeAddress(page, 'berta@gamil.org');
    await page.keyboard.press('Tab');
    await page.waitForSelector(panel, { visible: true });
    await page.click('email-verify >>> [part=accept]');
    await page.waitForSelector(panel, { hidden: true });
    assert.equal(await value(), 'berta@gmail.com');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'email');
    await page.waitForSelector('email-verify:state(valid)');
  });

  test('the API key is in no page, no script and no answer of the edge', async () => {
    assert.match(program.key ?? '', /^evk_/);
    const { ownKey } = await deriveSecrets(SECRET);
    const all = (await Promise.all(seen.map((one) => one.text()))).join('\n');
    assert.ok(all.includes('email-verification') && all.includes('"receipt"'), 'the traffic was recorded');
    for (const secret of [program.key ?? '', ownKey, SECRET]) assert.equal(all.includes(secret), false);
  });

  test('no address and no key is in the log', () => {
    assert.ok(program.log().length > 10);
    assert.doesNotMatch(program.output().replace(program.key ?? '', ''), /anna|berta|evk_|harbour/);
  });

  test('a second process on the same folder stops with one line that says why', async () => {
    const { code, stderr, stdout } = await run(['serve'], { DATA_DIR: folder.path, PORT: '0', SECRET });
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
    assert.ok(stderr.includes(folder.path) && stderr.includes('in use'), stderr);
  });
});
