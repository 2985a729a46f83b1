/** Compares the built `<email-verify>` with two similar packages: bytes, milliseconds, requests, longest tasks. */
import { run } from './element/run.mjs';
import { table } from './table.js';

await run((title, heading, rows) => {
  console.log(`\n${title}`);
  table(heading, rows);
});
