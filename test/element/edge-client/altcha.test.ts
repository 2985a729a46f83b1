import assert from 'node:assert/strict';
import { test, type TestContext, vi } from 'vitest';
import { createChallenge, solveChallenge, verifySolution, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { solveAltcha } from '../../../src/element/edge-client/altcha.js';
import { answerChallenge } from '../../../src/element/edge-client/challenge.js';
import type { AltchaPrompt } from '../../../src/protocol/index.js';
import { eventually } from '../../support/eventually.js';

const KEYS = { hmacSignatureSecret: 'a key of the test', hmacKeySignatureSecret: 'another key of the test' };
const never = (): AbortSignal => new AbortController().signal;

const make = async (counter: number, maxNumber = 100, cost = 50): Promise<AltchaPrompt> => {
  const data = { maxNumber, expires: 0 };
  const made = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost, counter, deriveKey, data, ...KEYS });
  return { type: 'altcha', ...(made as unknown as Pick<AltchaPrompt, 'parameters' | 'signature'>) };
};

for (const counter of [0, 1, 7, 8, 9, 99, 100])
  test(`a proof of work whose counter is ${counter} is solved as by ALTCHA's own solver, which takes the solution`, async () => {
    const prompt = await make(counter);
    const { challenge, solution } = JSON.parse(atob(await solveAltcha(prompt, never()))) as Payload;
    assert.equal((await verifySolution({ challenge, solution, deriveKey, ...KEYS })).verified, true);
    const theirs = await solveChallenge({ challenge, deriveKey });
    assert.deepEqual([solution.counter, solution.derivedKey], [counter, theirs?.derivedKey]);
  });

test('a proof of work without a solution ends, and so does one that is no longer wanted', async () => {
  await assert.rejects(solveAltcha(await make(500, 200), never()), /no solution/);
  const prompt = await make(2_000_000, 1e12);
  await assert.rejects(solveAltcha(prompt, AbortSignal.timeout(50)), { name: 'TimeoutError' });
  await assert.rejects(solveAltcha(prompt, AbortSignal.abort()), { name: 'AbortError' });
});

test('a page without HTTPS, whose browser derives no keys, gives up at once', async (t) => {
  vi.stubGlobal('isSecureContext', false);
  t.onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  await assert.rejects(solveAltcha(await make(0), never()), /not served over HTTPS/);
});

test('an edge cannot make the page derive a key for minutes', async () => {
  const prompt = await make(0);
  const costly = { ...prompt, parameters: { ...prompt.parameters, cost: 1e9 } };
  await assert.rejects(solveAltcha(costly, never()), /costs 1000000000 iterations, more than 100000/);
});

/** Watches the derivations of a test as they are started. */
const watch = (t: TestContext): { started: number; underWay: number; most: number } => {
  const { subtle } = crypto;
  const deriveBits = subtle.deriveBits.bind(subtle);
  const seen = { started: 0, underWay: 0, most: 0 };
  const spy = vi.spyOn(subtle, 'deriveBits').mockImplementation(async (...of: Parameters<typeof deriveBits>) => {
    seen.started++;
    seen.most = Math.max(seen.most, ++seen.underWay);
    return deriveBits(...of).finally(() => seen.underWay--);
  });
  t.onTestFinished(() => {
    spy.mockRestore();
  });
  return seen;
};

test('few derivations are under way at once, however many it takes', async (t) => {
  const prompt = await make(100);
  const seen = watch(t);
  await solveAltcha(prompt, never());
  assert.ok(seen.started > 100);
  assert.ok(seen.most <= 8, String(seen.most));
});

test('a proof of work that is given up, or that took too long, is not worked on any more', async (t) => {
  const prompt = await make(2_000_000, 1e12);
  const last = await make(100);
  const seen = watch(t);
  const wanted = new AbortController();
  const solving = solveAltcha(prompt, wanted.signal);
  await eventually(() => seen.started >= 100);
  wanted.abort();
  await assert.rejects(solving, { name: 'AbortError' });
  await eventually(() => seen.underWay === 0);
  const before = seen.started;

  await assert.rejects(
    answerChallenge({ eventTarget: new EventTarget() }, prompt, () => undefined, 30),
    { name: 'TimeoutError' },
  );
  await eventually(() => seen.underWay === 0);
  const after = seen.started;
  assert.ok(after > before);
  // Another proof of work takes many turns; none but its own derivations are started in them.
  await solveAltcha(last, never());
  assert.ok(seen.started <= after + 110, `${seen.started - after}`);
});
