import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { isUnavailable } from '../../../src/element/field/assessment.js';
import { showsError } from '../../../src/element/field/state.js';
import { UseCounter } from '../../../src/element/outcomes/use-counter.js';
import type { FieldOptions } from '../../../src/element/options.js';
import { readOutcomeReport } from '../../../src/protocol/index.js';
import { answer, start, turn } from '../support/field.js';
import { runs } from '../../support/whole.js';

const open = (options: Partial<FieldOptions> = {}, isHeldOut = false) => {
  const counter = new UseCounter({ isUnavailable, showsError }, isHeldOut, () => Date.now());
  const made = start(options, {
    stateChanged: (state, before) => {
      counter.changed(state, before);
      // The page shows a suggestion once the field was left.
      if (state.suggestion && state.visible && !(before.visible && state.suggestion === before.suggestion))
        counter.suggested(state.suggestion);
    },
  });
  counter.changed(made.field.state, made.field.state);
  const { field, asked } = made;
  return {
    ...made,
    counter,
    /** Types an address, leaves the field and answers the check. */
    type: async (value: string, status?: Parameters<typeof answer>[1]): Promise<void> => {
      field.edit(value);
      vi.advanceTimersByTime(200);
      field.leave(value);
      vi.advanceTimersByTime(300);
      if (status) asked.at(-1)?.answer(answer(field.state.value, status));
      await turn();
    },
    send: (value: string) => {
      const reply = field.submit(value);
      if (reply === 'pass') counter.sent(value);
      return reply;
    },
    names: () => Object.keys(counter.take()?.counts ?? {}).sort(),
  };
};

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
  const addresses = ['', 'ada@gmial.com', 'ada@gmail.com', 'ada@shop.cm', 'ada@shop.com', 'ada@', 'b@gone.de'];
  const step = fc.oneof(
    fc.record({ act: fc.constantFrom('edit', 'leave', 'submit'), value: fc.constantFrom(...addresses) }),
    fc.record({ act: fc.constantFrom('accept', 'keep', 'undo', 'wait', 'take', 'fail', 'reset') }),
    fc.record({ act: fc.constant('answer'), value: fc.constantFrom('valid', 'invalid', 'risky', 'unknown') }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.boolean(),
      fc.boolean(),
      async (steps, override, heldOut) => {
        const { field, asked, counter, released } = open({ override }, heldOut);
        const check = (): void => {
          const taken = counter.take();
          if (!taken) return;
          const report = { form: '/', held_out: heldOut, ...taken };
          assert.deepEqual(readOutcomeReport(report), report, JSON.stringify(taken));
        };
        for (const { act, value = '' } of steps as { act: string; value?: string }[]) {
          const { state } = field;
          if (act === 'edit') field.edit(value);
          else if (act === 'leave') field.leave(value || state.value);
          else if (act === 'submit') {
            if (field.submit(value || state.value) === 'pass') counter.sent(field.state.value);
          } else if (act === 'accept' || act === 'keep' || act === 'undo') field[act]();
          else if (act === 'wait') vi.advanceTimersByTime(700);
          else if (act === 'take') check();
          else if (act === 'reset') field.reset('');
          else {
            const pending = asked.pop();
            if (act === 'fail') pending?.answer({ ok: false, failure: 'network', detail: '' });
            else pending?.answer(answer(pending.email, value as 'valid'));
          }
          await turn();
          if (released.pop()) counter.sent(field.state.value);
        }
        check();
      },
    ),
    { numRuns: runs(500, 100) },
  );
});
