import assert from 'node:assert/strict';
import { test } from 'vitest';
import fc from 'fast-check';
import { ChallengeUnavailable, createEdge, type Challenge } from '../../../src/edge/index.js';
import { assertProblem, CLIENT, fetchToken, ISSUER, ORIGIN, post, receiptKey, SECRET, setUp } from '../support.js';
import { answerWith, assertAsked } from './support.js';
import { whole } from '../../support/whole.js';

const NOWHERE = 'http://127.0.0.1:9';

const question = (over: Partial<Challenge> = {}): Challenge => ({
  describe: () => ({ type: 'question', text: 'What colour is the sky?' }),
  verify: (answer) => answer === 'blue',
  ...over,
});

test('without a challenge a token takes no answer, and a body is not read', async () => {
  const { edge } = setUp(NOWHERE);
  await fetchToken(edge);
  assert.equal((await post(edge, '/token', 'x'.repeat(100_000))).status, 200);
});

test('without an answer, or with a wrong one, the page is told what to answer; with the right one it gets a token', async () => {
  const { edge, lines } = setUp(NOWHERE, { challenge: question() });
  const prompt = { type: 'question', text: 'What colour is the sky?' };
  for (const nothing of [null, '', '{}'])
    assert.deepEqual(await assertAsked(await post(edge, '/token', nothing), 'challenge_required'), prompt);
  assert.deepEqual(await assertAsked(await answerWith(edge, 'green'), 'challenge_failed'), prompt);
  assert.deepEqual(await assertAsked(await answerWith(edge, ''), 'challenge_failed'), prompt);
  const { status } = await answerWith(edge, 'blue');
  assert.equal(status, 200);
  assert.ok(!/blue|green/.test(JSON.stringify(lines)), 'no answer reaches the log');
});

test('a challenge is told of page and client, and is lent a secret that is neither the edge’s nor another edge’s', async () => {
  const lent: string[] = [];
  const challenge = question({
    verify: (_answer, { origin, clientAddress, secrets: [secret = ''] }) => {
      lent.push(secret);
      return origin === ORIGIN && clientAddress === CLIENT;
    },
  });
  for (const secret of [SECRET, SECRET, `${SECRET}, another one`])
    assert.equal((await answerWith(setUp(NOWHERE, { challenge, secret }).edge, 'x')).status, 200);
  assert.equal(lent[0], lent[1]);
  assert.equal(new Set([...lent, SECRET]).size, 3);
});

test('an answer may be as long as providers make them, and no longer', async () => {
  const { edge } = setUp(NOWHERE, { challenge: question({ verify: (answer) => answer.length > 8000 }) });
  assert.equal((await answerWith(edge, 'x'.repeat(16_000))).status, 200);
  await assertProblem(await answerWith(edge, 'x'.repeat(16_400)), 413, 'too_large');
});

test.runIf(whole)('a body that is none is a 400, whatever it is', async () => {
  const { edge } = setUp(NOWHERE, { challenge: question(), quotas: { tokensPerClientPerMinute: 10_000 } });
  for (const body of ['null', '7', '"blue"', '{"challenge":7}', '{"challenge":null}', '{"challenge"', '\xff'])
    await assertProblem(await post(edge, '/token', body), 400, 'bad_request');
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), async (body) => {
      const { status } = await post(edge, '/token', body);
      assert.ok(status === 400 || status === 403, `${status}`);
    }),
    { numRuns: 200 },
  );
});

test('a foreign page and a client over its quota are refused before anything is verified', async () => {
  let asked = 0;
  const verify = (): boolean => ++asked > 0;
  const { edge } = setUp(NOWHERE, { challenge: question({ verify }), quotas: { tokensPerClientPerMinute: 2 } });
  await assertProblem(await answerWith(edge, 'x', { origin: 'https://evil.example' }), 403, 'origin_not_allowed', null);
  const answers = await Promise.all(Array.from({ length: 20 }, () => answerWith(edge, 'x')));
  assert.deepEqual([answers.filter(({ status }) => status === 200).length, asked], [2, 2]);
  assert.equal(answers.filter(({ status }) => status === 429).length, 18);
});

for (const [what, verify] of [
  [
    'throws',
    () => {
      throw new Error(`${CLIENT} sent blue`);
    },
  ],
  ['rejects', () => Promise.reject(new ChallengeUnavailable('the provider is away'))],
  ['never ends', () => new Promise<boolean>(() => undefined)],
] satisfies [string, Challenge['verify']][])
  test(`a challenge that ${what} keeps nobody out, unless that is wanted, and is told to the operator`, async () => {
    const open = setUp(NOWHERE, { challenge: question({ verify }) });
    const shut = setUp(NOWHERE, { challenge: question({ verify, onUnavailable: 'refuse' }) });
    const [passed, refused] = await Promise.all([answerWith(open.edge, 'blue'), answerWith(shut.edge, 'blue')]);
    assert.equal(passed.status, 200);
    await assertProblem(refused, 503, 'unavailable');
    assert.equal(refused.headers.get('retry-after'), '5');
    for (const { lines } of [open, shut]) {
      assert.ok(lines.some(({ event }) => event === 'challenge'));
      assert.ok(!new RegExp(`blue|${CLIENT}`).test(JSON.stringify(lines)));
    }
    await assertAsked(await post(open.edge, '/token', null), 'challenge_required');
  });

test('a challenge without its two functions stops the edge from being made', () => {
  const challenge = { verify: () => true } as unknown as Challenge;
  assert.throws(
    () =>
      createEdge({
        origins: [ORIGIN],
        secret: SECRET,
        receiptKey,
        issuer: ISSUER,
        upstream: { baseUrl: NOWHERE, apiKey: 'k' },
        challenge,
      }),
    /challenge: it takes .*describe\(\) and verify\(\)/,
  );
});
