/** A site's backend: checks the receipts of its argument, and prints what was found. Runs on any runtime. */
import { verifyReceipt } from '../../../dist/receipt/index.js';

const given = JSON.parse(globalThis.process.argv.at(-1));
const found = [];
for (const { receipt, ...expected } of given) found.push(await verifyReceipt(receipt, expected));
console.log(JSON.stringify(found.map((check) => (check.ok ? 'ok' : check.reason))));
