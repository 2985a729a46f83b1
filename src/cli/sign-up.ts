import { html } from 'hono/html';
import type { ReceiptExpectation } from '../receipt/expectation.js';
import { verifyReceipt, type ReceiptCheck } from '../receipt/verify.js';
import { RECEIPT_FIELD } from '../protocol/index.js';
import { PAGE_HEADERS } from '../util/page-headers.js';
import { readText } from '../util/read-body.js';

/**
 * The bounds of a form: bytes, time of arrival in ms, and number of shown fields, each of which takes much more room in
 * the page.
 */
const MAX_BYTES = 16_384;
const TIMEOUT_MS = 5000;
const MAX_SHOWN = 50;

/** Options of {@link signUp}. */
export interface SignUpOptions {
  /** The origins of the playground: a receipt names one of them as its audience. */
  origins: readonly string[];
  /** The public keys of the edge. */
  jwks: ReceiptExpectation['jwks'];
  /** True if the playground's edge is in test mode: its test receipts are then accepted. False by default. */
  testMode?: boolean;
}

const explain = (check: ReceiptCheck): string => {
  if (check.ok) return `The receipt is valid for this address and this site. Status: ${check.claims.status}.`;
  if (check.reason === 'malformed') return 'The form has no receipt: the address was not checked in the page.';
  return `The receipt was refused: ${check.reason}.`;
};

/** Handles the playground's form like a site's backend: verifies the receipt and shows the result. */
export const signUp = async (
  request: Request,
  { origins, jwks, testMode = false }: SignUpOptions,
): Promise<Response> => {
  const type = request.headers.get('content-type') ?? '';
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (!type.startsWith('application/x-www-form-urlencoded') || !(length <= MAX_BYTES)) {
    return new Response('Send the form of the demo page at /.\n', {
      status: 400,
      headers: { 'content-type': 'text/plain' },
    });
  }
  // A client that disconnects in the middle of the form is not a server error.
  const fields = [
    ...new URLSearchParams(await readText(request, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }).catch(() => '')),
  ];
  const value = (wanted: string): string => fields.find(([name]) => name === wanted)?.[1] ?? '';
  const expected = { email: value('email'), audience: origins, jwks, acceptTest: testMode };
  const check = await verifyReceipt(value(RECEIPT_FIELD), expected);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Signed up</title>
        <link rel="stylesheet" href="/demo.css" />
      </head>
      <body>
        <main class="received">
          <h1>${check.ok ? 'Address verified' : 'Address not verified'}</h1>
          <p data-receipt="${check.ok ? 'ok' : check.reason}" class="receipt">${explain(check)}</p>
          <h2>The form's fields</h2>
          <dl class="fields">
            ${fields.slice(0, MAX_SHOWN).map(
              ([name, text]) =>
                html`<dt>${name}</dt>
                  <dd data-field="${name}">${text}</dd>`,
            )}
          </dl>
          <p><a href="/">Back to the form</a></p>
        </main>
      </body>
    </html>`;
  return new Response(String(await page), { headers: { ...PAGE_HEADERS, 'cache-control': 'no-store' } });
};
