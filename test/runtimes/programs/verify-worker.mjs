/** A site's backend as a Worker: answers what was found of the receipts in the body. */
import { verifyReceipt } from '../../../dist/receipt/index.js';

export default {
  async fetch(request) {
    const found = [];
    for (const { receipt, ...expected } of await request.json()) found.push(await verifyReceipt(receipt, expected));
    return globalThis.Response.json(found.map((check) => (check.ok ? 'ok' : check.reason)));
  },
};
