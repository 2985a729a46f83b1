/**
 * The built verifier over HTTPS in every runtime: workerd with and without Node's modules, Deno and Bun, over a real
 * DNS server.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test, type TestContext } from 'vitest';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { ValidationResult } from '../../src/protocol/index.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { startDohServer, type DohServer } from '../support/doh-server.js';
import { eventually } from '../support/eventually.js';

const BUILT = join(import.meta.dirname, '../../dist/verifier/doh.js');
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

  // This process answers DNS: a pause of it must not end a question.
  const setUp = (): string => `
    import { createDohVerifier } from ${JSON.stringify(BUILT)};
    const verifierOf = (dnsTimeoutMs) => createDohVerifier({ url: ${JSON.stringify(doh.url)}, dnsTimeoutMs });
    const verifier = verifierOf(20_000);
  `;

  /** Starts a Worker whose handler has this body, to end with the test. Resolves to its URL. */
  const startWorker = async (t: TestContext, handler: string, flags: readonly string[], more = ''): Promise<URL> => {
    const contents = `${setUp()} ${more} export default { async fetch(request) { ${handler} } }`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: import.meta.dirname },
      bundle: true,
      format: 'esm',
      write: false,
    });
    const worker = new Miniflare({
      modules: true,
      script: outputFiles[0]?.text,
      compatibilityDate: '2025-06-01',
      compatibilityFlags: flags,
    });
    t.onTestFinished(() => worker.dispose());
    return worker.ready;
  };

  for (const flags of [[], ['nodejs_compat']]) {
    test(`in workerd ${flags.join(' ')}`, { timeout: 60_000 }, async (t) => {
      const handler = `
        const { searchParams } = new URL(request.url);
        const [asked, timeoutMs] = searchParams.has('brief') ? [brief, 1500] : [verifier, 15_000];
        return Response.json(await asked.verify(searchParams.get('email'), { timeoutMs }));
      `;
      const url = await startWorker(t, handler, flags, 'const brief = verifierOf(2000);');
      const verify = async (email: string, more = '', signal: AbortSignal | null = null): Promise<ValidationResult> => {
        const response = await fetch(`${url.href}?email=${encodeURIComponent(email)}${more}`, { signal });
        return (await response.json()) as ValidationResult;
      };
      for (const expected of EXPECTED) assert.deepEqual(shortly(await verify(String(expected[0]))), expected);

      const together = await Promise.all(
        ['anna', 'berta', 'carl', 'dora', 'emil', 'fritz'].map((name) => verify(`${name}@slow.org`)),
      );
      assert.deepEqual(new Set(together.map(({ status }) => status)), new Set(['valid']));

      // A caller that goes away ends its own question, and nobody else's address stays unknown for it.
      dns.setMode('silent');
      const leaving = new AbortController();
      const asked = doh.requests.length;
      const left = verify('anna@left.firm.org', '&brief', leaving.signal).catch(() => null);
      await eventually(() => doh.requests.length > asked);
      leaving.abort();
      assert.equal(await left, null);
      dns.setMode('normal');
      let last = await verify('anna@left.firm.org', '&brief');
      while (last.status === 'unknown') last = await verify('anna@left.firm.org', '&brief');
      assert.deepEqual(last.sub_status, ['domain_not_found']);
    });

    test(`checks lists in workerd ${flags.join(' ')}, several requests at once`, { timeout: 60_000 }, async (t) => {
      const handler = `
        const results = [];
        for await (const result of verifier.verifyMany(await request.json(), { concurrency: 20 })) results.push(result);
        return Response.json(results);
      `;
      const url = await startWorker(t, handler, flags);
      const check = async (emails: readonly string[]): Promise<unknown[][]> => {
        const response = await fetch(url, { method: 'POST', body: JSON.stringify(emails) });
        return ((await response.json()) as ValidationResult[]).map(shortly);
      };
      const emails = EXPECTED.map(([email]) => String(email));
      const byEmail = (a: unknown[], b: unknown[]): number => String(a[0]).localeCompare(String(b[0]));
      const expected = [...EXPECTED].sort(byEmail);
      const lists = await Promise.all(Array.from({ length: 3 }, () => check(emails)));
      for (const results of lists) assert.deepEqual(results.sort(byEmail), expected);

      // More addresses than are looked up at once, at domains that were asked for in another request.
      const many = Array.from({ length: 500 }, (_, n) => `person${n}@${n % 2 ? 'firm' : 'six'}.org`);
      const results = await check(many);
      assert.deepEqual(results.map(([email]) => email).sort(), [...many].sort());
      assert.ok(results.every(([, status]) => status === 'valid'));
    });

    test(`ends a list early in workerd ${flags.join(' ')}`, { timeout: 60_000 }, async (t) => {
      const handler = `
        const emails = function* () { for (let n = 0; ; n++) yield 'person' + n + '@firm.org'; };
        const leaving = new AbortController();
        const found = [];
        try {
          for await (const { status } of verifier.verifyMany(emails(), { concurrency: 20, signal: leaving.signal }))
            if (found.push(status) === 100) leaving.abort(new Error('enough'));
        } catch (error) { found.push(error.message); }
        for await (const { status } of verifier.verifyMany(emails(), { concurrency: 20 }))
          if (found.push(status) > 200) break;
        return Response.json(found);
      `;
      const url = await startWorker(t, handler, flags);
      const found = (await (await fetch(url)).json()) as string[];
      assert.deepEqual([found.length, found[100], new Set(found)], [201, 'enough', new Set(['valid', 'enough'])]);
    });
  }

  for (const [name, command, ...args] of [
    ['Deno', '@deno/linux-x64-glibc/deno', 'run', '--allow-net=127.0.0.1', '-'],
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
