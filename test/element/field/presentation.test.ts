import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { reason } from '../../../src/element/field/presentation.js';
import { INITIAL_STATE, type State } from '../../../src/element/field/state.js';
import { ENGLISH } from '../../../src/element/languages/en.js';

const risky = (...codes: string[]): State => ({
  ...INITIAL_STATE,
  value: 'anna@firm.org',
  assessment: {
    verdict: { email: 'anna@firm.org', status: 'risky', quality: 'caution', sub_status: codes, did_you_mean: null },
    decision: 'warn',
    receipt: null,
    failure: null,
  },
});

describe('the reason that is shown', () => {
  test('is the same for what is disposable and for what may be', () => {
    for (const code of ['disposable', 'possible_disposable', 'disposable_host'])
      assert.equal(reason(risky('smtp_not_checked', code), ENGLISH), ENGLISH.disposable, code);
  });

  test("is the page's own for a code, before the built-in one", () => {
    const own = { ...ENGLISH, possible_disposable: 'Hm, {domain}?' };
    assert.equal(reason(risky('possible_disposable'), own), 'Hm, firm.org?');
    assert.equal(reason(risky('disposable_host'), own), ENGLISH.disposable);
  });

  test('is that of the status for a code that has no words', () => {
    for (const code of ['catch_all', 'possible_typo', 'new_host', 'possible_', '_host'])
      assert.equal(reason(risky(code), ENGLISH), ENGLISH.risky, code);
  });
});
