/** The edge as a program of Node, of Deno and of Bun, over HTTP. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { posted, settings, tokenAt, validateAt } from '../edge/portable/place.js';
import { describeEdge } from '../edge/portable/suite.js';
import { answerJson, CLIENT, ORIGIN, result, startUpstream } from '../edge/support.js';
import { run, startEdge, type Command } from './support/process.js';
import { receiptsOf } from './support/receipts.js';
import { MISSING, root, RUNTIMES, type Runtime } from './support/runtimes.js';
import { eventually } from '../support/eventually.js';

const upstream = await startUpstream();

const portIsClosed = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {
      resolve(true);
    });
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });

const describeProgram = ({ name, script }: Runtime, serve: Command): void => {
  describe(`the edge as a program of ${name}`, () => {
    test('takes the client’s address from the connection, whatever the client writes', async () => {
      const program = await startEdge(serve, settings(upstream.baseUrl, { TOKENS_PER_CLIENT_PER_MINUTE: '5' }));
      const statuses: number[] = [];
      for (let i = 0; i < 8; i++) {
        const claimed = `198.51.100.${i}`;
        const headers = {
          'x-forwarded-for': claimed,
          'cf-connecting-ip': claimed,
          'x-real-ip': claimed,
          'true-client-ip': claimed,
          forwarded: `for=${claimed}`,
        };
        const { status } = await fetch(`${program.url}/token`, posted(undefined, headers));
        statuses.push(status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
      await program.end();
    });

    test('refuses a body that is far too large, and goes on', async () => {
      const program = await startEdge(serve, settings(upstream.baseUrl));
      for (const size of [100_000, 900_000])
        assert.equal((await fetch(`${program.url}/validate`, posted('x'.repeat(size)))).status, 413);
      assert.equal((await fetch(`${program.url}/healthz`)).status, 200);
      await program.end();
    });

    test('answers what is under way when it is asked to end, closes its port, and ends well', async () => {
      let [answer, asked] = [(): void => undefined, false];
      const slow = await startUpstream((email, response) => {
        asked = true;
        answer = () => {
          answerJson(response, result(email));
        };
      });
      const program = await startEdge(serve, settings(slow.baseUrl, { TRUSTED_PROXIES: '1' }));
      const underWay = validateAt(program, await tokenAt(program), 'anna@example.com');
      await eventually(() => asked);
      const ended = program.end();
      await eventually(() => portIsClosed(program.url));
      answer();
      const response = await underWay;
      assert.deepEqual([response.status, ((await response.json()) as { status: string }).status], [200, 'valid']);
      assert.equal(await ended, 0);
    });

    test('is not held up at its end by who is connected and asks nothing', async () => {
      const program = await startEdge(serve, settings(upstream.baseUrl));
      const socket = connect(Number(new URL(program.url).port), '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      assert.equal((await fetch(`${program.url}/healthz`)).status, 200);
      assert.equal(await program.end(), 0);
      socket.destroy();
    });

    test('ends well although a client has sent only half of its body', async () => {
      const program = await startEdge(serve, settings(upstream.baseUrl));
      const socket = connect(Number(new URL(program.url).port), '127.0.0.1').on('error', () => undefined);
      const head = ['POST /validate HTTP/1.1', 'host: x', `origin: ${ORIGIN}`, 'content-length: 300'];
      socket.write(`${head.join('\r\n')}\r\n\r\n{`);
      assert.equal((await fetch(`${program.url}/healthz`)).status, 200);
      assert.equal(await program.end(), 0, program.output());
      socket.destroy();
    });

    test('does not start with a wrong setting, and says which in one line', async () => {
      const right = settings(upstream.baseUrl);
      for (const [over, says] of [
        [{ SECRET: '' }, /^SECRET is not set: .*\n$/],
        [{ SECRET: 'hidden' }, /^SECRET must be 32 or more random characters, got 6\.\n$/],
        [{ ALLOWED_ORIGINS: '*' }, /^ALLOWED_ORIGINS must be .*, got "\*"\.\n$/],
        [{ PUBLIC_URL: '' }, /^PUBLIC_URL is not set: .*\n$/],
        [{ UPSTREAM_KEY: '' }, /^UPSTREAM_URL is set but UPSTREAM_KEY is not.*\n$/],
        [{ PORT: '65536' }, /^PORT must be a whole number .*, got "65536"\.\n$/],
        [{ PORT: new URL(upstream.baseUrl).port }, /^PORT \d+ .*\n$/],
        [{ RECEIPT_KEY: '{"d":"hidden"}' }, /^RECEIPT_KEY.*\n$/],
      ] as const) {
        const { code, output } = await run(serve, { ...right, ...over });
        assert.equal(code, 1);
        assert.match(output, says);
        assert.ok(!output.includes('hidden'));
      }
    });

    test('its receipts are checked by a backend of this runtime', async () => {
      const program = await startEdge(serve, settings(upstream.baseUrl, { TRUSTED_PROXIES: '1' }));
      const { given, right } = await receiptsOf(program, program.url);
      const backend = script(join(root, 'test/runtimes/programs/verify.mjs'), JSON.stringify(given));
      const { output } = await run(backend);
      assert.deepEqual(JSON.parse(output), right);
      assert.ok(!program.output().includes(CLIENT));
      await program.end();
    });
  });
};

for (const runtime of RUNTIMES) {
  const { name, serve } = runtime;
  if (serve === null) {
    test(`the edge on ${name}`, (t) => {
      t.skip(MISSING);
    });
    continue;
  }
  const open = (over: Record<string, string>) => startEdge(serve, { ...over, TRUSTED_PROXIES: '1' });
  await describeEdge(name, open, name !== 'Node');
  describeProgram(runtime, serve);
}
