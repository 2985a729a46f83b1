import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import fc from 'fast-check';
import { showsError } from '../../src/element/machine.js';
import type { Status } from '../../src/protocol/index.js';
import { answer, HOLD_MS, start, turn } from './support/session.js';

describe('a session', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  test('asks once the text could be an address and the keys have rested', () => {
    const { session, asked } = start();
    for (const value of ['a', 'a@', 'a@b', 'a@b.d', 'a@b.de']) session.edit(value);
    mock.timers.tick(399);
    assert.equal(asked.length, 0);
    mock.timers.tick(1);
    assert.deepEqual(
      asked.map(({ email }) => email),
      ['a@b.de'],
    );
  });

  test('gives up the older check when the value changes', () => {
    const { session, asked } = start();
    session.check('a@b.de');
    session.edit('a@b.dex');
    assert.equal(asked[0]?.signal.aborted, true);
  });

  test('holds a submission until the verdict, then sends it once', async () => {
    const { session, asked, released } = start();
    assert.equal(session.submit('a@b.de'), 'hold');
    assert.equal(session.submit('a@b.de'), 'hold');
    await turn();
    assert.equal(asked.length, 1);
    asked[0]?.answer(answer('a@b.de', 'valid'));
    await turn();
    assert.deepEqual(released, [true]);
    assert.equal(session.submit('a@b.de'), 'pass');
  });

  test('does not send a blocked address, and says so at once the next time', async () => {
    const { session, asked, released } = start();
    session.submit('a@b.de');
    await turn();
    asked[0]?.answer(answer('a@b.de', 'invalid'));
    await turn();
    assert.deepEqual(released, [false]);
    assert.equal(showsError(session.state), true);
    assert.equal(session.submit('a@b.de'), 'block');
  });

  test('lets the form go when nobody answers within the hold', async () => {
    const { session, released, asked } = start();
    session.submit('a@b.de');
    await turn();
    mock.timers.tick(HOLD_MS);
    assert.deepEqual(released, [true]);
    assert.equal(session.state.finding?.verdict.status, 'unknown');
    assert.equal(asked[0]?.signal.aborted, true);
  });

  test('keeps the form when nobody answers and the site wants it so', async () => {
    const { session, released } = start({ onUnavailable: 'block' });
    session.submit('a@b.de');
    await turn();
    mock.timers.tick(HOLD_MS);
    assert.deepEqual(released, [false]);
  });

  test('does not send what cannot be an address, and asks nobody', async () => {
    const { session, asked, released } = start();
    assert.equal(session.submit('anna@'), 'hold');
    await turn();
    assert.deepEqual(released, [false]);
    assert.equal(asked.length, 0);
  });

  test('knows what is no address at once, as soon as it can tell slips', async () => {
    const { session, released } = start();
    session.prepare();
    await turn();
    assert.equal(session.submit('anna@'), 'block');
    assert.equal(session.state.held, false);
    assert.deepEqual(released, []);
  });

  test('asks again what could not be found out, and only that', async () => {
    const { session, asked, released } = start({ onUnavailable: 'block' });
    session.submit('a@b.de');
    await turn();
    asked[0]?.answer({ ok: false, failure: 'network', detail: '' });
    await turn();
    assert.deepEqual(released, [false]);
    assert.equal(session.submit('a@b.de'), 'hold');
    await turn();
    asked[1]?.answer(answer('a@b.de', 'invalid'));
    await turn();
    assert.deepEqual(released, [false, false]);
    assert.equal(session.submit('a@b.de'), 'block');
    assert.equal(asked.length, 2);
  });

  test('does not send a value that a listener has changed when it was told of the verdict', async () => {
    const { session, asked, released } = start(
      {},
      {
        found: () => {
          session.edit('c@d.org');
        },
      },
    );
    session.submit('a@b.de');
    await turn();
    asked[0]?.answer(answer('a@b.de', 'valid'));
    await turn();
    assert.deepEqual(released, []);
    assert.equal(session.state.value, 'c@d.org');
  });

  test('an edit takes back a submission that waits', async () => {
    const { session, asked, released } = start();
    session.submit('a@b.de');
    await turn();
    session.edit('a@b.dex');
    asked[0]?.answer(answer('a@b.de', 'valid'));
    await turn();
    mock.timers.tick(HOLD_MS);
    assert.deepEqual(released, []);
  });

  test('fixes an obvious slip when the field is left, and never again after an undo', async () => {
    const { session, written } = start();
    session.edit('a@gmial.com');
    session.leave('a@gmial.com');
    await turn();
    assert.deepEqual(written, ['a@gmail.com']);
    assert.deepEqual(session.state.fix, { from: 'a@gmial.com', to: 'a@gmail.com' });
    session.undo();
    assert.equal(session.state.value, 'a@gmial.com');
    session.leave('a@gmial.com');
    await turn();
    assert.equal(session.state.value, 'a@gmial.com');
    assert.equal(session.state.suggestion, null);
  });

  test('suggests what is less certain, and not again after keeping', async () => {
    const { session } = start();
    session.leave('a@shop.cm');
    await turn();
    assert.equal(session.state.suggestion, 'a@shop.com');
    session.keep();
    session.leave('a@shop.cm');
    await turn();
    assert.equal(session.state.suggestion, null);
  });

  test('withdraws a suggestion when the service finds the typed address valid', async () => {
    const { session, asked } = start();
    session.leave('a@shop.cm');
    await turn();
    asked[0]?.answer(answer('a@shop.cm', 'valid'));
    await turn();
    assert.equal(session.state.suggestion, null);
  });

  test('an optional empty field never blocks', () => {
    assert.equal(start().session.submit(''), 'pass');
  });

  test('keeps its promises whatever the order of keys, answers, submissions and resets', async () => {
    const values = ['', 'a', 'a@b.de', 'c@d.org', 'a@gmial.com', 'a@shop.cm', 'x@'];
    const step = fc.oneof(
      fc.record({ do: fc.constant('edit' as const), value: fc.constantFrom(...values) }),
      fc.record({ do: fc.constant('leave' as const) }),
      fc.record({ do: fc.constant('submit' as const) }),
      fc.record({ do: fc.constant('reset' as const) }),
      fc.record({ do: fc.constantFrom('accept' as const, 'keep' as const, 'undo' as const) }),
      fc.record({ do: fc.constant('tick' as const), ms: fc.integer({ min: 1, max: 4000 }) }),
      fc.record({
        do: fc.constant('answer' as const),
        which: fc.nat(9),
        status: fc.constantFrom<Status | 'failure'>('valid', 'invalid', 'risky', 'unknown', 'failure'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.constantFrom('allow', 'block'),
        async (steps, otherwise) => {
          const { session, asked, released } = start({ onUnavailable: otherwise });
          let intents = 0;
          let heldFor = 0;
          for (const action of steps) {
            const { value } = session.state;
            const before = released.length;
            if (action.do === 'edit') session.edit(action.value);
            else if (action.do === 'leave') session.leave(value);
            else if (action.do === 'reset') session.reset('');
            else if (action.do === 'tick') {
              mock.timers.tick(action.ms);
              if (session.state.held) heldFor += action.ms;
            } else if (action.do === 'answer') {
              const pending = asked[action.which % Math.max(asked.length, 1)];
              pending?.answer(
                action.status === 'failure'
                  ? { ok: false, failure: 'network', detail: '' }
                  : answer(pending.email, action.status),
              );
            } else if (action.do === 'submit') {
              const wasHeld = session.state.held;
              if (session.submit(value) === 'hold' && !wasHeld) intents++;
            } else session[action.do]();
            await turn();
            if (!session.state.held) heldFor = 0;
            assert.ok(heldFor < HOLD_MS, 'no hold is longer than `hold`');
            assert.ok(released.length - before <= 1, 'one answer at most is given to a submission');
            assert.ok(released.length <= intents, 'at most one submission for each intent');
            const { finding, phase } = session.state;
            if (released.length > before && released.at(-1)) assert.notEqual(finding?.decision, 'block');
            if (phase === 'settled') assert.equal(finding?.verdict.email, session.state.value);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
