import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { parseAddress } from '../../src/address/parse.js';
import { tidy } from '../../src/address/address-in-text.js';
import { runs, whole } from '../support/whole.js';
import { PASTED } from './corpora/pasted.js';
import { TYPOS } from './corpora/typos.js';
import { LEGITIMATE, TYPED_WRONG } from './corpus.js';
import { isEmailCases } from './is-email.js';
import { createRandom, randomAddress } from './random.js';

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
    ['a non-joiner between ASCII letters', 'an\u200cna@fi\u200crm.com'],
    ['a joiner between ASCII letters', 'an\u200dna@fi\u200drm.com'],
    ['joiners at every edge', '\u200canna\u200d@\u200cfirm\u200d.\u200ccom\u200d'],
    ['typographic single quotes', '‘anna@firm.com’'],
    ['typographic single quotes that look alike', '’anna@firm.com’'],
    ['a # beside the @', 'anna@#firm.com'],
  ] as const) {
    test(what, () => {
      assert.equal(tidy(typed).address, 'anna@firm.com');
    });
  }
});

describe('is put together, and not certain', () => {
  for (const [typed, meant] of [
    ['anna@http://firm.com', 'anna@firm.com'],
    ['anna@https://firm.com/', 'anna@firm.com'],
    ['anna@firm.co uk', 'anna@firm.co.uk'],
    ['anna@firm.co,uk', 'anna@firm.co.uk'],
    ['anna@firm.com br', 'anna@firm.com.br'],
    ['anna@firm.ne. jp', 'anna@firm.ne.jp'],
  ] as const) {
    test(typed, () => {
      assert.deepEqual(tidy(typed), { address: meant, certain: false });
    });
  }

  test('but not of a word that follows', () => {
    assert.equal(tidy('anna@firm.com no').address, 'anna@firm.com');
    assert.equal(tidy('anna@firm.com or').address, 'anna@firm.com');
  });
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
    'anna@نامه\u200cای.com',
    'علی\u200cرضا@ایمیل.ایران',
    'anna@ශ්\u200dරී.lk',
    'അവന്\u200d@firm.com',
    '’t.hooft@firm.nl',
    'ʼt.hooft@firm.nl',
    'o’brien@firm.com',
    'o‘brien@firm.com',
    'oʼbrien@firm.com',
    '"a  b"@firm.com',
    'anna',
    '',
  ]) {
    test(JSON.stringify(typed), () => {
      assert.equal(tidy(typed).address, typed);
    });
  }
});

describe('a joiner', () => {
  for (const [what, typed, address, certain] of [
    ['stays in a name between letters that join', '<علی\u200cرضا@ایمیل.ایران>', 'علی\u200cرضا@ایمیل.ایران', true],
    ['stays after a virama, at the end of a word too', 'അവന്\u200d@firm.com.', 'അവന്\u200d@firm.com', true],
    ['that is typed twice is one', 'anna@نامه\u200c\u200cای.com', 'anna@نامه\u200cای.com', true],
    ['goes at the end of a word', 'anna@نامه\u200cای\u200c.com\u200c', 'anna@نامه\u200cای.com', true],
    ['goes beside an ASCII letter', 'علیx\u200cرضا@firm.com', 'علیxرضا@firm.com', true],
    ['goes by asking between other letters', 'دعا\u200cگو@firm.com', 'دعاگو@firm.com', false],
    ['goes by asking between emoji', '👨\u200d👩@firm.com', '👨👩@firm.com', false],
    ['goes by asking in Cyrillic', 'ан\u200cна@firm.com', 'анна@firm.com', false],
    ['in a name beside the address changes nothing', 'علی\u200cرضا <anna@firm.com>', 'anna@firm.com', true],
  ] as const)
    test(what, () => {
      assert.deepEqual(tidy(typed), { address, certain });
    });
});

describe('what is an address as it stands is unchanged, or only asked about', () => {
  const assertAsks = (typed: string): boolean => {
    if (!parseAddress(typed.trim()).ok) return false;
    const { address, certain } = tidy(typed);
    assert.ok(!certain || address === typed.trim(), JSON.stringify(typed));
    return true;
  };

  for (const typed of [
    '‘t.hooft@firm.nl',
    '‚anna@firm.com',
    '•anna@firm.com',
    '–anna@firm.com',
    '“anna@firm.com',
    '»anna@firm.com',
    '（anna@firm.com',
    'ａｎｎａ@firm.com',
    'anna@firm。com',
    'anna@gmail．com',
    '｀anna@firm.com',
  ])
    test(`${typed} is asked about`, () => {
      assert.ok(assertAsks(typed));
      assert.match(tidy(typed).address, /^(anna|t\.hooft|`anna)@/);
    });

  test('in every corpus', () => {
    const typed = [
      ...PASTED.map(({ text }) => text),
      ...LEGITIMATE.map((domain) => `anna@${domain}`),
      ...TYPED_WRONG.map((typo) => `anna@${typo.typed}`),
      ...TYPOS.map((typo) => `anna@${typo.typed}`),
      ...isEmailCases().map(({ address }) => address),
    ];
    assert.ok(typed.filter(assertAsks).length > 1000);
  });

  test('in random texts, with white space around some of them', () => {
    const random = createRandom(20_261_126);
    const runs = whole ? 1_000_000 : 50_000;
    let seen = 0;
    for (let i = 0; i < runs; i++) {
      const typed = randomAddress(random);
      if (assertAsks(random(4) ? typed : ` ${typed}\n`)) seen++;
    }
    assert.ok(seen > runs / 5, `only ${seen} of ${runs} were addresses`);
  });
});

test('tidying what is tidy changes nothing', () => {
  const piece = fc.constantFrom(...Array.from('ab.@ ,<>"\'()[]{}\\;:!?#＠．　\u200b'), 'mailto:', '\ud800', '?x', 'ﬁ');
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.oneof(text, fc.emailAddress(), fc.string({ unit: 'binary' })), (typed) => {
      const once = tidy(typed).address;
      // For text that is an address, the result is final; for other text, only that nothing is thrown.
      if (/^[^@"<]+@[^@"<]+\.[a-z]+$/.test(once)) assert.equal(tidy(once).address, once);
    }),
    { numRuns: runs(5000, 500) },
  );
});
