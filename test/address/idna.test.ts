/**
 * @see https://www.rfc-editor.org/rfc/rfc5891
 * @see https://www.rfc-editor.org/rfc/rfc5895
 */
import assert from 'node:assert/strict';
import { domainToASCII } from 'node:url';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { parseAddress } from '../../src/address/parse.js';
import { whole } from '../support/whole.js';
import { derived } from './rfc5892.js';

/** Maps capitals as UTS 46 does since Unicode 16, in any engine. */
const small = (text: string): string => text.replace(/\p{Lu}/gu, (one) => one.toLowerCase());

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
      else if (property === 'unstable')
        assert.ok([domainToASCII(domain), domainToASCII(small(domain)), ''].includes(host), cp.toString(16));
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

describe('a joiner in a domain', () => {
  for (const [domain, ascii] of [
    ['نامه\u200cای.com', 'xn--mgba3gch31f060k.com'],
    ['نامهای.com', 'xn--mgba3gch31f.com'],
    ['www.نامه\u200cای.ایران', 'www.xn--mgba3gch31f060k.xn--mgba3a4f16a'],
    ['ශ්\u200dරී.lk', 'xn--10cl1a0b660p.lk'],
    ['क्\u200dष.com', 'xn--11b2ezcw70k.com'],
    ['क्\u200cष.com', 'xn--11b2ezcs70k.com'],
    ['بي\u200cبي.com', 'xn--ngba5hb2804a.com'],
    ['അവന്\u200d.com', 'xn--uvc4esb1fu40i.com'],
    ['ل\u200c\u06ed\u06ef.com', 'xn--ghb25aga828w.com'],
    ['A\u094d\u200cB.com', 'xn--ab-fsf604u.com'],
    ['نامه\u200cای。com', 'xn--mgba3gch31f060k.com'],
  ] as const)
    test(`${JSON.stringify(domain)} is ${ascii}`, () => {
      assert.equal(hostOf(domain), ascii);
      assert.equal(hostOf(ascii), ascii);
    });

  for (const [what, domain] of [
    ['between ASCII letters', 'fi\u200crm.com'],
    ['between Greek letters', 'αβ\u200cγ.com'],
    ['between Hebrew letters', 'דנ\u200cה.com'],
    ['between Chinese letters', '例\u200d子.com'],
    ['at the start of a label', '\u200cنامه.com'],
    ['at the end of a label', 'نامه\u200c.com'],
    ['after the dot', 'www.\u200cنامه.com'],
    ['after a letter that does not join to the left', 'دا\u200cنا.com'],
    ['after another joiner', 'نامه\u200c\u200cای.com'],
    ['of the joining kind between joining letters', 'نامه\u200dای.com'],
    ['of the joining kind without a virama', 'क\u200dष.com'],
    ['legal once, and then not', 'क्\u200cषx\u200cy.com'],
    ['between emoji', '👨\u200d👩.com'],
  ] as const)
    test(`is refused ${what}`, () => {
      assert.equal(hostOf(domain), '');
    });
});

test('a capital ẞ is a small one, in every engine', () => {
  assert.equal(hostOf('STRAẞE.de'), 'xn--strae-oqa.de');
  assert.equal(hostOf('straße.de'), 'xn--strae-oqa.de');
  assert.equal(hostOf('STRASSE.de'), 'strasse.de');
});

test('capitals that older tables of UTS 46 refuse are mapped', () => {
  assert.equal(hostOf('ႡႱ.com'), hostOf('ⴁⴑ.com'));
  assert.equal(hostOf('гӀала.com'), hostOf('гӏала.com'));
  assert.equal(hostOf('ΒΌΛΟΣ.com'), 'xn--nxasmq6b.com');
});
