import assert from 'node:assert/strict';
import { beforeEach, describe, test, vi } from 'vitest';
import { failedCheck, type CheckResult } from '../../../src/element/edge-client/check-result.js';
import type { FieldOptions } from '../../../src/element/options.js';
import { showsError } from '../../../src/element/field/state.js';
import { answer, HOLD_MS, start, turn } from '../support/field.js';

describe('a field', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  test('asks once the text could be an address and the keys have rested', () => {
    const { field, asked } = start();
    for (const value of ['a', 'a@', 'a@b', 'a@b.d', 'a@b.de']) field.edit(value);
    vi.advanceTimersByTime(399);
    assert.equal(asked.length, 0);
    vi.advanceTimersByTime(1);
    assert.deepEqual(
      asked.map(({ email }) => email),
      ['a@b.de'],
    );
  });

  test('asks nobody before the submission with `privacy: local`, whatever the person does', async () => {
    const { field, asked } = start({ privacy: 'local' });
    field.edit('a@b.de');
    vi.advanceTimersByTime(1000);
    field.leave('a@shop.cm');
    assert.equal(field.state.suggestion, 'a@shop.com');
    field.accept();
    field.leave('a@gmial.com');
    field.undo();
    vi.advanceTimersByTime(1000);
    assert.equal(asked.length, 0);
    assert.equal(field.submit('a@gmial.com'), 'hold');
    await turn();
    assert.deepEqual(
      asked.map(({ email }) => email),
      ['a@gmial.com'],
    );
  });

  describe('with `privacy: hashed-domain`', () => {
    const setUp = (given: Partial<FieldOptions> = {}) => start({ privacy: 'hashed-domain', ...given });
    const domainAnswer = (email: string, status: 'invalid' | 'risky', code: string): CheckResult => ({
      ok: true,
      verdict: { email, status, quality: 'unsafe', sub_status: [code], did_you_mean: null },
      receipt: null,
    });

    test('asks about the domain alone before the submission, and about the address at it', async () => {
      const { field, asked, askedDomains, released } = setUp();
      field.edit('a@b.de');
      vi.advanceTimersByTime(1000);
      field.leave('a@b.de');
      assert.equal(asked.length, 0);
      for (const one of askedDomains) one.answer(failedCheck('unchecked'));
      await turn();
      assert.deepEqual([askedDomains.length > 0, field.state.phase, field.state.assessment], [true, 'editing', null]);
      assert.equal(field.submit('a@b.de'), 'hold');
      assert.equal(asked.length, 1);
      asked[0]?.answer(answer('a@b.de', 'valid'));
      await turn();
      assert.deepEqual([released, field.submit('a@b.de'), asked.length], [[true], 'pass', 1]);
    });

    test('blocks what the domain makes impossible, without a question about the address', async () => {
      const { field, asked, askedDomains } = setUp();
      field.leave('a@b.de');
      askedDomains[0]?.answer(domainAnswer('a@b.de', 'invalid', 'domain_not_found'));
      await turn();
      assert.equal(showsError(field.state), true);
      assert.deepEqual([field.submit('a@b.de'), asked.length], ['block', 0]);
    });

    test('warns of a domain, and asks about the address all the same when the form is sent', async () => {
      const { field, asked, askedDomains, released } = setUp({ override: true });
      field.leave('a@b.de');
      askedDomains[0]?.answer(domainAnswer('a@b.de', 'risky', 'disposable'));
      await turn();
      assert.equal(field.state.assessment?.decision, 'warn');
      assert.equal(field.submit('a@b.de'), 'hold');
      asked[0]?.answer(answer('a@b.de', 'risky'));
      await turn();
      assert.deepEqual([released, field.submit('a@b.de'), asked.length], [[true], 'pass', 1]);
    });

    test('asks about the address where a policy blocks the domain, and when code asks for the verdict', async () => {
      const { field, asked, askedDomains } = setUp({ block: ['disposable'], override: true });
      field.leave('a@b.de');
      askedDomains[0]?.answer(domainAnswer('a@b.de', 'risky', 'disposable'));
      await turn();
      assert.equal(field.state.assessment?.decision, 'block');
      field.check('a@b.de');
      assert.deepEqual([asked.length, field.state.phase], [1, 'checking']);
      field.edit('c@b.de');
      vi.advanceTimersByTime(400);
      askedDomains[1]?.answer(domainAnswer('c@b.de', 'risky', 'disposable'));
      await turn();
      assert.equal(field.submit('c@b.de'), 'hold');
      assert.deepEqual(
        asked.map(({ email }) => email),
        ['a@b.de', 'c@b.de'],
      );
    });

    test('drops what it hears of the domain once the address is asked about, or the value has changed', async () => {
      const { field, asked, askedDomains } = setUp();
      field.leave('a@b.de');
      field.submit('a@b.de');
      askedDomains[0]?.answer(domainAnswer('a@b.de', 'invalid', 'domain_not_found'));
      await turn();
      assert.deepEqual([field.state.phase, asked.length], ['checking', 1]);
      field.edit('a@b.dex');
      field.leave('a@b.dex');
      field.edit('a@b.dexy');
      assert.equal(askedDomains[1]?.signal.aborted, true);
      askedDomains[1].answer(domainAnswer('a@b.dex', 'invalid', 'domain_not_found'));
      await turn();
      assert.equal(field.state.assessment, null);
    });
  });

  test('gives up the older check when the value changes', () => {
    const { field, asked } = start();
    field.check('a@b.de');
    field.edit('a@b.dex');
    assert.equal(asked[0]?.signal.aborted, true);
  });

  test('holds a submission until the verdict, then sends it once', async () => {
    const { field, asked, released } = start();
    assert.equal(field.submit('a@b.de'), 'hold');
    assert.equal(field.submit('a@b.de'), 'hold');
    await turn();
    assert.equal(asked.length, 1);
    asked[0]?.answer(answer('a@b.de', 'valid'));
    await turn();
    assert.deepEqual(released, [true]);
    assert.equal(field.submit('a@b.de'), 'pass');
  });

  test('does not send a blocked address, and says so at once the next time', async () => {
    const { field, asked, released } = start();
    field.submit('a@b.de');
    await turn();
    asked[0]?.answer(answer('a@b.de', 'invalid'));
    await turn();
    assert.deepEqual(released, [false]);
    assert.equal(showsError(field.state), true);
    assert.equal(field.submit('a@b.de'), 'block');
  });

  test('lets the form go when nobody answers within the hold', async () => {
    const { field, released } = start();
    field.submit('a@b.de');
    await turn();
    vi.advanceTimersByTime(HOLD_MS);
    assert.deepEqual(released, [true]);
    assert.equal(field.state.held, false);
  });

  for (const [whenUnavailable, reply] of [
    ['allow', 'pass'],
    ['block', 'block'],
  ] as const) {
    test(`does not hold a submission that has waited for \`hold\` already: ${whenUnavailable}`, () => {
      const { field } = start({ whenUnavailable });
      assert.equal(field.submit('a@b.de', HOLD_MS), reply);
      assert.equal(field.state.held, false);
    });
  }

  test('goes on checking after the hold: what is found counts for the next submission', async () => {
    const { field, released, asked } = start();
    field.submit('a@b.de');
    vi.advanceTimersByTime(HOLD_MS);
    const [check] = asked;
    assert.equal(check?.signal.aborted, false);
    check.answer(answer('a@b.de', 'invalid'));
    await turn();
    assert.deepEqual(released, [true], 'what is sent is sent once');
    assert.equal(field.submit('a@b.de'), 'block');
  });

  test('keeps the form when nobody answers and the site wants it so', async () => {
    const { field, released } = start({ whenUnavailable: 'block' });
    field.submit('a@b.de');
    await turn();
    vi.advanceTimersByTime(HOLD_MS);
    assert.deepEqual(released, [false]);
  });

  test('does not send what cannot be an address: it is known at once, and nobody is asked', () => {
    const { field, asked, released } = start();
    assert.equal(field.submit('anna@'), 'block');
    assert.equal(asked.length, 0);
    assert.equal(field.state.held, false);
    assert.deepEqual(released, []);
  });

  test('asks again what could not be found out, and only that', async () => {
    const { field, asked, released } = start({ whenUnavailable: 'block' });
    field.submit('a@b.de');
    await turn();
    asked[0]?.answer({ ok: false, failure: 'network', detail: '' });
    await turn();
    assert.deepEqual(released, [false]);
    assert.equal(field.submit('a@b.de'), 'hold');
    await turn();
    asked[1]?.answer(answer('a@b.de', 'invalid'));
    await turn();
    assert.deepEqual(released, [false, false]);
    assert.equal(field.submit('a@b.de'), 'block');
    assert.equal(asked.length, 2);
  });

  test('does not send a value that a listener has changed when it was told of the verdict', async () => {
    const { field, asked, released } = start(
      {},
      {
        assessed: () => {
          field.edit('c@d.org');
        },
      },
    );
    field.submit('a@b.de');
    await turn();
    asked[0]?.answer(answer('a@b.de', 'valid'));
    await turn();
    assert.deepEqual(released, []);
    assert.equal(field.state.value, 'c@d.org');
  });

  test('sends a form all the same when what shows it fails, and tells the author', async () => {
    const { field, asked, released } = start(
      {},
      {
        stateChanged: () => {
          throw new Error('no such word');
        },
      },
    );
    field.submit('a@b.de');
    await turn();
    asked[0]?.answer(answer('a@b.de', 'valid'));
    await turn();
    assert.deepEqual(released, [true]);
    assert.throws(() => {
      vi.advanceTimersByTime(0);
    }, /no such word/);
  });

  test('an edit takes back a submission that waits', async () => {
    const { field, asked, released } = start();
    field.submit('a@b.de');
    await turn();
    field.edit('a@b.dex');
    asked[0]?.answer(answer('a@b.de', 'valid'));
    await turn();
    vi.advanceTimersByTime(HOLD_MS);
    assert.deepEqual(released, []);
  });

  test('fixes an obvious typo when the field is left, and never again after an undo', async () => {
    const { field, written } = start();
    field.edit('a@gmial.com');
    field.leave('a@gmial.com');
    await turn();
    assert.deepEqual(written, ['a@gmail.com']);
    assert.deepEqual(field.state.fix, { from: 'a@gmial.com', to: 'a@gmail.com' });
    field.undo();
    assert.equal(field.state.value, 'a@gmial.com');
    field.leave('a@gmial.com');
    await turn();
    assert.equal(field.state.value, 'a@gmial.com');
    assert.equal(field.state.suggestion, null);
  });

  test('suggests what is less certain, and not again after keeping', async () => {
    const { field } = start();
    field.leave('a@shop.cm');
    await turn();
    assert.equal(field.state.suggestion, 'a@shop.com');
    field.keep();
    field.leave('a@shop.cm');
    await turn();
    assert.equal(field.state.suggestion, null);
  });

  test('withdraws a suggestion when the service finds the typed address valid', async () => {
    const { field, asked } = start();
    field.leave('a@shop.cm');
    await turn();
    asked[0]?.answer(answer('a@shop.cm', 'valid'));
    await turn();
    assert.equal(field.state.suggestion, null);
  });

  test('an optional empty field never blocks', () => {
    assert.equal(start().field.submit(''), 'pass');
  });
});
