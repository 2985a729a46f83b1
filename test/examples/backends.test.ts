/**
 * The example backends as a person would run them, each in a process of its own, with the packed package and the real
 * frameworks, before the real program: its edge signs the receipts, with a key that `email-verify keys` made.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { usePacked, type Packed, type Project } from '../e2e/support/packed.js';
import { run, startProgram, temporaryFolder, type Program } from '../e2e/support/program.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { putDatabase } from '../support/pglite-template.js';

const examples = join(import.meta.dirname, '../../examples');
const PAGE_ORIGIN = 'https://shop.example';
const GOOD = 'anna@firm.org';
const BAD = 'anna@no-such-firm.org';
/** Nothing listens on port 9 of this machine. */
const NO_EDGE = 'http://127.0.0.1:9/verify';

/** The packages that the examples install, beside ours. */
const PEERS = [
  'express',
  'fastify',
  'hono',
  '@hono/node-server',
  '@hono/standard-validator',
  '@standard-schema/spec',
  '@tanstack/form-core',
  '@trpc/server',
  'zod',
];

type Answer = [status: number, body: unknown];
type Fields = [name: string, value: string][];

/** A form as a browser sends it, answered. */
const send = async (post: (init: RequestInit) => Promise<Response>, fields: Fields): Promise<Answer> => {
  const response = await post({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  const body = await response.text();
  return [response.status, response.status === 201 ? (JSON.parse(body) as unknown) : body];
};

/** Starts a backend that says in its first line where it listens. */
const startBackend = async (
  command: string,
  args: string[],
  edge: string,
): Promise<{ url: string; child: ChildProcess }> => {
  const child = spawn(command, args, { env: { ...process.env, EDGE: edge, PAGE_ORIGIN, PORT: '0' }, timeout: 120_000 });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+[^\s)]*/.exec(said)?.[0];
      if (found) resolve(found);
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    child.on('error', reject);
    child.on('close', () => {
      reject(new Error(`The backend ended at its start: ${said}`));
    });
  });
  return { url, child };
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'close');
};

describe('the example backends', () => {
  const folder = temporaryFolder();
  let dns: DnsServer;
  let program: Program;
  let packed: Packed;
  let project: Project;
  let edge = '';

  beforeAll(async () => {
    dns = await startDnsServer({ zone: { 'firm.org': { MX: ['mx.firm.org'] }, 'mx.firm.org': { A: ['1.2.3.4'] } } });
    const { stdout: RECEIPT_KEY } = await run(['keys', '--alg', 'ES256'], {});
    await putDatabase(folder.path);
    program = await startProgram({
      DATA_DIR: folder.path,
      DNS_SERVERS: dns.address,
      ALLOWED_ORIGINS: PAGE_ORIGIN,
      RECEIPT_KEY,
      // One client makes all checks.
      CHALLENGE: 'off',
    });
    edge = `${program.url}/verify`;
    packed = usePacked();
    project = await packed.install(...PEERS);
    cpSync(join(examples, 'backends'), project.folder, { recursive: true });
  });

  afterAll(async () => {
    await program.end();
    await dns.close();
    folder.remove();
    packed.remove();
  });

  /** Fetches a token and makes a check, as a page does. Resolves to the receipt. */
  const receiptFor = async (email: string): Promise<string> => {
    const headers = { origin: PAGE_ORIGIN, 'content-type': 'text/plain' };
    const { token } = (await (await fetch(`${edge}/token`, { method: 'POST', headers })).json()) as { token: string };
    const body = JSON.stringify({ token, email });
    const answer = await fetch(`${edge}/validate`, { method: 'POST', headers, body });
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { receipt: string }).receipt;
  };

  /** Asserts how a backend in any language must handle a form. */
  const assertDoesIt = async (post: (init: RequestInit) => Promise<Response>): Promise<void> => {
    const receipt = await receiptFor(GOOD);
    const field = (value: string): Fields[number] => ['email-verification', value];
    const form = (email: string, ...more: Fields): Promise<Answer> => send(post, [['email', email], ...more]);
    const flagged = (email: string, flag: string | null): Answer => [201, { email, flag }];

    assert.deepEqual(await form(GOOD, field(receipt)), flagged(GOOD, null), 'checked');
    assert.deepEqual(await form(GOOD, field(receipt)), flagged(GOOD, 'used'), 'sent again');
    assert.deepEqual(await form('bob@firm.org', field(await receiptFor(GOOD))), flagged('bob@firm.org', 'address'));
    assert.deepEqual(await form(GOOD), flagged(GOOD, 'malformed'), 'without a receipt');
    assert.deepEqual(await form(GOOD, field('let me in')), flagged(GOOD, 'malformed'));
    assert.deepEqual(await form(GOOD, field(`${receipt.slice(0, -4)}AAAA`)), flagged(GOOD, 'signature'));
    const [status, words] = await form(BAD, field(await receiptFor(BAD)));
    assert.equal(status, 422, 'an address that cannot receive mail');
    assert.match(String(words), /cannot receive mail/);
    assert.equal((await send(post, []))[0], 400, 'no email');
  };

  for (const name of ['express', 'fastify', 'hono', 'node']) {
    test(`${name}: takes the checked, refuses what cannot receive mail, flags the rest`, async () => {
      const { url, child } = await startBackend(process.execPath, [join(project.folder, `${name}.mjs`)], edge);
      try {
        await assertDoesIt((init) => fetch(url, init));
      } finally {
        await end(child);
      }
    });

    test(`${name}: without the edge, people come in, flagged`, async () => {
      const { url, child } = await startBackend(process.execPath, [join(project.folder, `${name}.mjs`)], NO_EDGE);
      try {
        const fields: Fields = [
          ['email', GOOD],
          ['email-verification', await receiptFor(GOOD)],
        ];
        const answer = await send((init) => fetch(url, init), fields);
        assert.deepEqual(answer, [201, { email: GOOD, flag: 'keys_unavailable' }]);
      } finally {
        await end(child);
      }
    });
  }

  /** Imports an example in a process of its own, with the edge's address; resolves to the value of an expression on it. */
  const evaluate = async (name: string, expression: string): Promise<unknown> => {
    const settings = JSON.stringify({ EDGE: edge, PAGE_ORIGIN });
    const program = `Object.assign(process.env, ${settings});
      const example = await import('./${name}.mjs');
      console.log(JSON.stringify(await (${expression})));`;
    return JSON.parse(await project.run(program)) as unknown;
  };
  const fieldsFor = async (email: string, more = {}): Promise<string> =>
    JSON.stringify({ ...more, email, 'email-verification': await receiptFor(email) });

  /**
   * The values of an expression on `example` and `fields`, for the form with the good address and the one with the bad
   * address.
   */
  const evaluateBoth = async (name: string, expression: string): Promise<[good: unknown, bad: unknown]> => {
    const forms = [await fieldsFor(GOOD, { name: 'Anna' }), await fieldsFor(BAD, { name: 'Anna' })].join();
    return (await evaluate(name, `Promise.all([${forms}].map((fields) => ${expression}))`)) as [unknown, unknown];
  };

  test('tRPC: takes the checked, refuses what cannot receive mail', async () => {
    const [good, bad] = await evaluateBoth(
      'trpc',
      'example.appRouter.createCaller({}).signUp(fields).catch(({ code, message }) => [code, message])',
    );
    assert.deepEqual(good, { name: 'Anna', email: GOOD, flag: null });
    const [code, message] = bad as string[];
    assert.equal(code, 'BAD_REQUEST');
    assert.match(message ?? '', /cannot receive mail/);
  });

  test('TanStack Form: accepts the checked, puts a message at the field that cannot receive mail', async () => {
    const [good, bad] = await evaluateBoth('tanstack-form', 'example.validate(fields)');
    assert.equal(good, null);
    assert.match((bad as { email: { message: string }[] }).email[0]?.message ?? '', /cannot receive mail/);
  });

  test('Hono’s standard validator: takes the checked, refuses what cannot receive mail', async () => {
    const [good, bad] = await evaluateBoth(
      'hono-validator',
      `Promise.resolve(example.app.request('/sign-up', { method: 'POST', body: new URLSearchParams(fields) }))
        .then(async (response) => [response.status, await response.text()])`,
    );
    assert.deepEqual(good, [201, JSON.stringify({ email: GOOD, flag: null })]);
    const [status, words] = bad as [number, string];
    assert.equal(status, 400);
    assert.match(words, /cannot receive mail/);
  });

  test('Better Auth: creates the account of the checked, refuses what cannot receive mail', async () => {
    Object.assign(process.env, { EDGE: edge, PAGE_ORIGIN, BETTER_AUTH_SECRET: 'x'.repeat(32) });
    // In place: its dependencies are many. `email-verify-element` is then the built package.
    const { auth } = (await import(join(examples, 'backends/better-auth.mjs'))) as {
      auth: { handler: (request: Request) => Promise<Response> };
    };
    const signUp = async (email: string): Promise<Response> => {
      const body = await fieldsFor(email, { name: 'Anna', password: 'correct horse battery' });
      const headers = { 'content-type': 'application/json', origin: PAGE_ORIGIN };
      return auth.handler(new Request(`${PAGE_ORIGIN}/api/auth/sign-up/email`, { method: 'POST', headers, body }));
    };
    assert.equal((await signUp(GOOD)).status, 200);
    const refused = await signUp(BAD);
    assert.equal(refused.status, 422);
    assert.match(((await refused.json()) as { message: string }).message, /cannot receive mail/);
  });

  test('Next.js: its route handler, called without Next, which gives it a Request and sends its Response', async () => {
    Object.assign(process.env, { EDGE: edge, PAGE_ORIGIN });
    const handler = (await import(join(examples, 'next/app/sign-up/route.js'))) as {
      POST: (request: Request) => Promise<Response>;
    };
    await assertDoesIt((init) => handler.POST(new Request(`${PAGE_ORIGIN}/sign-up`, init)));
  });

  const hasPhp = spawnSync('php', ['-v']).status === 0;
  if (!hasPhp) console.warn('There is no php here; Debian: apt-get install php-cli');
  const startPhp = (edge: string): ReturnType<typeof startBackend> =>
    startBackend('php', ['-S', '127.0.0.1:0', join(examples, 'sign-up.php')], edge);

  test.runIf(hasPhp)('PHP: takes the checked, refuses what cannot receive mail, flags the rest', async () => {
    const { url, child } = await startPhp(edge);
    try {
      await assertDoesIt((init) => fetch(url, init));
      const [status, body] = await send(
        (init) => fetch(url, init),
        [
          ['email', GOOD],
          ['email-verification[]', 'a list'],
        ],
      );
      assert.deepEqual([status, body], [201, { email: GOOD, flag: 'malformed' }]);
      const long = await send(
        (init) => fetch(url, init),
        [
          ['email', GOOD],
          ['email-verification', 'x'.repeat(3000)],
        ],
      );
      assert.deepEqual(long, [201, { email: GOOD, flag: 'unavailable' }]);
    } finally {
      await end(child);
    }
  });

  test.runIf(hasPhp)('PHP: without the edge, people come in, flagged', async () => {
    const { url, child } = await startPhp(NO_EDGE);
    try {
      const answer = await send((init) => fetch(url, init), [['email', GOOD]]);
      assert.deepEqual(answer, [201, { email: GOOD, flag: 'unavailable' }]);
    } finally {
      await end(child);
    }
  });
});
