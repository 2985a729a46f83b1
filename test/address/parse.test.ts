/**
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2
 * @see https://www.rfc-editor.org/rfc/rfc6531#section-3.3
 * @see https://www.rfc-editor.org/rfc/rfc8265
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { parseAddress } from '../../src/address/parse.js';
import { runs } from '../support/whole.js';

const asciiOf = (text: string): string => {
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.ascii : assert.fail(`${JSON.stringify(text)} was refused at ${parsed.offset}`);
};

const offsetOf = (text: string): number => {
  const parsed = parseAddress(text);
  return parsed.ok ? assert.fail(`${JSON.stringify(text)} was taken`) : parsed.offset;
};

describe('an address that is taken', () => {
  test('comes back in its parts as typed, and whole in one normal form', () => {
    assert.deepEqual(parseAddress('Anna.Smith+news@Mail.Firm.COM'), {
      ok: true,
      local: 'Anna.Smith+news',
      domain: 'Mail.Firm.COM',
      ascii: 'Anna.Smith+news@mail.firm.com',
    });
  });

  for (const [text, ascii] of [
    ['jörg@münchen.de', 'jörg@xn--mnchen-3ya.de'],
    ['jo\u0308rg@mu\u0308nchen.de', 'jörg@xn--mnchen-3ya.de'],
    ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
    ['a@MÜNCHEN.de', 'a@xn--mnchen-3ya.de'],
    ['a@faß.de', 'a@xn--fa-hia.de'],
    ['a@คำ.ไทย', 'a@xn--42c6g8c.xn--o3cw4h'],
    ['a@XN--MNCHEN-3YA.de', 'a@xn--mnchen-3ya.de'],
    ["!#$%&'*+-/=?^_`{|}~@firm.com", "!#$%&'*+-/=?^_`{|}~@firm.com"],
    ['a@ab--c.com', 'a@ab--c.com'],
    ['a@123.com', 'a@123.com'],
    ['👋@firm.com', '👋@firm.com'],
    ['a@firm．com', 'a@firm.com'],
    ['a@例子。广告', 'a@xn--fsqu00a.xn--4rr70v'],
    ['a@mail｡firm.com', 'a@mail.firm.com'],
    ['a@mail。Firm．co｡uk', 'a@mail.firm.co.uk'],
    ['a@xn--mnchen-3ya。de', 'a@xn--mnchen-3ya.de'],
    ['a@ab--c。com', 'a@ab--c.com'],
    ['a@1。2', 'a@1.2'],
    ['علی\u200cرضا@ایمیل.ایران', 'علی\u200cرضا@xn--mgb2dc35cb.xn--mgba3a4f16a'],
    ['علی\u200cرضا@firm.com', 'علی\u200cرضا@firm.com'],
    ['می\u200cخواهم\u200cش@firm.com', 'می\u200cخواهم\u200cش@firm.com'],
    ['anna@نامه\u200cای.com', 'anna@xn--mgba3gch31f060k.com'],
    ['anna@ශ්\u200dරී.lk', 'anna@xn--10cl1a0b660p.lk'],
    ['ශ්\u200dරී.x@firm.com', 'ශ්\u200dරී.x@firm.com'],
    ['അവന്\u200d@firm.com', 'അവന്\u200d@firm.com'],
    ['कि्\u200cष@firm.com', 'कि्\u200cष@firm.com'],
    ['پِ\u200cا@firm.com', 'پِ\u200cا@firm.com'],
    ['"علی\u200cرضا x"@firm.com', '"علی\u200cرضا x"@firm.com'],
    ['"علی\u200cرضا"@firm.com', 'علی\u200cرضا@firm.com'],
    ['\u212bke@firm.com', 'Åke@firm.com'],
    ['A\u030ake@firm.com', 'Åke@firm.com'],
    ['=\u0338@firm.com', '≠@firm.com'],
    ['’t.hooft@firm.nl', '’t.hooft@firm.nl'],
    ['a@한국.kr'.normalize('NFD'), 'a@xn--3e0b707e.kr'],
    ['a@xn--ls8h.la', 'a@xn--ls8h.la'],
  ] as const) {
    test(`${text} is ${ascii}`, () => {
      assert.equal(asciiOf(text), ascii);
    });
  }

  test('keeps the quotes of a local part only where it needs them', () => {
    assert.equal(asciiOf('"anna smith"@firm.com'), '"anna smith"@firm.com');
    assert.equal(asciiOf('"a\\"@b"@firm.com'), '"a\\"@b"@firm.com');
    assert.equal(asciiOf('"a..b"@firm.com'), '"a..b"@firm.com');
    assert.equal(asciiOf('""@firm.com'), '""@firm.com');
    assert.equal(asciiOf('"anna"@firm.com'), 'anna@firm.com');
    assert.equal(asciiOf('"\\a\\nna"@firm.com'), 'anna@firm.com');
    assert.equal(asciiOf('"\\"a\\""@firm.com'), '"\\"a\\""@firm.com');
  });
});

describe('an address that is refused', () => {
  for (const [what, text, offset] of [
    ['nothing', '', 0],
    ['no @', 'anna', 4],
    ['no local part', '@firm.com', 0],
    ['no domain', 'anna@', 5],
    ['a single-label domain', 'anna@localhost', 14],
    ['an IPv4 literal', 'anna@[127.0.0.1]', 5],
    ['an IPv6 literal', 'anna@[IPv6:::1]', 5],
    ['a dot at the start', '.anna@firm.com', 0],
    ['a dot at the end of the local part', 'anna.@firm.com', 4],
    ['two dots', 'anna..b@firm.com', 4],
    ['a dot at the end of the domain', 'anna@firm.com.', 13],
    ['an empty label', 'anna@firm..com', 9],
    ['a label that begins with a hyphen', 'anna@-firm.com', 5],
    ['a label that ends with a hyphen', 'anna@firm-.com', 9],
    ['a comment', 'anna(home)@firm.com', 4],
    ['a space', 'anna smith@firm.com', 4],
    ['folding white space', 'anna@firm\r\n .com', 9],
    ['an underscore in the domain', 'anna@fi_rm.com', 7],
    ['a second @', 'anna@home@firm.com', 4],
    ['an open quote', '"anna@firm.com', 0],
    ['text after a quoted part', '"anna"smith@firm.com', 6],
    ['a percent-encoded domain', 'anna@fi%72m.com', 7],
    ['a port', 'anna@firm.com:25', 13],
    ['a path', 'anna@firm.com/x', 13],
    ['a backslash', 'anna@firm.com\\x', 13],
    ['user and password in the domain', 'anna:x@y:z@firm.com', 4],
    ['a tab that a URL would drop', 'anna@fi\trm.com', 7],
    ['punycode that says nothing', 'anna@xn--zz.com', 5],
    ['full-width letters in the domain', 'anna@ｆirm.com', 5],
    ['a character that becomes a slash', 'anna@firm℀.com', 5],
    ['a character that becomes a dot', 'anna@firm㏇com', 5],
    ['curly quotes around it', '“anna@firm.com”', 6],
    ['a check mark after it', 'anna@firm.com✓', 5],
    ['a dash that is no hyphen', 'anna@firm–x.com', 5],
    ['a full-width dot at the end', 'anna@firm.com。', 13],
    ['a bullet after it', 'anna@firm.com·', 5],
    ['a Hebrew quotation mark after it', 'anna@firm.com״', 5],
    ['a katakana middle dot after it', 'anna@firm.com・', 5],
    ['a combining mark at the start', '\u0301anna@firm.com', 0],
    ['a combining mark after a dot', 'anna.\u0301x@firm.com', 4],
    ['a combining mark after the @', 'anna@\u0301firm.com', 4],
    ['a combining mark at the start of a later label', 'anna@firm.\u0301com', 9],
    ['a combining mark after a full-width dot', 'anna@firm。\u0301com', 9],
    ['capitals that become ASCII', 'anna@𝐟irm.com', 5],
    ['a NUL', 'an\0na@firm.com', 2],
    ['a DEL', 'an\x7fna@firm.com', 2],
    ['a zero-width space', 'an\u200bna@firm.com', 2],
    ['a soft hyphen in the domain', 'anna@fi\u00adrm.com', 7],
    ['a bidi override', 'an\u202ena@firm.com', 2],
    ['a no-break space', 'an\u00a0na@firm.com', 2],
    ['a no-break space in quotes', '"an\u00a0na"@firm.com', 3],
    ['a Hangul filler', 'an\u3164na@firm.com', 2],
    ['a variation selector', 'an\ufe0fna@firm.com', 2],
    ['a blank braille cell', 'an\u2800na@firm.com', 2],
    ['a private-use character', 'an\ue000na@firm.com', 2],
    ['a character whose normal form is no part of an address', 'an\u037ena@firm.com', 2],
    ['a Greek varia, whose normal form is a backtick', 'an\u1fefna@firm.com', 2],
    ['a Kelvin sign, whose normal form is a K', '\u212aarl@firm.com', 0],
    ['a Kelvin sign in quotes', '"\u212a arl"@firm.com', 1],
    ['a Kelvin sign in the domain', 'anna@\u212aarl.com', 5],
    ['a joiner between ASCII letters', 'an\u200dna@firm.com', 2],
    ['a non-joiner between ASCII letters', 'an\u200cna@firm.com', 2],
    ['a non-joiner between Latin letters', 'jö\u200cörg@firm.com', 2],
    ['a non-joiner between Hebrew letters', 'דנ\u200cה@firm.com', 2],
    ['a non-joiner at the start', '\u200cعلی@firm.com', 0],
    ['a non-joiner before a dot', 'علی\u200c.رضا@firm.com', 3],
    ['a non-joiner before the @', 'علی\u200c@firm.com', 3],
    ['a non-joiner in the domain, after a legal one', 'علی\u200cرضا@fi\u200crm.com', 10],
    ['two non-joiners', 'علی\u200c\u200cرضا@firm.com', 3],
    ['a non-joiner after a letter that does not join', 'دعا\u200cگو@firm.com', 3],
    ['a non-joiner before a digit', 'علی\u200c۲@firm.com', 3],
    ['a joiner between letters that join', 'علی\u200dرضا@firm.com', 3],
    ['a joiner between emoji', '👨\u200d👩@firm.com', 2],
    ['an unassigned character', 'an\u0378na@firm.com', 2],
    ['a replacement character, which stands for lost text', 'an\ufffdna@firm.com', 2],
    ['a lone surrogate', 'an\ud800na@firm.com', 2],
    ['a lone surrogate in the domain', 'anna@fi\udc00rm.com', 7],
  ] as const) {
    test(`${what}, at ${offset}`, () => {
      assert.equal(offsetOf(text), offset);
    });
  }
});

describe('the limits, in octets', () => {
  const domain = (length: number): string => `${`${'b'.repeat(49)}.`.repeat(5).slice(0, length - 4)}.com`;

  test('64 for the local part, whatever the script', () => {
    assert.ok(parseAddress(`${'a'.repeat(64)}@firm.com`).ok);
    assert.equal(offsetOf(`${'a'.repeat(65)}@firm.com`), 65);
    assert.ok(parseAddress(`${'ü'.repeat(32)}@firm.com`).ok);
    assert.equal(offsetOf(`${'ü'.repeat(33)}@firm.com`), 33);
    assert.equal(offsetOf(`"${'a'.repeat(63)}"@firm.com`), 65);
  });

  test('63 for a label, counted in its ASCII form', () => {
    assert.ok(parseAddress(`a@${'b'.repeat(63)}.com`).ok);
    assert.equal(offsetOf(`a@${'b'.repeat(64)}.com`), 65);
    assert.equal(parseAddress(`a@${'ü'.repeat(80)}.com`).ok, false);
  });

  test('254 in all', () => {
    assert.equal(`aaa@${domain(250)}`.length, 254);
    assert.ok(parseAddress(`aaa@${domain(250)}`).ok);
    assert.equal(offsetOf(`aaaa@${domain(250)}`), 255);
  });

  test('a text of any length is answered at once', () => {
    for (const text of [
      'a'.repeat(1e6),
      '@'.repeat(1e6),
      `"${'\\'.repeat(1e6)}`,
      `a@${'b-'.repeat(5e5)}`,
      'a.'.repeat(499),
    ]) {
      const times = Array.from({ length: 3 }, () => {
        const started = performance.now();
        assert.equal(parseAddress(text).ok, false);
        return performance.now() - started;
      });
      assert.ok(Math.min(...times) < 500);
    }
  });
});

describe('whatever is typed', () => {
  /** Pieces that addresses and attacks are made of, so that many of the texts are taken. */
  const piece = fc.constantFrom(
    ...[
      'a',
      'B',
      '1',
      '-',
      '_',
      '+',
      '.',
      '@',
      '"',
      '\\',
      ' ',
      'ü',
      'u\u0308',
      '例',
      'xn--',
      '.com',
      'firm',
      '％',
      '。',
      '\u200d',
      '\ud800',
      '٠',
      'א',
    ],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc
      .tuple(fc.array(piece, { maxLength: 5 }), fc.array(piece, { maxLength: 5 }))
      .map(([a, b]) => `${a.join('')}@${b.join('')}.com`),
    fc.emailAddress(),
  );

  test('it never throws, and an offset lies inside the text', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const parsed = parseAddress(typed);
        if (!parsed.ok) assert.ok(parsed.offset >= 0 && parsed.offset <= typed.length);
      }),
      { numRuns: runs(5000, 600) },
    );
  });

  test('the normal form is an address, and its own normal form', () => {
    let taken = 0;
    fc.assert(
      fc.property(text, (typed) => {
        const parsed = parseAddress(typed);
        if (!parsed.ok) return;
        taken++;
        assert.equal(asciiOf(parsed.ascii), parsed.ascii);
        assert.match(parsed.ascii.slice(parsed.ascii.lastIndexOf('@') + 1), /^[a-z\d-]+(\.[a-z\d-]+)+$/);
        assert.equal(`${parsed.local}@${parsed.domain}`, typed);
      }),
      { numRuns: runs(5000, 600) },
    );
    assert.ok(taken > 50, `only ${taken} of the texts were addresses`);
  });
});
