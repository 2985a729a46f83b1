/** `<email-verify>` as it was built, side by side with two others of its kind: bytes, milliseconds, requests, longest tasks. */
import { run } from './element/run.mjs';
import { table } from './table.js';

await run((title, heading, rows) => {
  console.log(`\n${title}`);
  table(heading, rows);
});
