import fc from 'fast-check';
import { vi } from 'vitest';
import { isUnavailable } from '../../../src/element/field/assessment.js';
import { showsError } from '../../../src/element/field/state.js';
import { UseCounter, type Counted } from '../../../src/element/outcomes/use-counter.js';
import type { FieldOptions } from '../../../src/element/options.js';
import type { Status } from '../../../src/protocol/index.js';
import { answer, start, turn } from './field.js';

/** A step of a person, of the page or of the edge. */
export interface Step {
  act: string;
  value?: string;
}

/** The page is hidden, or the form was sent: what is new is reported. */
export const TAKE: Step = { act: 'take' };

const ADDRESSES = ['', 'ada@gmial.com', 'ada@gmail.com', 'ada@shop.cm', 'ada@shop.com', 'ada@', 'b@gone.de'];

/** Steps in any order. */
export const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ act: fc.constantFrom('edit', 'leave', 'submit'), value: fc.constantFrom(...ADDRESSES) }),
    fc.record({ act: fc.constantFrom('accept', 'keep', 'undo', 'wait', 'take', 'fail', 'reset') }),
    fc.record({ act: fc.constant('answer'), value: fc.constantFrom('valid', 'invalid', 'risky', 'unknown') }),
  ),
  { maxLength: 40 },
);

/** A field whose uses are counted. The timers must be the test's. */
export const open = (options: Partial<FieldOptions> = {}, isHeldOut = false) => {
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
  const { field, asked, released } = made;
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
    /** Does a step, and returns what `take` has taken. */
    walk: async ({ act, value = '' }: Step): Promise<Counted | null> => {
      if (act === 'take') return counter.take();
      const { state } = field;
      if (act === 'edit') field.edit(value);
      else if (act === 'leave') field.leave(value || state.value);
      else if (act === 'submit') {
        if (field.submit(value || state.value) === 'pass') counter.sent(field.state.value);
      } else if (act === 'accept' || act === 'keep' || act === 'undo') field[act]();
      else if (act === 'wait') vi.advanceTimersByTime(700);
      else if (act === 'reset') field.reset('');
      else {
        const pending = asked.pop();
        if (act === 'fail') pending?.answer({ ok: false, failure: 'network', detail: '' });
        else pending?.answer(answer(pending.email, value as Status));
      }
      await turn();
      if (released.pop()) counter.sent(field.state.value);
      return null;
    },
    names: () => Object.keys(counter.take()?.counts ?? {}).sort(),
  };
};
