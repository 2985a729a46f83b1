import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import {
  formName,
  formOfPath,
  leftAfterBlock,
  MAX_FORM_LENGTH,
  MAX_WAIT_MS,
  OUTCOMES,
  readOutcomeReport,
  sentUnchecked,
  WAITS,
  type OutcomeReport,
} from '../../src/protocol/index.js';
import { runs } from '../support/whole.js';

const read = (counts: unknown, over: object = {}): OutcomeReport | null =>
  readOutcomeReport({ form: '/sign-up', counts, ...over });

test('reads a report, with the names that it knows', () => {
  const counts = { used: 1, checked: 1, fixed: 1, saved: 1, sent: 1, blocked: 0, newer: 7 };
  const report = { form: '/sign-up', counts, waits: { verdict_ms: 612.4, held_ms: 1e9, newer: 'x' }, more: 1 };
  assert.deepEqual(readOutcomeReport(JSON.parse(JSON.stringify(report))), {
    form: '/sign-up',
    held_out: false,
    counts: { used: 1, checked: 1, fixed: 1, saved: 1, sent: 1 },
    waits: { verdict_ms: 612, held_ms: MAX_WAIT_MS },
  });
});

test('reads a wait of minus zero as zero', () => {
  assert.deepEqual(read({ used: 1 }, { waits: { held_ms: -0 } })?.waits, { held_ms: 0 });
});

describe('drops', () => {
  const cases: Record<string, object> = {
    'a count above one': { used: 2 },
    'a negative count': { used: 1, sent: -1 },
    'a count that is no number': { used: true },
    'nothing at all': {},
    'more undone than fixed': { used: 1, undone: 1 },
    'more accepted than suggested': { used: 1, accepted: 1 },
    'healed without a block': { used: 1, healed: 1, sent: 1 },
    'healed and overridden at once': { used: 1, blocked: 1, healed: 1, overridden: 1, sent: 1 },
    'healed without being sent': { healed: 1 },
    'saved without a correction': { used: 1, saved: 1, sent: 1 },
    'unchecked without being sent': { used: 1, unchecked_hold: 1 },
    'two reasons for one submission': { used: 1, sent: 1, unchecked_hold: 1, unchecked_network: 1 },
  };
  for (const [what, counts] of Object.entries(cases))
    test(what, () => {
      assert.equal(read(counts), null);
    });

  test('other shapes', () => {
    for (const value of [null, 7, 'x', [], {}, { form: '/', counts: [] }, { form: 7, counts: { used: 1 } }])
      assert.equal(readOutcomeReport(value), null);
    for (const over of [{ held_out: 1 }, { waits: [] }, { waits: { held_ms: -1 } }, { waits: { held_ms: NaN } }])
      assert.equal(read({ used: 1 }, over), null);
  });

  test('a wait for a verdict without one', () => {
    assert.equal(read({ used: 1 }, { waits: { verdict_ms: 600 } }), null);
    assert.deepEqual(read({ sent: 1 }, { waits: { verdict_ms: 600 } })?.waits, { verdict_ms: 600 });
  });

  test('waits of the hold-out group, in which nothing is timed', () => {
    for (const wait of WAITS)
      assert.equal(read({ used: 1, checked: 1 }, { held_out: true, waits: { [wait]: 600 } }), null);
  });

  test('actions in the hold-out group, which has none', () => {
    assert.deepEqual(read({ used: 1, checked: 1, sent: 1 }, { held_out: true })?.held_out, true);
    assert.equal(read({ used: 1, blocked: 1 }, { held_out: true }), null);
  });
});

test('takes the rest of a use that was reported before', () => {
  assert.deepEqual(read({ healed: 1, saved: 1, sent: 1 })?.counts, { healed: 1, saved: 1, sent: 1 });
});

test('counts as sent away who was blocked, and neither corrected nor overrode', () => {
  assert.equal(leftAfterBlock({ blocked: 9, healed: 4, overridden: 2 }), 3);
  assert.equal(leftAfterBlock({ healed: 4 }), 0);
  assert.equal(sentUnchecked({ unchecked_hold: 2, unchecked_service: 3, sent: 9 }), 5);
});

test('names a form by its path, without what may be an address or an identifier', () => {
  assert.equal(formOfPath('/sign-up'), '/sign-up');
  assert.equal(formOfPath('/users/ada@example.com/edit'), '/users/*/edit');
  assert.equal(formOfPath('/users/ada%40example.com'), '/users/*');
  assert.equal(formOfPath('/invite/8f14e45fceea167a5a36dedd4bea2543/'), '/invite/*/');
  assert.equal(formOfPath('/order/20391'), '/order/*');
  assert.equal(formOfPath(`/invite/${'k'.repeat(33)}`), '/invite/*');
  assert.equal(formName('spring 2026'), 'spring-2026');
  assert.equal(formName(''), '/');
});

test('a name is bounded, without white space and addresses, and named again it is the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const name of [formName(text), formOfPath(text)]) {
        assert.ok(name.length > 0 && Array.from(name).length <= MAX_FORM_LENGTH);
        assert.ok(!/[\s\p{C}@]/u.test(name), name);
        assert.equal(formName(name), name);
      }
    }),
  );
});

test('whatever is sent, what is read is bounded, plausible, and read again the same', () => {
  const count = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(0, 1) }, fc.anything());
  const counts = fc.dictionary(fc.oneof(fc.constantFrom(...OUTCOMES), fc.string()), count);
  const waits = fc.dictionary(fc.constantFrom(...WAITS), fc.oneof(fc.double(), fc.anything()));
  const value = fc.oneof(
    { weight: 1, arbitrary: fc.anything() },
    {
      weight: 9,
      arbitrary: fc.record(
        { form: fc.string(), counts, waits, held_out: fc.boolean() },
        { requiredKeys: ['form', 'counts'] },
      ),
    },
  );
  fc.assert(
    fc.property(value, (given) => {
      const report = readOutcomeReport(given);
      if (!report) return;
      const { counts: read, waits: ms } = report;
      assert.ok(Object.values(read).every((one) => one === 1));
      assert.ok((read.healed ?? 0) + (read.overridden ?? 0) <= (read.sent ?? 0));
      assert.ok(sentUnchecked(read) <= (read.sent ?? 0));
      assert.ok(Object.values(ms).every((one) => Number.isInteger(one) && one >= 0 && one <= MAX_WAIT_MS));
      assert.deepEqual(readOutcomeReport(JSON.parse(JSON.stringify(report))), report);
    }),
    { numRuns: runs(2000, 200) },
  );
});
