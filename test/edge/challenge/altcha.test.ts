import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import fc from 'fast-check';
import { altcha, memoryStore } from '../../../src/edge/index.js';
import type { AltchaPrompt } from '../../../src/protocol/index.js';
import { assertProblem, post, SECRET, setUp, type Caller } from '../support.js';
import { answerWith, assertAsked, encode, solve } from './support.js';
import { whole } from '../../support/whole.js';

const NOWHERE = 'http://127.0.0.1:9';
const setUpAltcha = (over: Parameters<typeof setUp>[1] = {}): ReturnType<typeof setUp> =>
  setUp(NOWHERE, { challenge: altcha({ maxNumber: 4, lifetimeMs: 60_000 }), ...over });

const ask = async (edge: ReturnType<typeof setUp>['edge'], caller?: Caller): Promise<AltchaPrompt> =>
  assertAsked<AltchaPrompt>(await post(edge, '/token', null, caller), 'challenge_required');

test('the page is told a challenge that ALTCHA’s own solver solves, each time another one', async () => {
  const { edge, clock } = setUpAltcha();
  const [prompt, other] = [await ask(edge), await ask(edge)];
  const { algorithm, cost, data } = prompt.parameters;
  assert.deepEqual([prompt.type, algorithm, cost], ['altcha', 'PBKDF2/SHA-256', 5000]);
  assert.deepEqual(data, { maxNumber: 4, expires: clock.now + 60_000 });
  assert.notEqual(prompt.parameters.nonce, other.parameters.nonce);
  assert.equal((await answerWith(edge, encode(await solve(prompt)))).status, 200);
});

test('every counter up to the highest is asked for, and none beyond', async () => {
  const { edge } = setUpAltcha({ challenge: altcha({ maxNumber: 1 }) });
  const counters = new Set<number>();
  for (let i = 0; i < 30; i++) counters.add((await solve(await ask(edge))).solution.counter);
  assert.deepEqual([...counters].sort(), [0, 1]);
});

test('a solution counts for the page and the network that it was asked of, and for no other', async () => {
  const others = { origins: ['https://shop.example', 'https://other.example'] };
  const { edge } = setUpAltcha(others);
  const client = '2001:db8::1';
  for (const caller of [{ client: '2001:db8:0:1::1' }, { client }, { client, origin: 'https://other.example' }]) {
    const answer = encode(await solve(await ask(edge, { client })));
    const isSame = caller.client === client && !caller.origin;
    assert.equal((await answerWith(edge, answer, caller)).status, isSame ? 200 : 403);
  }
  const moved = encode(await solve(await ask(edge, { client })));
  assert.equal(
    (await answerWith(edge, moved, { client: '2001:db8::2' })).status,
    200,
    'another address of the network',
  );
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
  for (const other of [
    { ...solved, took: 7 },
    { ...solved, solution: { ...solved.solution, counter: solved.solution.counter + 1 } },
    { solution: solved.solution, challenge: solved.challenge },
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

test('a solution that is used at its end is used at an edge with a slower clock too', async () => {
  const clock = { now: Date.now() };
  const store = memoryStore({ now: () => clock.now });
  const { edge: fast } = setUpAltcha({ store, now: () => clock.now + 1000 });
  const { edge: slow } = setUpAltcha({ store, now: () => clock.now });
  const answer = encode(await solve(await ask(slow)));
  clock.now += 58_500;
  assert.equal((await answerWith(fast, answer)).status, 200);
  clock.now += 600;
  await assertAsked(await answerWith(slow, answer), 'challenge_failed');
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

test('what this edge did not make is wrong: forged, changed, of another secret', async () => {
  const { edge } = setUpAltcha({ quotas: { tokensPerClientPerMinute: 1000 } });
  const { edge: other } = setUpAltcha({ secret: `${SECRET}, another one` });
  const solved = await solve(await ask(edge));
  const { challenge, solution } = solved;
  const parameters = challenge.parameters as unknown as AltchaPrompt['parameters'];
  const changed = (over: object): object => ({
    solution,
    challenge: { ...challenge, parameters: { ...parameters, ...over } },
  });
  const derived = (derivedKey: unknown): object => ({ challenge, solution: { ...solution, derivedKey } });
  const made = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 0,
    deriveKey,
    data: { maxNumber: 0, expires: 9e15 },
    hmacSignatureSecret: SECRET,
    hmacKeySignatureSecret: SECRET,
  });
  const forged = [
    derived(`${solution.derivedKey.slice(0, -2)}${solution.derivedKey.endsWith('00') ? '01' : '00'}`),
    derived(parameters.keyPrefix),
    derived(''),
    derived(null),
    derived(solution.derivedKey.toUpperCase()),
    { challenge, solution: { ...solution, counter: -1 } },
    { challenge, solution: { ...solution, counter: '1' } },
    { challenge, solution: null },
    { challenge },
    { solution },
    { challenge: { ...challenge, signature: '' }, solution },
    { challenge: { parameters }, solution },
    { challenge: { parameters: null, signature: challenge.signature }, solution },
    changed({ data: { ...parameters.data, expires: 9e15 } }),
    changed({ data: { ...parameters.data, maxNumber: 1_000_000 } }),
    changed({ nonce: '00'.repeat(16) }),
    changed({ cost: 1 }),
    changed({ keySignature: undefined }),
    changed({ expiresAt: 9e12 }),
    { challenge: { ...challenge, signature: '0' }, solution, hmacAlgorithm: 'none', counterMode: 'none' },
    await solve(made as unknown as AltchaPrompt),
    await solve(await ask(other)),
    [],
    {},
  ];
  for (const payload of forged) await assertAsked(await answerWith(edge, encode(payload)), 'challenge_failed');
  for (const text of ['', 'null', btoa('null'), btoa('7'), btoa('"x"'), '\u{1f511}', 'x'.repeat(10_000)])
    await assertAsked(await answerWith(edge, text), 'challenge_failed');
  assert.equal((await answerWith(edge, encode(solved))).status, 200, 'the solution itself is right, and unused');
});

test.runIf(whole)('no other text is an answer, and none stops the edge', async () => {
  const { edge, lines } = setUpAltcha({ quotas: { tokensPerClientPerMinute: 1e6 } });
  const solved = await solve(await ask(edge));
  const { challenge, solution } = solved;
  const replaced = fc.oneof(
    fc.jsonValue().map((value) => ({ challenge: value, solution })),
    fc.jsonValue().map((value) => ({ challenge, solution: value })),
    fc.jsonValue().map((value) => ({ challenge: { ...challenge, parameters: value }, solution })),
    fc.jsonValue().map((value) => ({ challenge: { ...challenge, signature: value }, solution })),
    fc.jsonValue().map((value) => ({ challenge, solution: { ...solution, derivedKey: value } })),
  );
  await fc.assert(
    fc.asyncProperty(replaced, async (payload) => {
      assert.equal((await answerWith(edge, encode(payload))).status, 403);
    }),
    { numRuns: 100 },
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      assert.equal((await answerWith(edge, text)).status, 403);
    }),
    { numRuns: 100 },
  );
  assert.ok(
    lines.every(({ event }) => event === 'request'),
    'nothing counts as a trouble of ours',
  );
  assert.ok(!JSON.stringify(lines).includes(challenge.parameters.nonce));
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
  await answerWith(edge, encode({ ...first, solution: { ...first.solution, derivedKey: '00' } }));
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
  const { challenge } = await solve(await ask(edge));
  const wrong = encode({ challenge, solution: { counter: 0, derivedKey: '00' } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stalled = true;
  await assertProblem(await answerWith(edge, wrong), 503, 'unavailable');
});

test('its options are checked', () => {
  assert.throws(() => altcha({ maxNumber: 0 }), /altcha: maxNumber: it takes an integer of 1 or more, up to 1000000/);
  assert.throws(() => altcha({ lifetimeMs: NaN }), /altcha: lifetimeMs: /);
});
