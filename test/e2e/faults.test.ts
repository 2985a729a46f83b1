/**
 * Whatever is out of order behind a form, a person with a good address gets through it within `hold`, and an address
 * that cannot exist does not: the built element in Chromium, the built edge, and an upstream, each on an origin of its
 * own.
 */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import type * as Receipt from '../../src/receipt/verify.js';
import { whole } from '../support/whole.js';
import { type Browser, closePage, startBrowser, typeAddress, waitForText } from './support/browser.js';
import { countFromClick, takeCount } from './support/page-time.js';
import { setScene, type EdgeFault, type Fault, type UpstreamFault } from './support/faults.js';
import { startScripts, type Scripts } from './support/scripts.js';

const { verifyReceipt } = (await import(
  new URL('../../dist/receipt/index.js', import.meta.url).href
)) as typeof Receipt;

/** The default of `hold`, and what a page may run on top of it for pressing and sending. */
const HOLD_MS = 3000;
const MARGIN_MS = 1500;
const MINUTE_MS = 60_000;

const GOOD = 'anna@harbour-shop.com';
/** Impossible addresses, each with the message that is shown for it. */
const IMPOSSIBLE = {
  'anna@': 'Enter an address like name@example.com.',
  'Anna anna@harbour-shop.com': 'Did you mean anna@harbour-shop.com?',
};

/** So much longer than the hold that a page that pauses sees its end first, and shorter than a test may take. */
const SLOW_MS = 20_000;
/** Of forms that wait for a receipt, so that no pause makes them go without it. */
const PATIENT_HOLD_MS = 60_000;

interface Row {
  what: string;
  fault: Fault;
  /** The status and the codes of the verdict in the receipt; null if the form is sent without a receipt. */
  receipt: [status: string, ...codes: string[]] | null;
}

const answer =
  (status: number, body: string): UpstreamFault =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);

const away = (): Promise<never> => Promise.reject(new Error('the store is away'));
const silent = (): Promise<never> => new Promise(() => undefined);

const atToken =
  (fault: (response: ServerResponse) => void): EdgeFault =>
  (path, response) => {
    if (path !== '/token') return false;
    fault(response);
    return true;
  };

const ROWS: Row[] = [
  { what: 'nothing', fault: {}, receipt: ['valid'] },
  { what: 'the upstream: dead', fault: { upstream: 'dead' }, receipt: ['unknown', 'upstream_error'] },
  { what: 'the upstream: hanging', fault: { upstream: () => undefined }, receipt: null },
  {
    what: 'the upstream: slow',
    fault: {
      upstream: (response, verdict) => {
        const timer = setTimeout(() => response.writeHead(200).end(JSON.stringify(verdict)), SLOW_MS);
        response.on('close', () => {
          clearTimeout(timer);
        });
      },
    },
    receipt: null,
  },
  { what: 'the upstream: 429', fault: { upstream: answer(429, '{}') }, receipt: ['unknown', 'rate_limited'] },
  { what: 'the upstream: 402', fault: { upstream: answer(402, '{}') }, receipt: ['unknown', 'out_of_credits'] },
  { what: 'the upstream: 500', fault: { upstream: answer(500, 'oops') }, receipt: ['unknown', 'upstream_error'] },
  {
    what: 'the upstream: garbage',
    fault: { upstream: answer(200, '<html>It works!') },
    receipt: ['unknown', 'upstream_error'],
  },
  {
    what: 'the upstream: another kind of JSON',
    fault: { upstream: answer(200, '{"status":"fine"}') },
    receipt: ['unknown', 'upstream_error'],
  },
  {
    what: 'the upstream: closing mid-body',
    fault: {
      upstream: (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 400 }).write('{"email":');
        setImmediate(() => response.destroy());
      },
    },
    receipt: ['unknown', 'upstream_error'],
  },
  { what: 'the edge: dead', fault: { edge: 'dead' }, receipt: null },
  { what: 'the edge: hanging', fault: { edge: () => true }, receipt: null },
  {
    what: 'the edge: its tokens, by status 500',
    fault: { edge: atToken((response) => response.writeHead(500).end()) },
    receipt: null,
  },
  { what: 'the edge: its tokens, hanging', fault: { edge: atToken(() => undefined) }, receipt: null },
  { what: 'the edge: its tokens, cut off', fault: { edge: atToken((response) => response.destroy()) }, receipt: null },
  {
    what: 'the edge: its store, away',
    fault: { store: { take: away, get: away, set: away, setIfAbsent: away } },
    receipt: null,
  },
  {
    what: 'the edge: its store, hanging',
    fault: { store: { take: silent, get: silent, set: silent, setIfAbsent: silent } },
    receipt: null,
  },
  {
    what: 'the clock of the browser: five minutes ahead',
    fault: { skewMs: 5 * MINUTE_MS },
    receipt: ['valid'],
  },
  {
    what: 'the clock of the browser: five minutes behind',
    fault: { skewMs: -5 * MINUTE_MS },
    receipt: ['valid'],
  },
];

/**
 * Puts the page's clock forward, before any of its scripts runs. (As text: the compiler here adds names that no page
 * knows.)
 */
const shiftClock = (page: Page, ms: number): Promise<unknown> =>
  page.evaluateOnNewDocument(`globalThis.Date = class extends Date {
    constructor(...args) { super(...(args.length > 0 ? args : [new.target.now()])); }
    static now() { return super.now() + ${ms}; }
  };`);

describe('out of order:', { concurrent: true }, () => {
  let scripts: Scripts;
  let browser: Browser;

  beforeAll(async () => {
    scripts = await startScripts(() => '');
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    scripts.close();
  });

  const pageOf = (edge: string, holdMs: number): string => `<!doctype html><html lang="en"><title>Sign up</title>
    <script type="module" src="${scripts.origin}/email-verify.js" data-endpoint="${edge}/" data-hold="${holdMs}"></script>
    <form method="post" action="/join">
      <label>Email <input type="email" name="email" required></label>
      <button name="plan" value="free">Free</button>
      <button name="plan" value="paid">Paid</button>
    </form>`;

  /** The first fault of each kind: of nothing, the upstream, the edge and the clock. */
  const kindOf = ({ what }: Row): string => what.split(':')[0]!;
  const isFirst = (row: Row): boolean => ROWS.find((other) => kindOf(other) === kindOf(row)) === row;
  for (const { what, fault, receipt } of ROWS.filter((row) => whole || isFirst(row))) {
    test(what, { timeout: 120_000 }, async (t) => {
      const scene = await setScene(fault, (edge) => pageOf(edge, receipt === null ? HOLD_MS : PATIENT_HOLD_MS));
      t.onTestFinished(() => scene.close());
      const { origin, submissions } = scene.site;
      const page = await browser.newPage();
      t.onTestFinished(() => closePage(page));
      const session = await page.createCDPSession();
      // Each of the pages is the one in front.
      await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
      if (fault.skewMs !== undefined) await shiftClock(page, fault.skewMs);
      await page.goto(origin);
      const ahead = (await page.evaluate(() => Date.now())) - Date.now();
      assert.ok(Math.abs(ahead - (fault.skewMs ?? 0)) < MINUTE_MS, `its clock is ahead by ${ahead} ms`);

      for (const [impossible, words] of Object.entries(IMPOSSIBLE)) {
        await typeAddress(page, impossible);
        await page.click('button[value=free]');
        await waitForText(page, words);
      }
      assert.equal(submissions.length, 0);

      await typeAddress(page, GOOD);
      const thanked = page.waitForFunction(() => document.title === 'Thanks');
      await countFromClick(page);
      await page.click('button[value=paid]');
      await thanked;
      assert.equal(submissions.length, 1);
      const { ranMs, sent } = takeCount(submissions[0]);
      console.log(`from press to submission: ${ranMs} ms`);
      assert.ok(ranMs <= HOLD_MS + MARGIN_MS, `sent after ${ranMs} ms`);
      const { email = '', plan, 'email-verification': brought = null } = sent;
      assert.deepEqual([email, plan], [GOOD, 'paid']);

      assert.equal(brought === null || brought === '', receipt === null, `the receipt: ${brought}`);
      if (receipt === null) return;
      const check = await verifyReceipt(brought, { email, audience: origin, jwks: await scene.keys() });
      assert.ok(check.ok, JSON.stringify(check));
      assert.deepEqual([check.claims.status, ...check.claims.sub_status], receipt);
    });
  }
});
