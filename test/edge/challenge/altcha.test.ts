import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { createChallenge, solveChallenge } from 'altcha-lib/v1';
import fc from 'fast-check';
import { altcha, memoryStore } from '../../../src/edge/index.js';
import type { AltchaPrompt } from '../../../src/protocol/index.js';
import { assertProblem, post, SECRET, setUp } from '../support.js';
import { answerWith, assertAsked } from './support.js';

const NOWHERE = 'http://127.0.0.1:9';
const setUpAltcha = (over: Parameters<typeof setUp>[1] = {}): ReturnType<typeof setUp> =>
  setUp(NOWHERE, { challenge: altcha({ maxNumber: 500, lifetimeMs: 60_000 }), ...over });

const ask = async (edge: ReturnType<typeof setUp>['edge']): Promise<AltchaPrompt> =>
  assertAsked<AltchaPrompt>(await post(edge, '/token', null), 'challenge_required');

const encode = (payload: object): string => btoa(JSON.stringify(payload));

/** The library's own solver. */
const solve = async (prompt: AltchaPrompt): Promise<object> => {
  const { algorithm, challenge, salt, signature, maxnumber } = prompt;
  const solution = await solveChallenge(challenge, salt, algorithm, maxnumber).promise;
  assert.ok(solution);
  return { algorithm, challenge, salt, signature, number: solution.number };
};

test('the page is told a challenge that ALTCHA’s own solver solves, each time another one', async () => {
  const { edge } = setUpAltcha();
  const [prompt, other] = [await ask(edge), await ask(edge)];
  assert.deepEqual([prompt.type, prompt.algorithm, prompt.maxnumber], ['altcha', 'SHA-256', 500]);
  assert.notEqual(prompt.challenge, other.challenge);
  assert.equal((await answerWith(edge, encode(await solve(prompt)))).status, 200);
});

test('a solution counts once, however many come at once', async () => {
  const { edge } = setUpAltcha();
  const answer = encode(await solve(await ask(edge)));
  const statuses = (await Promise.all(Array.from({ length: 50 }, () => answerWith(edge, answer)))).map(
    ({ status }) => status,
  );
  assert.equal(statuses.filter((status) => status === 200).length, 1);
  assert.equal(statuses.filter((status) => status === 403).length, 49);
});

test('written in another way it is still the same solution', async () => {
  const { edge } = setUpAltcha();
  const solved = await solve(await ask(edge));
  assert.equal((await answerWith(edge, encode(solved))).status, 200);
  const { salt } = solved as { salt: string };
  for (const other of [
    { ...solved, took: 7 },
    { ...solved, salt: salt.slice(0, -1) },
  ])
    await assertAsked(await answerWith(edge, encode(other)), 'challenge_failed');
});

test('a solution that comes too late is wrong', async () => {
  const { edge, clock } = setUpAltcha();
  const [first, second] = [encode(await solve(await ask(edge))), encode(await solve(await ask(edge)))];
  clock.now += 58_000;
  assert.equal((await answerWith(edge, first)).status, 200);
  clock.now += 2000;
  await assertAsked(await answerWith(edge, second), 'challenge_failed');
});

test('while secrets are exchanged, a solution of the old one counts, once', async () => {
  const fresh = `${SECRET}, the next one`;
  const { edge: old } = setUpAltcha();
  const { edge: both } = setUpAltcha({ secret: [fresh, SECRET] });
  const answer = encode(await solve(await ask(old)));
  assert.equal((await answerWith(both, answer)).status, 200);
  await assertAsked(await answerWith(both, answer), 'challenge_failed');
  const { edge: next } = setUpAltcha({ secret: fresh });
  assert.equal((await answerWith(next, encode(await solve(await ask(both))))).status, 200, 'it makes by the first');
});

test('what this edge did not make is wrong: forged, changed, of another secret, without a time', async () => {
  const { edge } = setUpAltcha();
  const { edge: other } = setUpAltcha({ secret: `${SECRET}, another one` });
  const solved = (await solve(await ask(edge))) as Record<string, string | number>;
  const salt = String(solved['salt']);
  const made = (hmacKey: string, expires?: Date): ReturnType<typeof createChallenge> =>
    createChallenge({ hmacKey, number: 1, algorithm: 'SHA-256', ...(expires && { expires }) });
  const later = new Date(Date.now() + 3_600_000);
  const forged = [
    { ...solved, number: Number(solved['number']) + 1 },
    { ...solved, number: String(solved['number']) },
    { ...solved, number: -1 },
    { ...solved, number: null },
    { ...solved, algorithm: 'SHA-1' },
    { ...solved, algorithm: 'none' },
    { ...solved, signature: '' },
    { ...solved, challenge: '0'.repeat(64) },
    { ...solved, salt: salt.replace(/expires=\d+/, 'expires=99999999999') },
    { ...solved, salt: `${salt}1` },
    { ...solved, salt: '' },
    { ...(await made(SECRET, later)), number: 1 },
    { ...(await made('x')), number: 1 },
    await solve(await ask(other)),
    [],
    {},
  ];
  for (const payload of forged) await assertAsked(await answerWith(edge, encode(payload)), 'challenge_failed');
  for (const text of ['', 'null', btoa('null'), btoa('7'), btoa('"x"'), '\u{1f511}', 'x'.repeat(10_000)])
    await assertAsked(await answerWith(edge, text), 'challenge_failed');
  assert.equal((await answerWith(edge, encode(solved))).status, 200, 'the solution itself is right, and unused');
});

test('no other text is an answer, and none stops the edge', async () => {
  const { edge, lines } = setUpAltcha({ quotas: { tokensPerClientPerMinute: 1e6 } });
  const solved = (await solve(await ask(edge))) as Record<string, unknown>;
  const member = fc.constantFrom(...Object.keys(solved));
  await fc.assert(
    fc.asyncProperty(member, fc.jsonValue(), async (name, value) => {
      fc.pre(JSON.stringify(value) !== JSON.stringify(solved[name]));
      const { status } = await answerWith(
        edge,
        Buffer.from(JSON.stringify({ ...solved, [name]: value })).toString('base64'),
      );
      assert.equal(status, 403);
    }),
    { numRuns: 300 },
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      assert.equal((await answerWith(edge, text)).status, 403);
    }),
    { numRuns: 300 },
  );
  assert.ok(
    lines.every(({ event }) => event === 'request'),
    'nothing counts as a trouble of ours',
  );
  assert.ok(!JSON.stringify(lines).includes(String(solved['salt'])));
});

test('what is wrong fills no store, and a store that is away is a 503', async () => {
  const noted: string[] = [];
  let away = false;
  const store = memoryStore();
  const { edge } = setUpAltcha({
    store: {
      ...store,
      setIfAbsent: (key, ttlMs) => {
        if (away) return Promise.reject(new Error('away'));
        noted.push(key);
        assert.ok(ttlMs > 0 && ttlMs <= 60_000);
        return store.setIfAbsent(key, ttlMs);
      },
    },
  });
  const [first, second] = [await solve(await ask(edge)), encode(await solve(await ask(edge)))];
  await answerWith(edge, encode({ ...first, number: 501 }));
  assert.deepEqual(noted, []);
  await answerWith(edge, encode(first));
  assert.equal(noted.length, 1);
  away = true;
  await assertProblem(await answerWith(edge, second), 503, 'unavailable');
});

test('an answer that cannot be checked in time gives no token: whoever can stall the edge must not be let through', async () => {
  let stalled = false;
  const { edge } = setUpAltcha({
    now: () => {
      // Every time limit is over before the hashes are computed.
      if (stalled) queueMicrotask(() => vi.advanceTimersByTime(60_000));
      return Date.now();
    },
  });
  const wrong = encode({ ...(await solve(await ask(edge))), number: 501 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stalled = true;
  await assertProblem(await answerWith(edge, wrong), 503, 'unavailable');
});

test('its options are checked', () => {
  assert.throws(() => altcha({ maxNumber: 0 }), /altcha: maxNumber: it takes an integer of 1 or more/);
  assert.throws(() => altcha({ lifetimeMs: NaN }), /altcha: lifetimeMs: /);
});
