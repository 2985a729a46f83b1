/** @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { parseAddress } from '../../src/address/parse.js';
import { isEmailCases, type IsEmailCase } from './is-email.js';

/** Our policy in the suite's words: what is legal on a wire is, save for single labels and address literals. */
const shouldBeValid = ({ address, category }: IsEmailCase): boolean => {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return /^(VALID|DNSWARN|RFC5321)/.test(category) && domain.includes('.') && !domain.endsWith(']');
};

describe('the public isEmail cases', () => {
  const cases = isEmailCases();

  test('are all there, some of each verdict', () => {
    assert.equal(cases.length, 164);
    assert.equal(cases.filter(shouldBeValid).length, 29);
    assert.ok(cases.some(({ address }) => address.includes('\0')));
  });

  for (const one of cases) {
    const valid = shouldBeValid(one);
    test(`${one.id}: ${valid ? 'takes' : 'refuses'} ${JSON.stringify(one.address)} (${one.category})`, () => {
      assert.equal(parseAddress(one.address).ok, valid);
    });
  }
});
