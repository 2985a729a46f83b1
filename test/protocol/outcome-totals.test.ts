import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  comparisonOf,
  countersOf,
  countersOfOutcomes,
  OUTCOME_COUNTERS,
  outcomesOfCounters,
  quantile,
  sumOf,
  totalsOf,
  WAIT_BOUNDS,
  type FormOutcomes,
} from '../../src/protocol/index.js';

const row = (more: Partial<FormOutcomes>): FormOutcomes => ({
  ...{ origin: 'https://shop.example', day: '2026-01-31', form: '/sign-up', held_out: false, counts: { used: 1 } },
  waits: { verdict_ms: [], held_ms: [] },
  ...more,
});

test('adds up days by origin, form and group, the most used form first, and changes no row', () => {
  const rows = [
    row({}),
    row({ day: '2026-01-30', counts: { used: 2, sent: 1 } }),
    row({ held_out: true }),
    row({ form: 'news', counts: { used: 9 } }),
  ];
  const before = structuredClone(rows);
  assert.deepEqual(
    totalsOf(rows).map(({ form, helped, heldOut }) => [form, helped.counts, heldOut.counts]),
    [
      ['news', { used: 9 }, {}],
      ['/sign-up', { used: 3, sent: 1 }, { used: 1 }],
    ],
  );
  assert.deepEqual(rows, before);
});

test('turns a report into named counters, and counters into outcomes, without a loss', () => {
  const counters = countersOf({ counts: { used: 1, sent: 1 }, waits: { verdict_ms: 590, held_ms: 60_000 } });
  assert.deepEqual(counters, { used: 1, sent: 1, verdict_ms_600: 1, held_ms_60000: 1 });
  const outcomes = outcomesOfCounters(counters);
  assert.equal(outcomes.waits.verdict_ms[WAIT_BOUNDS.indexOf(600)], 1);
  const written = countersOfOutcomes(sumOf([outcomes, outcomes]));
  assert.deepEqual(
    Object.entries(written).filter(([, count]) => count > 0),
    Object.entries(counters).map(([name]) => [name, 2]),
  );
  assert.ok(Object.keys(written).every((name) => OUTCOME_COUNTERS.includes(name)));
});

test('finds the bound below which a share of the waits is, and none without waits', () => {
  const waits = WAIT_BOUNDS.map((ms) => (ms === 300 ? 60 : ms === 2000 ? 40 : 0));
  assert.deepEqual([quantile(waits, 0.5), quantile(waits, 0.6), quantile(waits, 0.95)], [300, 300, 2000]);
  assert.equal(quantile([], 0.5), null);
  assert.equal(
    quantile(
      WAIT_BOUNDS.map(() => 0),
      0.5,
    ),
    null,
  );
});

test('compares a form with its hold-out group once there is enough, and never with a share above all', () => {
  const totals = (helped: [number, number], heldOut: [number, number]) => {
    const of = ([used, sent]: [number, number]) => ({ ...row({}), counts: { used, sent } });
    return comparisonOf({ helped: of(helped), heldOut: of(heldOut) });
  };
  assert.equal(totals([100, 50], [0, 0]), null);
  assert.deepEqual(totals([5000, 50], [99, 99])?.difference, null);
  assert.deepEqual(totals([100, 120], [100, 50])?.helped, { of: 100, all: 100 });
  const found = totals([19_000, 15_770], [1000, 780])?.difference;
  assert.ok(found && found.low > 0.02 && found.low < found.difference && found.difference < found.high);
});
