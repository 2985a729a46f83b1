/** Several edges over one Redis, and what becomes of them when it goes away. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { pino } from 'pino';
import { openRedis, type OpenRedis } from '../../../src/cli/redis.js';
import type { Edge, EdgeOptions } from '../../../src/edge/index.js';
import type { EdgeVerdict } from '../../../src/protocol/index.js';
import { eventually } from '../../support/eventually.js';
import { connectRedis, noRedis, startRedis, type Redis } from '../../support/redis.js';
import { assertProblem, checkOnce, CLIENT, fetchToken, post, setUp, startUpstream, validate } from '../support.js';
import { takeOne } from './take-one.js';

const times = <T>(n: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)));
const count = (answers: readonly Response[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

describe.skipIf(noRedis)('two edges that share a Redis', () => {
  let redis: Redis;
  let connections: OpenRedis[];
  beforeAll(async () => {
    redis = await startRedis();
    // Each edge has a connection of its own, as in another process.
    connections = await times(2, () => openRedis(redis.url, pino({ level: 'silent' })));
  });
  afterAll(async () => {
    for (const { close } of connections) close();
    await redis.end();
  });
  beforeEach(async () => {
    const { send, close } = await connectRedis(redis.url);
    await send('FLUSHALL');
    close();
  });

  const open = async (
    quotas: EdgeOptions['quotas'],
  ): Promise<{ edge: (i: number) => Edge; upstream: Awaited<ReturnType<typeof startUpstream>> }> => {
    const upstream = await startUpstream();
    const edges = connections.map(({ store }) => setUp(upstream.baseUrl, { store, ...(quotas && { quotas }) }).edge);
    return { edge: (i) => edges[i % edges.length]!, upstream };
  };

  test('take a token’s checks to the call together, and one issues what the other takes', async () => {
    const { edge, upstream } = await open({ checksPerToken: 20 });
    const token = await fetchToken(edge(0));
    const answers = await times(100, (i) => validate(edge(i), token, `p${i}@example.com`));
    assert.deepEqual([count(answers, 200), count(answers, 429)], [20, 80]);
    assert.equal(upstream.urls.length, 20);
  });

  test('take a network’s minute to the call together, whatever the number of its tokens', async () => {
    const { edge, upstream } = await open({ checksPerClientPerMinute: 30 });
    const tokens = await times(10, (i) => fetchToken(edge(i)));
    const answers = await times(100, (i) => validate(edge(i), tokens[i % 10]!, `p${i}@example.com`));
    assert.deepEqual([count(answers, 200), count(answers, 429)], [30, 70]);
    assert.equal(upstream.urls.length, 30);
    const issued = await open({ tokensPerClientPerMinute: 15 });
    // Ten of the fifteen are issued already.
    assert.equal(count(await times(20, (i) => post(issued.edge(i), '/token', null)), 200), 5);
  });

  test('take a day’s calls to the call together, from a hundred networks', async () => {
    const { edge, upstream } = await open({ checksPerDay: 25 });
    const verdicts = await times(100, (i) => checkOnce(edge(i), `p${i}@example.com`, { client: `192.0.2.${i}` }));
    const found = (status: string): EdgeVerdict[] => verdicts.filter((verdict) => verdict.status === status);
    assert.deepEqual([found('valid').length, found('unknown').length, upstream.urls.length], [25, 75, 25]);
    const { remaining } = await takeOne(connections[0]!.store, 'day', 26, 1000, 'upstream');
    assert.equal(remaining, 0);
  });

  test('remember for each other what was found', async () => {
    const { edge, upstream } = await open({});
    assert.equal((await checkOnce(edge(0), 'ada@example.com')).status, 'valid');
    assert.equal((await checkOnce(edge(1), 'ada@example.com')).status, 'valid');
    assert.equal(upstream.urls.length, 1);
  });

  test('leave no address of a person or a machine in it, and nothing that stays', async () => {
    const { edge } = await open({});
    const token = await fetchToken(edge(0));
    for (const email of ['ada.lovelace@gmail.com', 'ada.lovelace@gmail.con', 'ada', ' "Ada"@gmail.com'])
      assert.equal((await validate(edge(0), token, email)).status, 200);
    await checkOnce(edge(1), 'grace.hopper@navy.example', { client: '2001:db8:1:2::3' });
    const { send, close } = await connectRedis(redis.url);
    const keys = (await send('KEYS', '*')) as string[];
    const kept = await Promise.all(
      keys.map(async (key) => {
        assert.ok(Number(await send('PTTL', key)) > 0, key);
        return `${key} = ${String(await send('GET', key))}`;
      }),
    );
    close();
    assert.ok(
      kept.some((line) => line.includes('"valid"')) && kept.some((line) => /:c:\S+ = 4$/.test(line)),
      kept.join('\n'),
    );
    for (const line of kept)
      // Long enough that no random text holds one by chance.
      for (const person of ['lovelace', 'gmail', 'grace', 'navy.example', '@', CLIENT, '2001:db8', 'db8:1', token])
        assert.ok(!line.toLowerCase().includes(person.toLowerCase()), line);
  });

  test('refuse while it is away, so that nothing goes uncounted, and go on once it is there', async () => {
    const { edge, upstream } = await open({});
    const token = await fetchToken(edge(0));
    assert.equal((await validate(edge(0), token, 'ada@example.com')).status, 200);
    await redis.kill();
    const answers = await times(50, (i) => validate(edge(i), token, `p${i}@example.com`));
    for (const answer of answers) await assertProblem(answer, 503, 'unavailable');
    await assertProblem(await post(edge(1), '/token', null), 503, 'unavailable');
    assert.equal(upstream.urls.length, 1);
    await redis.start();
    for (const i of [0, 1])
      await eventually(async () => (await validate(edge(i), token, 'ada@example.com')).status === 200);
    assert.equal(upstream.urls.length, 2);
  });
});
