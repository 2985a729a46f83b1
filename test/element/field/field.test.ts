import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { showsError } from '../../../src/element/field/state.js';
import { answer, HOLD_MS, start, turn } from '../support/field.js';

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

  test('sends a form all the same when what shows it fails, and tells the author', async () => {
    const { session, asked, released } = start(
      {},
      {
        changed: () => {
          throw new Error('no such word');
        },
      },
    );
    session.submit('a@b.de');
    await turn();
    asked[0]?.answer(answer('a@b.de', 'valid'));
    await turn();
    assert.deepEqual(released, [true]);
    assert.throws(() => {
      mock.timers.tick(0);
    }, /no such word/);
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
});
