/**
 * The attribute `ownership` in a browser with the Email Verification Protocol, from the typed address to the backend that
 * knows whose it is: the system's Chromium with its flag, and an issuer on loopback.
 */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { verifyOwnership } from '../../src/ownership/index.js';
import { eventually } from '../support/eventually.js';
import { closePage } from './support/browser.js';
import { EMAIL, ISSUER, noProtocol, SITE, startMailIssuer, type MailIssuer } from './support/mail-issuer.js';

const NONCE = 'b1946ac92492d2347c6235b4d2611184';
const FIELD = '<input type="email" name="email" autocomplete="email">';

const form = (content: string, script = ''): string =>
  `<!doctype html><html lang="en"><title>Join</title><form method="post">${content}<input name="other"><button>Join</button></form>${script}`;
const loader = (attributes: string): string =>
  `<script type="module" src="/email-verify.js" data-load="now" ${attributes}></script>`;

/** With a policy in a header, a browser empties the nonce of a field that is in the HTML. */
const POLICY = { 'content-security-policy': "default-src 'none'; script-src 'self'; form-action 'self'" };

/** Time in which Chromium reads the form, or takes the token to its page: neither can be seen from outside. */
const unseen = (): Promise<void> => setTimeout(1000);

describe.skipIf(noProtocol)('ownership, in a browser that proves it', () => {
  let box: MailIssuer;
  beforeAll(async () => {
    box = await startMailIssuer();
  }, 60_000);
  afterAll(() => box.end());

  /** Types the address, leaves the field and sends the form. Resolves to what the site has got. */
  const join = async (html: string): Promise<URLSearchParams> => {
    Object.assign(box.page, { html, headers: POLICY });
    const [before, asked] = [box.forms.length, box.asked.length];
    const page = await box.browser.newPage();
    await page.goto(SITE);
    await page.click('[name=email]');
    await page.waitForSelector('[name=email-verification-token]');
    await unseen();
    await page.type('[name=email]', EMAIL, { delay: 20 });
    await page.click('[name=other]');
    await eventually(() => box.asked.slice(asked).includes('GET /keys'));
    await unseen();
    await page.click('button');
    await eventually(() => box.forms.length > before);
    await closePage(page);
    return box.forms.at(-1)!;
  };

  const check = async (sent: URLSearchParams, nonce = NONCE): ReturnType<typeof verifyOwnership> =>
    verifyOwnership(sent.get('email-verification-token'), {
      email: sent.get('email'),
      audience: SITE,
      nonce,
      issuers: [ISSUER],
      resolveTxt: () => Promise.resolve([[`iss=${ISSUER}`]]),
      fetch: box.fetch,
    });

  test.each([
    ['the element', form(`<email-verify ownership="${NONCE}">${FIELD}</email-verify>`, loader(''))],
    ['the script tag', form(FIELD, loader(`data-ownership="${NONCE}"`))],
  ])(
    'is proven to the backend with %s, under a Content-Security-Policy',
    async (_, html) => {
      const sent = await join(html);
      assert.deepEqual(sent.getAll('email-verification-token').length, 1);
      assert.deepEqual(await check(sent), { ok: true, email: EMAIL, issuer: ISSUER, isPrivate: false });
      assert.equal((await check(sent, 'the nonce of another session')).reason, 'nonce');
    },
    60_000,
  );
});
