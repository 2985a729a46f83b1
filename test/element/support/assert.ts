/** The assertions of `node:assert/strict` in browsers, as far as their tests use them, by chai. */
import { assert as chai } from '@esm-bundle/chai';

interface Assert {
  ok: (value: unknown, message?: string) => asserts value;
  equal: (actual: unknown, expected: unknown, message?: string) => void;
  notEqual: (actual: unknown, expected: unknown, message?: string) => void;
  deepEqual: (actual: unknown, expected: unknown, message?: string) => void;
  notDeepEqual: (actual: unknown, expected: unknown, message?: string) => void;
  match: (text: string, pattern: RegExp, message?: string) => void;
  doesNotMatch: (text: string, pattern: RegExp, message?: string) => void;
  throws: (call: () => void, pattern: RegExp, message?: string) => void;
}

/* eslint-disable @typescript-eslint/unbound-method -- chai declares methods, and they use no `this`. */
const assert: Assert = {
  ok: chai.ok,
  equal: chai.strictEqual,
  notEqual: chai.notStrictEqual,
  deepEqual: chai.deepEqual,
  notDeepEqual: chai.notDeepEqual,
  match: chai.match,
  doesNotMatch: chai.notMatch,
  throws: chai.throws,
};

export default assert;
