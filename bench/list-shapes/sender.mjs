/**
 * Sends a file to a server and drains its answer, in a process of its own: its work must not slow the probes.
 * `node sender.mjs <method> <url> <key> <media type> <file>`; without a file there is no body. Prints the status and
 * the start of the answer.
 */
import { openAsBlob } from 'node:fs';

const [method, url, key, type, file] = process.argv.slice(2);
const headers = { 'x-api-key': key, ...(type && { 'content-type': type }) };
const body = file && (await openAsBlob(file));
const response = await fetch(url, { method, headers, body, duplex: 'half' });
let start = '';
for await (const bytes of response.body ?? []) if (start.length < 1000) start += Buffer.from(bytes).toString();
console.log(JSON.stringify({ status: response.status, start: start.slice(0, 1000) }));
