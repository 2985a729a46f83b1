/** A Redis behind a slow network: a check ends before the page gives up on it. */
import assert from 'node:assert/strict';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { redisStore, type EdgeStore } from '../../../src/edge/index.js';
import { connectRedis, noRedis, startRedis, type Redis } from '../../support/redis.js';
import { post, setUp, startUpstream, validate } from '../support.js';
import type { EdgeVerdict, TokenAnswer } from '../../../src/protocol/index.js';

/** Time limit of a page for a token and a check together, in milliseconds. */
const PATIENCE_MS = 5000;

describe.skipIf(noRedis)('a slow Redis', () => {
  let redis: Redis;
  let delayMs = 0;
  let store: EdgeStore;
  let close: () => void;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    redis = await startRedis();
    const { port } = new URL(redis.url);
    // The replies are late; their order is kept.
    const proxy = createServer((socket) => {
      const server = connect(Number(port), '127.0.0.1');
      for (const one of [socket, server]) {
        sockets.add(one);
        one.on('error', () => undefined);
      }
      socket.pipe(server);
      server.on('data', (reply) => setTimeout(() => socket.write(reply), delayMs));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const connection = await connectRedis(`redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    close = () => {
      connection.close();
      for (const socket of sockets) socket.destroy();
      proxy.close();
    };
    store = redisStore(connection.send);
  });
  afterAll(async () => {
    close();
    await redis.end();
  });

  /**
   * A check as a page makes it: a token, then the verdict; the status of the answer that ended it, the verdict, and how
   * long it all took.
   */
  const checkWithToken = async (edge: ReturnType<typeof setUp>['edge'], email: string) => {
    const started = performance.now();
    const since = (): number => performance.now() - started;
    const issued = await post(edge, '/token', null);
    if (issued.status !== 200) return { status: issued.status, ms: since() };
    const { token } = (await issued.json()) as TokenAnswer;
    const response = await validate(edge, token, email);
    const verdict = (await response.json()) as Partial<EdgeVerdict>;
    return { status: response.status, verdict: verdict.status, ms: since() };
  };

  for (const [ms, status, verdict] of [
    [0, 200, 'valid'],
    [250, 200, 'valid'],
    [500, 200, 'valid'],
    [2000, 503, undefined],
  ] as const)
    test(`whose replies take ${ms} ms: a check with its token answers ${status} within the page’s patience`, async () => {
      const upstream = await startUpstream();
      // The product's default, as a page meets it.
      const { edge } = setUp(upstream.baseUrl, { store, timeoutMs: 4500 });
      delayMs = ms;
      const check = await checkWithToken(edge, `p${ms}@example.com`);
      delayMs = 0;
      assert.deepEqual([check.status, check.verdict], [status, verdict]);
      assert.ok(check.ms < PATIENCE_MS, `${check.ms} ms`);
      console.log(`replies after ${ms} ms: ${check.status} after ${Math.round(check.ms)} ms`);
    });
});
