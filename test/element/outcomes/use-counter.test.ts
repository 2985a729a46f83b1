import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { readOutcomeReport } from '../../../src/protocol/index.js';
import { anySteps, open, TAKE } from '../support/counted-field.js';
import { answer, turn } from '../support/field.js';
import { runs } from '../../support/whole.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('counts', () => {
  test('a use that is checked and sent, with the time from the last key to the verdict', async () => {
    const { type, send, counter } = open();
    await type('ada@shop.de', 'valid');
    send('ada@shop.de');
    assert.deepEqual(counter.take(), { counts: { used: 1, checked: 1, sent: 1 }, waits: { verdict_ms: 500 } });
    assert.equal(counter.take(), null);
  });

  test('a fix that stands as saved, and one that is undone as not', async () => {
    const one = open();
    await one.type('ada@gmial.com', 'valid');
    one.send('ada@gmail.com');
    assert.deepEqual(one.names(), ['checked', 'fixed', 'saved', 'sent', 'used']);
    const other = open();
    await other.type('ada@gmial.com', 'valid');
    other.field.undo();
    other.asked.at(-1)?.answer(answer('ada@gmial.com', 'valid'));
    await turn();
    other.send('ada@gmial.com');
    assert.deepEqual(other.names(), ['checked', 'fixed', 'sent', 'undone', 'used']);
  });

  test('a suggestion that is accepted, declined, or withdrawn by the page', async () => {
    const accepted = open();
    await accepted.type('ada@shop.cm', 'risky');
    accepted.field.accept();
    accepted.asked.at(-1)?.answer(answer('ada@shop.com', 'valid'));
    await turn();
    accepted.send('ada@shop.com');
    assert.deepEqual(accepted.names(), ['accepted', 'checked', 'saved', 'sent', 'suggested', 'used', 'warned']);
    const kept = open();
    await kept.type('ada@shop.cm', 'risky');
    kept.field.keep();
    assert.deepEqual(kept.names(), ['checked', 'kept', 'suggested', 'used', 'warned']);
    const withdrawn = open();
    await withdrawn.type('ada@shop.cm', 'valid');
    assert.deepEqual(withdrawn.names(), ['checked', 'suggested', 'used']);
  });

  test('a block that is corrected, overridden, or left', async () => {
    const healed = open();
    await healed.type('ada@gone.de', 'invalid');
    healed.send('ada@gone.de');
    await healed.type('ada@here.de', 'valid');
    healed.send('ada@here.de');
    assert.deepEqual(healed.names(), ['blocked', 'checked', 'healed', 'saved', 'sent', 'used']);
    const overridden = open({ override: true });
    await overridden.type('ada@gone.de', 'invalid');
    assert.equal(overridden.send('ada@gone.de'), 'block');
    vi.advanceTimersByTime(1000);
    assert.equal(overridden.send('ada@gone.de'), 'pass');
    assert.deepEqual(overridden.names(), ['blocked', 'checked', 'overridden', 'sent', 'used']);
    const left = open();
    await left.type('ada@gone.de', 'invalid');
    assert.deepEqual(left.names(), ['blocked', 'checked', 'used']);
    await left.type('');
    left.send('');
    assert.deepEqual(left.names(), ['sent'], 'an address that was taken out is not corrected');
  });

  test('no block for text that is not an address, which the browser refuses too', async () => {
    const { type, send, names } = open();
    await type('ada@');
    await type('ada@shop.de', 'valid');
    send('ada@shop.de');
    assert.deepEqual(names(), ['checked', 'sent', 'used']);
  });

  test('why an address was sent without a verdict', async () => {
    const reasonOf = async (end: (of: ReturnType<typeof open>) => void): Promise<string[]> => {
      const one = open();
      await one.type('ada@shop.de');
      end(one);
      await turn();
      one.send('ada@shop.de');
      return one.names().filter((name) => name.startsWith('unchecked'));
    };
    for (const failure of ['timeout', 'network', 'refused'] as const)
      assert.deepEqual(await reasonOf(({ asked }) => asked[0]?.answer({ ok: false, failure, detail: '' })), [
        `unchecked_${failure}`,
      ]);
    const verdict = { email: 'ada@shop.de', status: 'unknown', quality: 'unknown', did_you_mean: null } as const;
    const poor = { ...verdict, sub_status: ['out_of_credits'] };
    assert.deepEqual(await reasonOf(({ asked }) => asked[0]?.answer({ ok: true, verdict: poor, receipt: null })), [
      'unchecked_service',
    ]);
    assert.deepEqual(await reasonOf(({ asked }) => asked[0]?.answer({ ok: false, failure: 'unchecked', detail: '' })), [
      'unchecked_unasked',
    ]);
    const held = open();
    await held.type('ada@shop.de');
    assert.equal(held.send('ada@shop.de'), 'hold');
    vi.advanceTimersByTime(3000);
    held.counter.sent('ada@shop.de');
    const taken = held.counter.take();
    assert.deepEqual(taken?.counts, { used: 1, unchecked_hold: 1, sent: 1 });
    assert.equal(taken.waits.held_ms, 3000);
  });

  test('the rest of a use apart, when the page was hidden in between', async () => {
    const { type, send, names } = open();
    await type('ada@gone.de', 'invalid');
    assert.deepEqual(names(), ['blocked', 'checked', 'used']);
    await type('ada@here.de', 'valid');
    send('ada@here.de');
    assert.deepEqual(names(), ['healed', 'saved', 'sent']);
  });

  test('a press that is repeated once, and another address as another use', async () => {
    const { type, send, names } = open();
    await type('ada@shop.de', 'valid');
    send('ada@shop.de');
    send('ada@shop.de');
    assert.deepEqual(names(), ['checked', 'sent', 'used']);
    send('ada@shop.de');
    assert.deepEqual(names(), []);
    await type('bob@shop.de', 'valid');
    send('bob@shop.de');
    assert.deepEqual(names(), ['checked', 'sent', 'used']);
  });

  test('of the hold-out group only uses, verdicts and submissions', async () => {
    const { type, counter } = open({}, true);
    await type('ada@gone.de', 'invalid');
    counter.sent('ada@gone.de');
    assert.deepEqual(counter.take(), { counts: { used: 1, checked: 1, sent: 1 }, waits: {} });
  });

  test('nothing of a value that was sent before the counting began', () => {
    const { field, counter } = open();
    counter.skip('ada@shop.de');
    field.edit('ada@shop.de');
    counter.sent('ada@shop.de');
    assert.equal(counter.take(), null);
  });
});

test('whatever a person does in whatever order, each report is one that the edge takes', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, fc.boolean(), fc.boolean(), async (steps, override, heldOut) => {
      const use = open({ override }, heldOut);
      for (const step of [...steps, TAKE]) {
        const taken = await use.walk(step);
        if (!taken) continue;
        const report = { form: '/', held_out: heldOut, ...taken };
        assert.deepEqual(readOutcomeReport(report), report, JSON.stringify(taken));
      }
    }),
    { numRuns: runs(500, 100) },
  );
});
