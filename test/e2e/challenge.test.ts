/** The built element in somebody's page, before the built edge that asks for something before it gives tokens. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import type * as Receipt from '../../src/receipt/verify.js';
import { settings } from '../edge/portable/place.js';
import { ISSUER, startUpstream } from '../edge/support.js';
import { startEdge, type Program } from '../runtimes/support/process.js';
import { type Browser, closePage, startBrowser, typeAddress, waitForSign } from './support/browser.js';
import { countFromClick, takeCount } from './support/page-time.js';
import { startScripts, type Scripts } from './support/scripts.js';
import { startSite, type Site } from './support/site.js';

const { verifyReceipt } = (await import(
  new URL('../../dist/receipt/index.js', import.meta.url).href
)) as typeof Receipt;

const CLI = join(import.meta.dirname, '../../server/dist/cli/main.js');
const EMAIL = 'anna@harbour-shop.com';
/** The default of `hold`, and what a page may run on top of it for pressing and sending. */
const HOLD_MS = 3000;
const MARGIN_MS = 1500;

describe('an edge that asks first', () => {
  let scripts: Scripts;
  let browser: Browser;
  let site: Site;
  let html = '';

  beforeAll(async () => {
    scripts = await startScripts(() => '');
    site = await startSite(() => html);
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await site.close();
    scripts.close();
  });

  const startAsking = async (asks: Record<string, string>): Promise<Program> => {
    const { baseUrl } = await startUpstream();
    return startEdge([process.execPath, CLI, 'edge'], settings(baseUrl, { ALLOWED_ORIGINS: site.origin, ...asks }));
  };

  const visit = async (
    tag: string,
    edge: Program,
    prepare: (page: Page) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Page> => {
    html = `<!doctype html><html lang="en"><title>Sign up</title>
      <script ${tag} data-endpoint="${edge.url}/" data-timeout="8000"></script>
      <form method="post"><label>Email <input type="email" name="email"></label><button>Join</button></form>`;
    scripts.requests.length = site.submissions.length = 0;
    const page = await browser.newPage();
    await prepare(page);
    await page.goto(site.origin);
    return page;
  };

  const submit = async (page: Page): Promise<Record<string, string>> => {
    const thanked = page.waitForFunction(() => document.title === 'Thanks');
    await page.click('button');
    await thanked;
    assert.equal(site.submissions.length, 1);
    return site.submissions[0] ?? {};
  };

  for (const [kind, tag] of [
    ['the module', (origin: string) => `type="module" src="${origin}/email-verify.js"`],
    ['the script of the old kind', (origin: string) => `src="${origin}/email-verify.classic.js"`],
  ] as const)
    test(`for a proof of work has it from ${kind}, and the form goes with a receipt`, async (t) => {
      const edge = await startAsking({ CHALLENGE: 'altcha' });
      t.onTestFinished(async () => {
        await edge.end();
      });
      const page = await visit(tag(scripts.origin), edge);
      await typeAddress(page, EMAIL);
      await waitForSign(page, 'valid');
      assert.equal(scripts.requests.filter((url) => url.includes('-challenge.')).length, 1);
      const { email = '', 'email-verification': receipt = '' } = await submit(page);
      assert.equal(email, EMAIL);
      const expected = { email, audience: site.origin, issuer: ISSUER, jwks: `${edge.url}/.well-known/jwks.json` };
      const check = await verifyReceipt(receipt, expected);
      assert.ok(check.ok, JSON.stringify(check));
      assert.equal(check.claims.status, 'valid');
      await closePage(page);
    });

  test('for a proof of work while it is busy has it in the middle of a check, and the form goes once', async (t) => {
    const edge = await startAsking({ CHECKS_PER_CLIENT_PER_MINUTE: '24' });
    t.onTestFinished(async () => {
      await edge.end();
    });
    const tag = `type="module" src="${scripts.origin}/email-verify.js"`;
    const isAsked = (): boolean => scripts.requests.some((url) => url.includes('-challenge.'));
    const page = await visit(tag, edge);
    await typeAddress(page, EMAIL);
    await waitForSign(page, 'valid');
    assert.ok(!isAsked(), 'ordinary traffic is asked for nothing');
    // Somebody behind the same address.
    const post = (path: string, body?: string): Promise<Response> =>
      fetch(`${edge.url}${path}`, { method: 'POST', headers: { origin: site.origin }, ...(body && { body }) });
    const { token } = (await (await post('/token')).json()) as { token: string };
    for (let n = 0; n < 6; n += 1) await post('/validate', JSON.stringify({ token, email: `p${n}@harbour-shop.com` }));

    const other = `other.${EMAIL}`;
    await typeAddress(page, other);
    await waitForSign(page, 'valid');
    assert.ok(isAsked());
    const { email, 'email-verification': receipt = '' } = await submit(page);
    assert.equal(email, other);
    const expected = { email, audience: site.origin, issuer: ISSUER, jwks: `${edge.url}/.well-known/jwks.json` };
    assert.ok((await verifyReceipt(receipt, expected)).ok);
    await closePage(page);
  });

  test('for what nobody answers keeps no form for longer than `hold`', async (t) => {
    const asks = { CHALLENGE: 'turnstile', CHALLENGE_SITE_KEY: 'a site key', CHALLENGE_SECRET: 'a secret' };
    const edge = await startAsking(asks);
    t.onTestFinished(async () => {
      await edge.end();
    });
    // A CAPTCHA that never loads.
    const page = await visit(`type="module" src="${scripts.origin}/email-verify.js"`, edge, (page) =>
      page.evaluateOnNewDocument(
        'window.emailVerify = { challenge: () => new Promise(() => (window.isAsked = true)) }',
      ),
    );
    await typeAddress(page, EMAIL);
    await page.waitForFunction('window.isAsked');
    await countFromClick(page);
    const { ranMs, sent } = takeCount(await submit(page));
    assert.deepEqual(sent, { email: EMAIL });
    assert.ok(ranMs <= HOLD_MS + MARGIN_MS, `sent after ${ranMs} ms`);
    await closePage(page);
  });
});
