import assert from 'node:assert/strict';
import { test } from 'vitest';
import fc from 'fast-check';
import { canonicalMailbox, inspect, parseAddress, suggest } from '../../src/address/index.js';
import { runs } from '../support/whole.js';
import { mutated } from './mutated.js';

const SEEDS = [
  'anna.smith+news@gmail.com',
  '"anna smith"@firm.example.org',
  '"a\\"b\\\\"@firm.org',
  'Anna Smith <anna@hotmial.com>',
  'mailto:anna@googlemail.com?subject=x',
  'jürgen@bücher.example',
  'anna@xn--bcher-kva.example',
  'δοκιμή@παράδειγμα.δοκιμή',
  '用户@例子。公司',
  'anna＠firm．org',
  'anna@user.fastmail.com',
  'a-b_c.d@proton.me',
  'anna@gmail,com',
  'anna at firm dot org',
  'annagmail.com',
  'anna@@firm.org',
  'namae@にほん.jp',
  'न्‍य@firm.org',
];
const WORDS = [
  '@',
  '.',
  '..',
  '"',
  '\\',
  ' ',
  '\u200d',
  '\u200c',
  '\u0301',
  '\u3002',
  '\uff20',
  '\u212a',
  'ß',
  'İ',
  'xn--',
  '.con',
  'gmail.com',
  '<',
  '>',
  ',',
  '\ud83d',
  '\u0000',
  '한',
  '\u1100',
  '\u30fb',
];

test('any text is an address that stays itself in its normal form, or none', () => {
  fc.assert(
    fc.property(mutated(SEEDS, WORDS), (text) => {
      const parsed = parseAddress(text);
      if (!parsed.ok) {
        assert(parsed.offset >= 0 && parsed.offset <= Math.max(text.length, 254));
        assert.equal(canonicalMailbox(text, { host: '' }), text);
        return;
      }
      assert.equal(`${parsed.local}@${parsed.domain}`, text);
      const again = parseAddress(parsed.ascii);
      assert.equal(again.ok && again.ascii, parsed.ascii);
      for (const host of ['', 'aspmx.l.google.com']) {
        const mailbox = canonicalMailbox(text, { host });
        assert.equal(canonicalMailbox(mailbox, { host }), mailbox);
        assert.equal(canonicalMailbox(parsed.ascii, { host }), mailbox);
      }
    }),
    { numRuns: runs(50_000, 5000) },
  );
});

/** More corrections than any text needs. */
const ROUNDS = 6;

test('what is suggested for any text is an address, and is corrected to an end', () => {
  fc.assert(
    fc.property(mutated(SEEDS, WORDS), (text) => {
      const seen = [text];
      for (let now = suggest(text); now !== null; now = suggest(now.address)) {
        assert(parseAddress(now.address).ok, now.address);
        assert.notEqual(now.address, seen.at(-1));
        seen.push(now.address);
        assert(seen.length < ROUNDS, seen.join(' -> '));
      }
      assert.deepEqual(inspect(text).suggestion, suggest(text));
    }),
    { numRuns: runs(20_000, 2000) },
  );
});
