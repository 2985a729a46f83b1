import assert from 'node:assert/strict';
import { domainToASCII } from 'node:url';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { parseAddress } from '../../src/address/parse.js';
import { whole } from '../support/whole.js';

const inside = (cp: number, ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([from, to]) => cp >= from && cp <= to);

/** RFC 5892 §2.6. */
const PVALID = [0xdf, 0x3c2, 0x6fd, 0x6fe, 0xf0b, 0x3007];
const CONTEXTO = [0xb7, 0x375, 0x5f3, 0x5f4, 0x30fb];
const DISALLOWED = [0x640, 0x7fa, 0x302e, 0x302f, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303b];
/** RFC 5892 §2.4 (combining marks for symbols, musical symbols) and §2.9 (old Hangul jamo). */
const IGNORED_BLOCKS = [
  [0x20d0, 0x20ff],
  [0x1d100, 0x1d24f],
] as const;
const JAMO = [
  [0x1100, 0x11ff],
  [0xa960, 0xa97f],
  [0xd7b0, 0xd7ff],
] as const;

/** toCaseFold: the small letter of the capital, except in Cherokee, which folds to capitals. */
const folded = (text: string): string =>
  text.replace(/./gsu, (one) => {
    const capital = one.toUpperCase();
    return /\p{Script=Cherokee}/u.test(one) ? capital : capital.toLowerCase();
  });

/** The property that RFC 5892 §3 derives for a code point, by this engine's Unicode tables. */
const derived = (cp: number): 'pvalid' | 'context' | 'unstable' | 'disallowed' => {
  const text = String.fromCodePoint(cp);
  if (PVALID.includes(cp)) return 'pvalid';
  if (CONTEXTO.includes(cp) || cp === 0x200c || cp === 0x200d) return 'context';
  if (DISALLOWED.includes(cp)) return 'disallowed';
  if (folded(text.normalize('NFKC')).normalize('NFKC') !== text) return 'unstable';
  if (/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u.test(text)) return 'disallowed';
  if (inside(cp, IGNORED_BLOCKS) || inside(cp, JAMO)) return 'disallowed';
  return /[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]/u.test(text) ? 'pvalid' : 'disallowed';
};

const hostOf = (domain: string): string => {
  const parsed = parseAddress(`a@${domain}`);
  return parsed.ok ? parsed.ascii.slice(2) : '';
};

describe('every code point in a domain', () => {
  const seen = { pvalid: 0, context: 0, unstable: 0, disallowed: 0 };

  test('is taken or refused by RFC 5892, and written as UTS 46 writes it', () => {
    for (let cp = 0x80; cp < 0x110000; cp += whole || cp < 0x3100 ? 1 : 41) {
      if (cp >= 0xd800 && cp < 0xe000) continue;
      const text = String.fromCodePoint(cp);
      // A mark needs a letter before it.
      const domain = `${/\p{M}/u.test(text) ? 'a' : ''}${text}.com`;
      if (['\u3002', '\uff0e', '\uff61'].includes(text)) continue;
      const property = derived(cp);
      const host = hostOf(domain);
      seen[property]++;
      // Its tables may be of an older Unicode than those of the regular expressions.
      if (property === 'pvalid') assert.equal(host, domainToASCII(domain), cp.toString(16));
      // Capitals and compatibility forms are mapped first (RFC 5895), unless they would become ASCII.
      else if (property === 'unstable') assert.ok(host === '' || host === domainToASCII(domain), cp.toString(16));
      else assert.equal(host, '', cp.toString(16));
    }
    assert.ok(Math.min(...Object.values(seen)) >= 5, JSON.stringify(seen));
  });
});

test('agrees with UTS 46 on random labels of what IDNA2008 allows', () => {
  const allowed: string[] = [];
  for (let cp = 0x61; cp < (whole ? 0x110000 : 0x3400); cp++)
    if ((cp < 0xd800 || cp > 0xdfff) && derived(cp) === 'pvalid') allowed.push(String.fromCodePoint(cp));
  // Most of them are Han and Hangul: the other scripts come as often as these.
  const few = allowed.filter((one) => one < '\u2e80');
  const from = (list: string[]) => fc.nat(list.length - 1).map((i) => list[i]!);
  const one = fc.oneof(from(few), from(allowed), fc.constantFrom('a', 'b', '1'));
  const label = fc.array(one, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  let taken = 0;
  fc.assert(
    fc.property(label, label, (a, b) => {
      const domain = `${a}.${b}.com`;
      const host = domainToASCII(domain);
      // Labels that begin with a mark, or are too long, are refused by us before they are read.
      if (/(^|\.)\p{M}/u.test(domain) || host.split('.').some(({ length }) => length > 63)) return;
      assert.equal(hostOf(domain), host);
      if (host !== '') taken++;
    }),
    { numRuns: whole ? 200_000 : 5000 },
  );
  assert.ok(taken > 500, `only ${taken} were domains`);
});

describe('punctuation, and a hyphen, in their places', () => {
  for (const [domain, taken] of [
    ['-ü.com', false],
    ['ü-.com', false],
    ['x.ü-', false],
    ['ü-x.com', true],
    ['paral·lel.cat', true],
    ['PARAL·LEL.cat', true],
    ['l·x.cat', false],
    ['x·l.cat', false],
    ['·l.cat', false],
    ['l·.cat', false],
    ['l·l·l.cat', true],
    ['\u0375α.gr', true],
    ['α\u0375.gr', false],
    ['\u0375a.gr', false],
    ['צה״ל.co.il', true],
    ['ג׳.co.il', true],
    ['״א.co.il', false],
    ['テスト・メール.jp', true],
    ['a・テスト.jp', true],
    ['・・漢.jp', true],
    ['テスト・.jp', true],
    ['a・b.jp', false],
    ['例え.a・b', false],
    ['a・b.例え', false],
    ['・.例え', false],
  ] as const) {
    test(`${domain} is ${taken ? 'taken' : 'refused'}`, () => {
      assert.equal(hostOf(domain), taken ? domainToASCII(domain) : '');
    });
  }
});
