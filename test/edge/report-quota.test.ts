import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { memoryStore, readOutcomes, type Edge, type EdgeStore } from '../../src/edge/index.js';
import { areOfUses, type FormOutcomes, type OutcomeCounts } from '../../src/protocol/index.js';
import { anySteps, open as openField, TAKE } from '../element/support/counted-field.js';
import { runs } from '../support/whole.js';
import { assertProblem, fetchToken, ORIGIN, post, setUp, type Caller } from './support.js';

/** A service that nobody asks: reports need no check. */
const NO_SERVICE = 'http://127.0.0.1:9';

/** An edge where a network makes 20 checks a day: it may report one rest of a use that began elsewhere. */
const open = (quotas: object = { checksPerClientPerDay: 20 }) => {
  const store: EdgeStore = memoryStore({ now: () => made.clock.now });
  const made = setUp(NO_SERVICE, { store, quotas });
  const read = async (): Promise<FormOutcomes[]> =>
    (await readOutcomes(store, [ORIGIN], { now: () => made.clock.now })) ?? [];
  return { ...made, read };
};

const report = (
  edge: Edge,
  token: string,
  counts: OutcomeCounts,
  more: object = {},
  caller?: Caller,
): Promise<Response> => post(edge, '/outcomes', JSON.stringify({ token, form: '/', counts, ...more }), caller);

const HEALED: OutcomeCounts = { healed: 1, saved: 1, sent: 1 };

describe('the rest of a use', () => {
  test('is counted once for each use that its token has begun', async () => {
    const { edge, read } = open();
    const token = await fetchToken(edge);
    for (let i = 0; i < 2; i++) assert.equal((await report(edge, token, { used: 1, blocked: 1 })).status, 200);
    for (let i = 0; i < 2; i++) assert.equal((await report(edge, token, HEALED)).status, 200);
    assert.equal((await report(edge, token, HEALED)).status, 200, 'one that began elsewhere');
    const { detail } = await assertProblem(await report(edge, token, HEALED), 429, 'rate_limited');
    assert.match(detail, /beginning/);
    assert.deepEqual((await read())[0]?.counts, { used: 2, blocked: 2, healed: 3, saved: 3, sent: 3 });
  });

  test('is of a use that can have it: what was not blocked, fixed or shown before', async () => {
    for (const rest of [
      HEALED,
      { saved: 1, sent: 1 },
      { undone: 1 },
      { accepted: 1 },
      { kept: 1 },
      { used: 0, overridden: 1, sent: 1 },
    ]) {
      const { edge } = open();
      const token = await fetchToken(edge);
      await report(edge, token, { checked: 1 });
      await report(edge, token, { used: 1, checked: 1 });
      assert.equal((await report(edge, token, rest)).status, 429, JSON.stringify(rest));
      assert.equal((await report(edge, token, { sent: 1 })).status, 200);
    }
  });

  test('continues no use of the other group, and none that was reported whole', async () => {
    const { edge } = open();
    const token = await fetchToken(edge);
    await report(edge, token, { checked: 1 });
    await report(edge, token, { used: 1 }, { held_out: true });
    await report(edge, token, { used: 1, blocked: 1, healed: 1, sent: 1 });
    assert.equal((await report(edge, token, { sent: 1 })).status, 429);
    assert.equal((await report(edge, token, { sent: 1 }, { held_out: true })).status, 200);
  });

  test('is taken once of many that are sent at the same moment', async () => {
    const { edge, read } = open();
    const token = await fetchToken(edge);
    await report(edge, token, { used: 1, blocked: 1 });
    await Promise.all(Array.from({ length: 15 }, () => report(edge, token, HEALED)));
    assert.equal((await read())[0]?.counts.sent, 2, 'one that has begun, and one that began elsewhere');
  });

  test('that began under another token or network is taken from as many people as a twentieth of its checks', async () => {
    const { edge, read, clock } = open({ checksPerClientPerDay: 100 });
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await report(edge, await fetchToken(edge), HEALED)).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
    const caller = { client: '198.51.100.1' };
    assert.equal((await report(edge, await fetchToken(edge, caller), HEALED, {}, caller)).status, 200);
    assert.equal((await read())[0]?.counts.sent, 6);
    clock.now += 86_400_000;
    assert.equal((await report(edge, await fetchToken(edge), HEALED)).status, 200);
  });
});

test('a network reports no more uses in a day than it may make checks', async () => {
  const { edge, read, clock } = open({ checksPerClientPerDay: 30 });
  for (let i = 0; i < 40; i++) await report(edge, await fetchToken(edge), { used: 1, sent: 1 });
  assert.equal((await read())[0]?.counts.used, 30);
  await assertProblem(await report(edge, await fetchToken(edge), { used: 1 }), 429, 'rate_limited');
  clock.now += 86_400_000;
  assert.equal((await report(edge, await fetchToken(edge), { used: 1 })).status, 200);
});

describe('with the element', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('takes every report of a page with two fields, whatever a person does in whatever order', async () => {
    const steps = fc.tuple(anySteps, anySteps, fc.infiniteStream(fc.boolean()));
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async ([first, second, turns], heldOut) => {
        const { edge, read } = open();
        const token = await fetchToken(edge);
        const fields = [first, second].map((walked) => ({
          use: openField({ override: true }, heldOut),
          left: [...walked, TAKE],
        }));
        let sent = 0;
        while (fields.some(({ left }) => left.length > 0)) {
          const [one, other] = fields;
          const next = turns.next().value && one?.left.length ? one : other?.left.length ? other : one;
          const step = next?.left.shift();
          const taken = step && (await next?.use.walk(step));
          if (!taken || ++sent > 18) continue;
          const answer = await report(edge, token, taken.counts, { waits: taken.waits, held_out: heldOut });
          assert.equal(answer.status, 200, JSON.stringify(taken));
        }
        for (const { counts } of await read()) assert.ok(areOfUses(counts), JSON.stringify(counts));
        assert.equal((await report(edge, token, { sent: 1, unchecked_hold: 1 }, { held_out: false })).status, 200);
      }),
      { numRuns: runs(300, 60) },
    );
  });
});
