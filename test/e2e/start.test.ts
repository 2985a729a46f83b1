/**
 * The built program from the outside: its start, its end, its settings, and the service's answers as curl would see
 * them.
 */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type * as edgeModule from '../../src/edge/index.js';
import type { EdgeLogLine } from '../../src/edge/index.js';
import { sample, whole } from '../support/whole.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { run, startProgram, temporaryFolder, type Program } from './support/program.js';

const { createEdge, generateReceiptKey } = (await import(
  join(import.meta.dirname, '../../dist/edge/index.js')
)) as typeof edgeModule;

const FIELDS = {
  email: 'string',
  status: 'string',
  checked_at: 'string',
  account: 'string',
  domain: 'string',
  quality: 'string',
  score: 'number',
  mx_record: 'string',
  did_you_mean: 'object',
  sub_status: 'object',
};

describe('the program', () => {
  const folder = temporaryFolder();
  let dns: DnsServer;
  let program: Program;
  let key = '';

  const validate = (query: string): Promise<Response> => fetch(`${program.url}/api/validate?${query}`);

  beforeAll(async () => {
    dns = await startDnsServer({ zone: { 'firm.org': { MX: ['mx.firm.org'] }, 'mx.firm.org': { A: ['1.2.3.4'] } } });
    program = await startProgram({ DATA_DIR: folder.path, DNS_SERVERS: dns.address });
    key = program.key ?? '';
  });

  afterAll(async () => {
    await program.end();
    await dns.close();
    folder.remove();
  });

  test('prints the API key of its first account, and keeps its secret for the one who runs it', () => {
    assert.match(key, /^evk_[\w-]{43}$/);
    assert.equal(statSync(join(folder.path, 'secret')).mode & 0o077, 0);
    assert.equal(program.output().includes(readFileSync(join(folder.path, 'secret'), 'utf8').trim()), false);
  });

  test('answers the ten fields in their types', async () => {
    const response = await validate(`apikey=${key}&email=anna+news@firm.org`);
    assert.equal(response.status, 200);
    const result = (await response.json()) as Record<string, unknown>;
    assert.deepEqual(Object.fromEntries(Object.entries(result).map(([name, value]) => [name, typeof value])), FIELDS);
    assert.deepEqual(
      [
        result['email'],
        result['status'],
        result['account'],
        result['domain'],
        result['mx_record'],
        result['did_you_mean'],
      ],
      ['anna+news@firm.org', 'valid', 'anna+news', 'firm.org', 'mx.firm.org', null],
    );
    assert.match(String(result['checked_at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    assert.match(String(result['score']), /^(0(\.\d\d?)?|1)$/);
    assert.ok(Array.isArray(result['sub_status']));
  });

  test('refuses with a problem what it cannot answer', async () => {
    const rows: [string, number, string][] = [
      ['email=anna@firm.org', 401, 'missing_key'],
      ['apikey=evk_wrong&email=anna@firm.org', 401, 'wrong_key'],
      [`apikey=${key}`, 400, 'missing_email'],
    ];
    for (const [query, status, code] of rows) {
      const response = await validate(query);
      assert.equal(response.status, status, query);
      assert.equal(response.headers.get('content-type'), 'application/problem+json');
      assert.equal(((await response.json()) as { code: string }).code, code);
    }
  });

  test('finds text that is no address invalid, as a verdict', async () => {
    const response = await validate(`apikey=${key}&email=anna@@firm`);
    const { status, sub_status: codes } = (await response.json()) as { status: string; sub_status: string[] };
    assert.deepEqual([response.status, status, codes[0]], [200, 'invalid', 'syntax_error']);
  });

  test('refuses what is more than five requests in a second, and says when to come back', async () => {
    let refused: Response | undefined;
    // A machine that needs more than a second for twelve may answer them all.
    for (let tries = 0; !refused && tries < 10; tries += 1) {
      // The tests before have asked too. The window is of the program's own clock, and no answer tells when it is over.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const started = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => validate(`apikey=${key}&email=anna@firm.org`)),
      );
      // A fifth of a second makes room for one more.
      const more = Math.ceil((performance.now() - started) / 200);
      const answered = answers.filter(({ status }) => status === 200).length;
      assert.ok(answered >= 5 && answered <= 5 + more, `${answered} were answered`);
      refused = answers.find(({ status }) => status === 429);
    }
    assert.match(refused?.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal(refused?.headers.get('content-type'), 'application/problem+json');
  });

  test('is asked by an edge so that eight people who come at once all have a verdict', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const lines: EdgeLogLine[] = [];
    const edge = createEdge({
      origins: ['https://shop.example'],
      secret: 'a secret of more than thirty-two bytes',
      receiptKey: await generateReceiptKey(),
      issuer: 'https://edge.example',
      // The rate limit is the subject, however slow the machine.
      upstream: { baseUrl: program.url, apiKey: key, timeoutMs: 20_000 },
      log: (line) => lines.push(line),
    });
    const ask = async (path: string, n: number, body?: object): Promise<unknown> => {
      const init = { method: 'POST', headers: { origin: 'https://shop.example', 'content-type': 'text/plain' } };
      const request = new Request(`https://edge.example/${path}`, {
        ...init,
        body: body ? JSON.stringify(body) : null,
      });
      return (await edge(request, { clientAddress: `192.0.2.${n}` })).json();
    };
    const verdicts = Array.from({ length: 8 }, async (_, n) => {
      const { token } = (await ask('token', n)) as { token: string };
      return ((await ask('validate', n, { token, email: `anna${n}@firm.org` })) as { status: string }).status;
    });
    assert.deepEqual(await Promise.all(verdicts), Array(8).fill('valid'), JSON.stringify(lines));
  });

  test('serves the page with a policy under which nothing foreign runs', async () => {
    const response = await fetch(`${program.url}/`, { headers: { 'accept-encoding': 'br' } });
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self'/);
    assert.match(await response.text(), /<email-verify endpoint="\/verify\/" placement="bubble">/);
    const script = await fetch(`${program.url}/email-verify.js`, { headers: { 'accept-encoding': 'br' } });
    assert.equal(script.headers.get('access-control-allow-origin'), '*');
    assert.equal(script.headers.get('content-encoding'), 'br');
    const etag = script.headers.get('etag') ?? '';
    const again = await fetch(`${program.url}/email-verify.js`, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    for (const path of ['/../package.json', '/%2e%2e/secret', '/secret', '/nothing']) {
      assert.equal((await fetch(`${program.url}${path}`)).status, 404, path);
    }
  });

  test('its backend takes a form that comes without a receipt, and says so', async () => {
    const body = new URLSearchParams({
      email: 'anna@firm.org',
      name: '<img src=x onerror=alert(1)>',
      'x onclick="alert(1)"': '',
    });
    const response = await fetch(`${program.url}/sign-up`, { method: 'POST', body });
    const text = await response.text();
    assert.match(text, /data-receipt="malformed"/);
    assert.match(text, /&lt;img src=x onerror=alert\(1\)&gt;/);
    assert.match(text, /data-field="x onclick=&quot;alert\(1\)&quot;"/);
    assert.equal((await fetch(`${program.url}/sign-up`, { method: 'POST', body: '{}' })).status, 400);
  });

  test.runIf(whole)('answers 402 once the credits are used up, and goes on when more are added', async () => {
    await program.end();
    const spend = async (): Promise<number> => {
      for (let sent = 0; sent < 130; sent++) {
        const response = await validate(`apikey=${key}&email=anna@firm.org`);
        if (response.status === 402) {
          assert.equal(((await response.json()) as { code: string }).code, 'out_of_credits');
          return sent;
        }
        assert.equal(response.status, 200);
      }
      return -1;
    };
    const env = { DATA_DIR: folder.path, DNS_SERVERS: dns.address };
    await run(['account', '--plan', 'enterprise'], env);
    program = await startProgram(env);
    const before = (await (await fetch(`${program.url}/api/account`, { headers: { 'x-api-key': key } })).json()) as {
      credits: { free: number; bought: number };
    };
    assert.equal(await spend(), before.credits.free);
    await program.end();
    const { stdout } = await run(['account', '--credits', '3', '--plan', 'standard'], env);
    assert.match(stdout, /"bought":3/);
    program = await startProgram(env);
    assert.equal((await validate(`apikey=${key}&email=anna@firm.org`)).status, 200);
  });

  test.runIf(whole)('ends cleanly at Ctrl-C; a second start prints no key, and knows the old one', async () => {
    assert.equal(await program.end('SIGINT'), 0);
    program = await startProgram({ DATA_DIR: folder.path, DNS_SERVERS: dns.address });
    assert.equal(program.key, null);
    assert.equal((await validate(`apikey=${key}&email=anna@firm.org`)).status, 200);
  });

  test('a wrong setting stops the start with one line that names it', async () => {
    const rows: Record<string, string>[] = [
      { PORT: '80a' },
      { PORT: '70000' },
      { PUBLIC_URL: 'verify.example' },
      { DATABASE_URL: 'mysql://x' },
      { SECRET: 'short' },
      { ALLOWED_ORIGINS: 'https://shop.example/' },
      { ALLOWED_ORIGINS: '*' },
      { UPSTREAM_URL: 'https://api.example' },
      { UPSTREAM_KEY: 'k' },
      { DNS_SERVERS: 'dns.example:53' },
      { DNS_SERVERS: '9.9.9.9:0' },
      { SMTP_PROBE: 'yes' },
      { TRUSTED_PROXIES: '-1' },
      { LOG_LEVEL: 'loud' },
      { DATA_DIR: '/dev/null/data' },
    ];
    for (const row of sample(rows, 5)) {
      const [[name]] = Object.entries(row) as [[string, string]];
      const { code, stdout, stderr } = await run(['serve'], { PORT: '0', DATA_DIR: '/dev/null/never', ...row });
      assert.equal(code, 1, name);
      assert.equal(stdout, '');
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
      assert.ok(stderr.includes(name), `${name}: ${stderr}`);
    }
  });

  test('a port that is taken stops the start with one line', async () => {
    const other = temporaryFolder();
    const { port } = new URL(program.url);
    const { code, stderr } = await run(['serve'], { PORT: port, DATA_DIR: other.path });
    other.remove();
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^PORT ${port} is in use by another program; set PORT to another one\\.\n$`));
  });
});
