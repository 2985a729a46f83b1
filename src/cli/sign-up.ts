import { html } from 'hono/html';
import type { ReceiptExpectation } from '../edge/receipt/expectation.js';
import { verifyReceipt, type ReceiptCheck } from '../edge/receipt/verify.js';
import { RECEIPT_FIELD } from '../protocol/index.js';
import { pageHeaders } from './static.js';

const MAX_BYTES = 16_384;

/** Options of {@link signUp}. */
export interface SignUpOptions {
  /** The origins of the demo's page: receipts are made for one of them. */
  origins: readonly string[];
  /** The public keys of the edge. */
  jwks: ReceiptExpectation['jwks'];
}

const explain = (check: ReceiptCheck): string => {
  if (check.ok)
    return `The receipt is genuine, and made for this address on this site. Status: ${check.claims.status}.`;
  if (check.reason === 'malformed') return 'No receipt came with the form: the address was not checked in the page.';
  return `The receipt is refused: ${check.reason}.`;
};

/** Answers the demo's form as a site's own backend would: checks the receipt, and shows what it found. */
export const signUp = async (request: Request, { origins, jwks }: SignUpOptions): Promise<Response> => {
  const type = request.headers.get('content-type') ?? '';
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (!type.startsWith('application/x-www-form-urlencoded') || !(length <= MAX_BYTES)) {
    return new Response('Send the form of the page at /.\n', {
      status: 400,
      headers: { 'content-type': 'text/plain' },
    });
  }
  // A client that breaks off within the form reads no answer: not an error of the server.
  const fields = [...new URLSearchParams(await request.text().catch(() => ''))];
  const value = (wanted: string): string => fields.find(([name]) => name === wanted)?.[1] ?? '';
  const check = await verifyReceipt(value(RECEIPT_FIELD), { email: value('email'), audience: origins, jwks });
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
          <h1>${check.ok ? 'Welcome aboard.' : 'Almost there.'}</h1>
          <p data-receipt="${check.ok ? 'ok' : check.reason}" class="receipt">${explain(check)}</p>
          <h2>What the form sent</h2>
          <dl class="fields">
            ${fields.map(
              ([name, text]) =>
                html`<dt>${name}</dt>
                  <dd data-field="${name}">${text}</dd>`,
            )}
          </dl>
          <p><a href="/">Back to the form</a></p>
        </main>
      </body>
    </html>`;
  return new Response(String(await page), { headers: { ...pageHeaders(), 'cache-control': 'no-store' } });
};
