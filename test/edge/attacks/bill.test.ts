/** Whoever wants to run up the bill: what reaches the upstream is what the quotas say, to the call. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'vitest';
import { DEFAULT_QUOTAS, memoryStore, type EdgeOptions } from '../../../src/edge/index.js';
import { toNodeListener } from '../../../src/edge/runtime/node.js';
import type { TokenAnswer } from '../../../src/protocol/index.js';
import { listen, ORIGIN, setUp, startUpstream, type Caller } from '../support.js';
import { sample } from '../../support/whole.js';
import { createScript, each, numbers, tally, wordOf } from './support.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const { checksPerClientPerMinute: PER_MINUTE } = DEFAULT_QUOTAS;
const OTHER = 'https://other.example';

interface Attack {
  quotas?: EdgeOptions['quotas'];
  /** The origin and the client address that the script of this number claims. */
  caller?: (script: number) => Caller;
  /** The number of scripts, each with its own token; of all their calls; and of concurrent calls. */
  scripts: number;
  calls: number;
  atOnce: number;
  /** The number of edges that share one store; 1 by default. */
  edges?: number;
  /** A pause of `ms` milliseconds after each `calls` calls. */
  pause?: { calls: number; ms: number };
  /** The expected number of calls to the upstream. */
  cost: number;
}

const ipv4 = (i: number): Caller => ({ client: `198.18.${i >> 8}.${i & 255}` });
const across48 = (i: number): Caller => ({ client: `2001:db8:1:${i.toString(16)}::${(i + 1).toString(16)}` });
const within64 = (i: number): Caller => ({ client: `2001:db8:1:2:${i.toString(16)}::${(i + 1).toString(16)}` });

const ATTACKS: Record<string, Attack> = {
  'one address, all at once': {
    quotas: { tokensPerClientPerMinute: 400 },
    scripts: 400,
    calls: 1200,
    atOnce: 1200,
    cost: PER_MINUTE,
  },
  '10,000 calls from one address in one minute': { scripts: 1, calls: 10_000, atOnce: 1, cost: PER_MINUTE },
  '10,000 calls from 1,000 addresses in one minute': {
    quotas: { checksPerClientPerMinute: 2, tokensPerClientPerMinute: 2 },
    caller: ipv4,
    scripts: 1000,
    calls: 10_000,
    atOnce: 500,
    cost: 1000 * 2,
  },
  'one address for five minutes': {
    quotas: { checksPerClientPerMinute: 70 },
    scripts: 3,
    calls: 1200,
    atOnce: 20,
    pause: { calls: 240, ms: MINUTE },
    cost: 5 * 70,
  },
  'one address on two days': {
    quotas: { checksPerClientPerDay: 200 },
    scripts: 2,
    calls: 1200,
    atOnce: 20,
    // The sixth pause would begin the third day.
    pause: { calls: 240, ms: DAY / 3 },
    cost: 2 * 200,
  },
  '400 addresses, all at once': {
    quotas: { checksPerDay: 300 },
    caller: ipv4,
    scripts: 400,
    calls: 1200,
    atOnce: 1200,
    cost: 300,
  },
  'one of two origins, from 400 addresses': {
    quotas: { checksPerOriginPerDay: 300 },
    caller: (i) => ({ ...ipv4(i), origin: OTHER }),
    scripts: 400,
    calls: 1200,
    atOnce: 200,
    cost: 300,
  },
  '400 addresses within an IPv6 /64': {
    quotas: { tokensPerClientPerMinute: 400 },
    caller: within64,
    scripts: 400,
    calls: 1200,
    atOnce: 200,
    cost: PER_MINUTE,
  },
  '400 networks across an IPv6 /48': {
    quotas: { checksPerClientPerMinute: 10 },
    caller: across48,
    scripts: 400,
    calls: 1200,
    atOnce: 200,
    cost: 4 * 10,
  },
  'one address, at two edges that share a store': { scripts: 20, calls: 1200, atOnce: 50, edges: 2, cost: PER_MINUTE },
  '400 addresses, at two edges that share a store': {
    quotas: { checksPerDay: 300 },
    caller: ipv4,
    scripts: 400,
    calls: 1200,
    atOnce: 200,
    edges: 2,
    cost: 300,
  },
};

for (const [name, attack] of sample(Object.entries(ATTACKS), 5)) {
  const { quotas, caller = () => ({}), scripts, calls, atOnce, edges = 1, pause, cost } = attack;
  test(`${name}: ${cost} calls of the upstream, to the call`, async () => {
    const upstream = await startUpstream();
    const clock = { now: Date.now() };
    const now = (): number => clock.now;
    // A call of the upstream that times out on a busy machine would open the circuit breaker.
    const timeoutMs = 60_000;
    const shared = { now, store: memoryStore({ now }), origins: [ORIGIN, OTHER], timeoutMs, ...(quotas && { quotas }) };
    const all = numbers(edges).map(() => setUp(upstream.baseUrl, shared).edge);
    const workers = numbers(scripts).map((own) => createScript((call) => all[(own + call) % edges]!, caller(own)));
    // Each has its token before the first of them checks.
    const words = await each(workers, (worker) => worker(), scripts);
    words.push(
      ...(await each(
        numbers(calls - scripts),
        async (i) => {
          if (pause && i > 0 && i % pause.calls === 0) clock.now += pause.ms;
          return workers[i % scripts]!();
        },
        atOnce,
      )),
    );
    assert.equal(upstream.urls.length, cost);
    assert.equal(new Set(upstream.urls).size, cost, 'each for another address');
    console.log(`${name}: ${calls} calls, ${upstream.urls.length} of the upstream (${JSON.stringify(tally(words))})`);
  });
}

test('whatever a client writes into forwarding headers, a real server counts its connection’s address', async () => {
  const upstream = await startUpstream();
  const { edge } = setUp(upstream.baseUrl, {
    quotas: { checksPerClientPerMinute: 40, tokensPerClientPerMinute: 30, checksPerToken: 4 },
  });
  const url = await listen(createServer(toNodeListener(edge)));
  const call = (path: string, i: number, body: string | null): Promise<Response> => {
    const ip = `203.0.113.${i % 256}`;
    const headers = {
      origin: ORIGIN,
      'x-forwarded-for': i % 2 ? ip : `${ip}, 10.0.0.${i % 256}`,
      forwarded: `for=${ip};proto=https`,
      'x-real-ip': ip,
      'cf-connecting-ip': ip,
      'true-client-ip': ip,
      'x-client-ip': ip,
      'fastly-client-ip': ip,
    };
    return fetch(`${url}${path}`, { method: 'POST', headers, body });
  };
  const tokens = await each(
    numbers(60),
    async (i) => ((await (await call('/token', i, null)).json()) as Partial<TokenAnswer>).token,
    20,
  );
  const given = tokens.filter((token) => token !== undefined);
  const words = await each(
    numbers(600),
    async (i) => {
      const body = JSON.stringify({ token: given[i % given.length], email: `p${i}@example.com` });
      return wordOf(await call('/validate', i, body));
    },
    20,
  );
  assert.deepEqual([given.length, upstream.urls.length, tally(words)['200']], [30, 40, 40]);
  console.log(`600 calls over HTTP under 256 made-up addresses: ${upstream.urls.length} of the upstream`);
});
