import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { tidy } from '../../src/address/tidy.js';

describe('what was surely not meant is taken away', () => {
  for (const [what, typed] of [
    ['spaces around', '  anna@firm.com\t\n'],
    ['spaces inside', 'anna @ firm . com'],
    ['a no-break space', '\u00a0anna@firm.com'],
    ['an ideographic space', '\u3000anna@firm.com'],
    ['a zero-width space', 'anna\u200b@firm.com'],
    ['a byte order mark', '\ufeffanna@firm.com'],
    ['bidi marks of a pasted text', '\u202aanna@firm.com\u202c'],
    ['a soft hyphen', 'anna@fi\u00adrm.com'],
    ['mailto:', 'mailto:anna@firm.com'],
    ['mailto: in capitals, with a subject', 'MAILTO:anna@firm.com?subject=Hello'],
    ['a dot after it', 'anna@firm.com.'],
    ['a comma after it', 'anna@firm.com,'],
    ['a semicolon after it', 'anna@firm.com;'],
    ['several signs after it', 'anna@firm.com>;.'],
    ['angle brackets', '<anna@firm.com>'],
    ['angle brackets with a name', 'Anna Smith <anna@firm.com>'],
    ['an angle bracket that was not closed', 'Anna <anna@firm.com'],
    ['brackets', '(anna@firm.com)'],
    ['double quotes', '"anna@firm.com"'],
    ['single quotes', "'anna@firm.com',"],
    ['full-width characters', 'ａｎｎａ＠ｆｉｒｍ．ｃｏｍ'],
    ['an ideographic full stop', 'anna@firm。com'],
    ['a half-width ideographic full stop', 'anna@firm｡com'],
    ['a small @', 'anna﹫firm.com'],
    ['a doubled @', 'anna@@firm.com'],
    ['a doubled dot in the domain', 'anna@firm..com'],
    ['a dot before the domain', 'anna@.firm.com'],
    ['a comma for a dot', 'anna@firm,com'],
    ['a # beside the @', 'anna@#firm.com'],
  ] as const) {
    test(what, () => {
      assert.equal(tidy(typed).address, 'anna@firm.com');
    });
  }
});

describe('what may have been meant stays', () => {
  for (const typed of [
    'anna@firm.com',
    'Anna.Smith+a@Firm.COM',
    "o'neill@firm.com",
    "'a@firm.com",
    '"anna smith"@firm.com',
    '"a@@b..c"@firm.com',
    '"a\\" <b>"@firm.com',
    'anna..b@firm.com',
    'jörg@münchen.de',
    'انا@مثال.إختبار',
    'anna',
    '',
  ]) {
    test(JSON.stringify(typed), () => {
      assert.equal(tidy(typed).address, typed);
    });
  }
});

test('tidying what is tidy changes nothing', () => {
  const piece = fc.constantFrom(...Array.from('ab.@ ,<>"\'()[]{}\\;:!?#＠．　\u200b'), 'mailto:', '\ud800', '?x', 'ﬁ');
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.oneof(text, fc.emailAddress(), fc.string({ unit: 'binary' })), (typed) => {
      const once = tidy(typed).address;
      // An address is final; of a text that is none, only that nothing is thrown.
      if (/^[^@"<]+@[^@"<]+\.[a-z]+$/.test(once)) assert.equal(tidy(once).address, once);
    }),
    { numRuns: 5000 },
  );
});
