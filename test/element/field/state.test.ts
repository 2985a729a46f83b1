import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { Assessment } from '../../../src/element/field/assessment.js';
import { INITIAL_STATE, reduce, showsError, type FieldEvent, type State } from '../../../src/element/field/state.js';

const assessment = (decision: Assessment['decision'] = 'allow'): Assessment => ({
  verdict: { email: 'a@b.de', status: 'valid', quality: 'safe', sub_status: [], did_you_mean: null },
  decision,
  receipt: null,
  failure: null,
});

const after = (...events: FieldEvent[]): State => events.reduce(reduce, INITIAL_STATE);

describe('the state machine of a field', () => {
  test('goes from idle by editing and checking to settled', () => {
    const phases = [
      { type: 'edit', value: 'a@b.de' } as const,
      { type: 'check' } as const,
      { type: 'settle', revision: 1, assessment: assessment() } as const,
    ].map((_event, index, all) => after(...all.slice(0, index + 1)).phase);
    assert.deepEqual(phases, ['editing', 'checking', 'settled']);
  });

  test('drops an answer to a value that is no more', () => {
    const state = after(
      { type: 'edit', value: 'a@b.de' },
      { type: 'check' },
      { type: 'edit', value: 'a@b.dex' },
      { type: 'check' },
    );
    assert.equal(reduce(state, { type: 'settle', revision: 1, assessment: assessment() }), state);
    assert.equal(reduce(state, { type: 'settle', revision: 2, assessment: assessment() }).phase, 'settled');
  });

  test('forgets assessment, suggestion and visibility with the first key', () => {
    const state = after(
      { type: 'edit', value: 'a@b.de' },
      { type: 'reveal' },
      { type: 'check' },
      { type: 'settle', revision: 1, assessment: assessment('block') },
      { type: 'suggest', value: 'a@b.de', address: 'a@c.de' },
      { type: 'edit', value: 'a@b.d' },
    );
    assert.deepEqual({ ...state, revision: 0 }, { ...INITIAL_STATE, phase: 'editing', value: 'a@b.d', erred: true });
  });

  test('remembers that an error was seen, until the field is empty', () => {
    const erring = after(
      { type: 'edit', value: 'a@b.de' },
      { type: 'check' },
      { type: 'settle', revision: 1, assessment: assessment('block') },
    );
    assert.equal(erring.erred, false, 'nobody has seen it yet');
    const seen = reduce(erring, { type: 'reveal' });
    assert.equal(seen.erred, true);
    assert.equal(reduce(seen, { type: 'edit', value: '' }).erred, false);
  });

  test('keeps a submission waiting while its value is mended', () => {
    const state = after(
      { type: 'edit', value: 'a@gmial.com' },
      { type: 'reveal' },
      { type: 'hold' },
      { type: 'fix', to: 'a@gmail.com' },
    );
    assert.equal(state.held, true);
    assert.equal(state.visible, true);
    assert.deepEqual(state.fix, { from: 'a@gmial.com', to: 'a@gmail.com' });
  });

  test('offers to use what is blocked, and takes it once that was offered', () => {
    const blocked = after(
      { type: 'edit', value: 'a@b.de' },
      { type: 'reveal' },
      { type: 'check' },
      { type: 'settle', revision: 1, assessment: assessment('block') },
    );
    assert.equal(reduce(blocked, { type: 'take' }), blocked);
    const offered = reduce(blocked, { type: 'offer' });
    assert.deepEqual([offered.override, showsError(offered)], ['offered', true]);
    const taken = reduce(offered, { type: 'take' });
    assert.deepEqual([taken.override, showsError(taken)], ['taken', false]);
    assert.equal(reduce(taken, { type: 'offer' }), taken);
    assert.equal(reduce(taken, { type: 'edit', value: 'a@b.d' }).override, null);
    assert.equal(reduce(after({ type: 'edit', value: 'a' }), { type: 'offer' }).override, null);
  });

  test('gives back the very same state when nothing changes', () => {
    const state = after({ type: 'edit', value: 'a' });
    assert.equal(reduce(state, { type: 'edit', value: 'a' }), state);
    assert.equal(reduce(state, { type: 'release' }), state);
    assert.equal(reduce(INITIAL_STATE, { type: 'reveal' }), INITIAL_STATE);
    assert.equal(reduce(state, { type: 'suggest', value: 'other', address: 'x@y.de' }), state);
  });
});
