/** `email-verify serve` on an address that is not the usual loopback: what it asks of itself must not go over 127.0.0.1. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import type { EdgeVerdict, TokenAnswer } from '../../src/protocol/index.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { putDatabase } from '../support/pglite-template.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

// Linux answers on all of 127.0.0.0/8; elsewhere the address would have to be added to an interface.
const skip = process.platform !== 'linux';
const email = 'anna@firm.org';
const folder = temporaryFolder();
let dns: DnsServer;
let program: Program;
let verdict: EdgeVerdict;

beforeAll(async () => {
  if (skip) return;
  dns = await startDnsServer({ zone: { 'firm.org': { MX: ['mx.firm.org'] }, 'mx.firm.org': { A: ['1.2.3.4'] } } });
  await putDatabase(folder.path);
  program = await startProgram({ HOST: '127.0.0.2', DATA_DIR: folder.path, DNS_SERVERS: dns.address });
  const post = async <T>(path: string, body?: object): Promise<T> => {
    const headers = { origin: program.url, 'content-type': 'text/plain' };
    const init = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) };
    return (await (await fetch(`${program.url}/verify${path}`, init)).json()) as T;
  };
  const { token } = await post<TokenAnswer>('/token');
  verdict = await post<EdgeVerdict>('/validate', { token, email });
});

afterAll(async () => {
  if (skip) return;
  await program.end();
  await dns.close();
  folder.remove();
});

test('serve prints where it listens, and lets its own page ask', { skip }, () => {
  assert.match(program.url, /^http:\/\/127\.0\.0\.2:\d+$/);
});

test('serve asks its own service, with a line of the service in the log', { skip }, () => {
  assert.deepEqual([verdict.status, verdict.sub_status.includes('upstream_error')], ['valid', false]);
  assert.ok(program.log().some(({ path, status, account }) => path === '/api/validate' && status === 200 && account));
});

test('the demo’s backend finds the receipt genuine', { skip }, async () => {
  const body = new URLSearchParams({ email, 'email-verification': verdict.receipt });
  const response = await fetch(`${program.url}/sign-up`, { method: 'POST', body });
  assert.match(await response.text(), /data-receipt="ok"/);
});
