/** The built verifier over HTTPS in every runtime: workerd with and without Node's modules, Deno and Bun, over a real DNS server. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { ValidationResult } from '../../src/protocol/index.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { startDohServer, type DohServer } from '../support/doh-server.js';
import { eventually } from '../support/eventually.js';

const BUILT = join(import.meta.dirname, '../../dist/edge/verifier-doh.js');
const MODULES = join(import.meta.dirname, 'node_modules');
const { Miniflare } = (await import(join(MODULES, 'miniflare/dist/src/index.js'))) as {
  Miniflare: new (options: object) => { ready: Promise<URL>; dispose(): Promise<void> };
};

const ZONE = {
  'firm.org': { MX: ['mx.firm.org'] },
  'mx.firm.org': { CNAME: 'host.firm.org' },
  'host.firm.org': { A: ['1.2.3.4'] },
  'six.org': { MX: ['mx.six.org'] },
  'mx.six.org': { AAAA: ['2a00::1'] },
  'null.org': { MX: [[0, '.'] as const] },
  'fail.org': { behaviour: 'servfail' as const },
  'slow.org': { MX: ['mx.firm.org'], delayMs: 300 },
};

const EXPECTED = [
  ['anna@firm.org', 'valid', 'mx.firm.org', ['smtp_not_checked']],
  ['anna@six.org', 'valid', 'mx.six.org', ['smtp_not_checked']],
  ['anna@null.org', 'invalid', '', ['null_mx']],
  ['anna@no-such-firm.org', 'invalid', '', ['domain_not_found']],
  ['anna@fail.org', 'unknown', '', ['dns_error']],
  ['anna@mailinator.com', 'invalid', '', ['domain_not_found', 'disposable']],
];

const shortly = ({ email, status, mx_record, sub_status }: ValidationResult): unknown[] => [
  email,
  status,
  mx_record,
  sub_status,
];

describe('the verifier over HTTPS', () => {
  let dns: DnsServer;
  let doh: DohServer;

  beforeAll(async () => {
    dns = await startDnsServer({ zone: ZONE });
    doh = await startDohServer(dns.address);
  });

  afterAll(async () => {
    await doh.close();
    await dns.close();
  });

  const setUp = (): string => `
    import { createDohVerifier } from ${JSON.stringify(BUILT)};
    const verifier = createDohVerifier({ url: ${JSON.stringify(doh.url)}, dnsTimeoutMs: 2000 });
  `;

  for (const flags of [[], ['nodejs_compat']]) {
    test(`in workerd ${flags.join(' ')}`, { timeout: 60_000 }, async (t) => {
      const contents = `${setUp()} export default { async fetch(request) {
        const { searchParams } = new URL(request.url);
        return Response.json(await verifier.verify(searchParams.get('email'), { timeoutMs: 1500 }));
      } }`;
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: import.meta.dirname },
        bundle: true,
        format: 'esm',
        write: false,
      });
      const script = outputFiles[0]?.text;
      const worker = new Miniflare({
        modules: true,
        script,
        compatibilityDate: '2025-06-01',
        compatibilityFlags: flags,
      });
      t.onTestFinished(() => worker.dispose());
      const url = await worker.ready;
      const verify = async (email: string, signal: AbortSignal | null = null): Promise<ValidationResult> => {
        const response = await fetch(`${url.href}?email=${encodeURIComponent(email)}`, { signal });
        return (await response.json()) as ValidationResult;
      };
      for (const expected of EXPECTED) assert.deepEqual(shortly(await verify(String(expected[0]))), expected);

      const together = await Promise.all(
        ['anna', 'berta', 'carl', 'dora', 'emil', 'fritz'].map((name) => verify(`${name}@slow.org`)),
      );
      assert.deepEqual(new Set(together.map(({ status }) => status)), new Set(['valid']));

      // Who goes away takes the question with them, and nobody else's address stays unknown for it.
      dns.setMode('silent');
      const leaving = new AbortController();
      const asked = doh.requests.length;
      const left = verify('anna@left.firm.org', leaving.signal).catch(() => null);
      await eventually(() => doh.requests.length > asked);
      leaving.abort();
      assert.equal(await left, null);
      dns.setMode('normal');
      let last = await verify('anna@left.firm.org');
      while (last.status === 'unknown') last = await verify('anna@left.firm.org');
      assert.deepEqual(last.sub_status, ['domain_not_found']);
    });
  }

  for (const [name, command, ...args] of [
    ['Deno', '@deno/linux-x64-glibc/deno', 'run', '--no-config', '--allow-net=127.0.0.1', '-'],
    ['Bun', '@oven/bun-linux-x64/bin/bun', 'run', '-'],
  ] as const) {
    test(`in ${name}`, { timeout: 60_000 }, async () => {
      const emails = JSON.stringify(EXPECTED.map(([email]) => email));
      const running = promisify(execFile)(join(MODULES, command), args, { timeout: 30_000, cwd: join(BUILT, '..') });
      running.child.stdin?.end(`${setUp()}
        const results = [];
        for (const email of ${emails}) results.push(await verifier.verify(email));
        console.log(JSON.stringify(results));
        await verifier.close();
      `);
      const { stdout } = await running;
      assert.deepEqual((JSON.parse(stdout) as ValidationResult[]).map(shortly), EXPECTED);
    });
  }
});
