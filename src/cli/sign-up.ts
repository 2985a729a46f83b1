import { html } from 'hono/html';
import { verifyReceipt, type ReceiptCheck } from '../edge/receipt/verify.js';
import { RECEIPT_FIELD } from '../protocol/index.js';
import { pageHeaders } from './static.js';

const MOST_BYTES = 16_384;

/** What the backend of the demo's form needs. */
export interface SignUpOptions {
  /** The origins of the demo's page: receipts are made for one of them. */
  origins: readonly string[];
  /** Where the edge shows its public keys. */
  jwks: string;
}

const explain = (check: ReceiptCheck): string => {
  if (check.ok)
    return `The receipt is genuine, and made for this address on this site. Status: ${check.claims.status}.`;
  if (check.reason === 'malformed') return 'No receipt came with the form: the address was not checked in the page.';
  return `The receipt does not do: ${check.reason}.`;
};

/** The backend of the demo's form: does what a site's own backend would do, and shows it. */
export const signUp = async (request: Request, { origins, jwks }: SignUpOptions): Promise<Response> => {
  const type = request.headers.get('content-type') ?? '';
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (!type.startsWith('application/x-www-form-urlencoded') || !(length <= MOST_BYTES)) {
    return new Response('Send the form of the page at /.\n', {
      status: 400,
      headers: { 'content-type': 'text/plain' },
    });
  }
  // Whoever goes away within the form reads no answer, and is no error of ours.
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
