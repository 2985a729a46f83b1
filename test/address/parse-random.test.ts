import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { parseAddress } from '../../src/address/parse.js';
import { whole } from '../support/whole.js';

/** Repeatable random whole numbers below a bound (xorshift32). */
const createRandom = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
};

/** Addresses of every kind that is taken, to be mutated. */
const SEEDS = [
  'anna.smith+news@mail.firm.com',
  'Anna@FIRM.com',
  '"a b\\"c"@firm.com',
  'jörg@münchen.de',
  'jo\u0308rg@mu\u0308nchen.de',
  '用户@例子。广告',
  'a@xn--mnchen-3ya.de',
  'a@paral·lel.cat',
  'דנה@צה״ל.co.il',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.com`,
];

/** Pieces to insert: parts of addresses, and characters that break addresses. */
const PIECES = [
  ...Array.from('aZ0-._+@"\\ ,;:<>()[]\t\0\x7fßüİıΣςK・·׳́'),
  ...['xn--', '..', '@@', '.com', '。', '．', '｡', '\u200d', '\ufeff', '\ud800', '\udc00', '😀', 'ｆ', '℀', '㏇'],
];

const mutated = (random: (below: number) => number): string => {
  let text = SEEDS[random(SEEDS.length)] ?? '';
  for (let edits = random(4); edits > 0; edits--) {
    const at = random(text.length + 1);
    const piece = random(3) === 0 ? String.fromCodePoint(random(0x110000)) : (PIECES[random(PIECES.length)] ?? '');
    text = text.slice(0, at) + piece + text.slice(at + random(3));
  }
  return text;
};

const randomText = (random: (below: number) => number): string =>
  Array.from({ length: random(12) }, () => PIECES[random(PIECES.length)]).join('');

test('random and mutated addresses: never throws, and the normal form of the normal form is itself', () => {
  const random = createRandom(20_261_122);
  let taken = 0;
  const runs = whole ? 1_000_000 : 50_000;
  for (let i = 0; i < runs; i++) {
    const text = i % 4 === 0 ? `${randomText(random)}@${randomText(random)}.com` : mutated(random);
    const parsed = parseAddress(text);
    if (!parsed.ok) {
      if (parsed.offset < 0 || parsed.offset > text.length) assert.fail(`${JSON.stringify(text)}: ${parsed.offset}`);
      continue;
    }
    taken++;
    const again = parseAddress(parsed.ascii);
    if (!again.ok || again.ascii !== parsed.ascii) assert.fail(`${JSON.stringify(text)} is ${parsed.ascii}`);
    if (`${parsed.local}@${parsed.domain}` !== text) assert.fail(`${JSON.stringify(text)} is in other parts`);
  }
  assert.ok(taken > runs / 5, `only ${taken} of ${runs} were addresses`);
});

describe('the time grows with the length, not with its square', () => {
  for (const [what, text] of Object.entries({
    'letters only': (n: number) => 'a'.repeat(n),
    dots: (n: number) => 'a.'.repeat(n / 2),
    ats: (n: number) => '@'.repeat(n),
    'an open quote': (n: number) => `"${'\\a'.repeat(n / 2)}`,
    'quoted quotes': (n: number) => `"${'\\"'.repeat(n / 2 - 3)}"@a.b`,
    'hyphens in a domain': (n: number) => `a@${'b-'.repeat(n / 2)}`,
    marks: (n: number) => `a${'\u0301'.repeat(n - 5)}@b.c`,
    'marks in a domain': (n: number) => `a@b${'\u0301'.repeat(n - 3)}`,
    'middle dots': (n: number) => `a@${'・'.repeat(n - 3)}漢`,
    'middle dots, a mark that is refused last': (n: number) => `a@${'・'.repeat(n - 3)}!`,
    'labels of middle dots': (n: number) => `a@${'・.'.repeat(n / 2)}`,
    'Hebrew marks': (n: number) => `a@${'א״'.repeat(n / 2)}`,
    'Catalan dots': (n: number) => `a@${'l·'.repeat(n / 2)}`,
    punycode: (n: number) => `a@${'xn--'.repeat(n / 4)}.com`,
    'labels that are not ASCII': (n: number) => `a@${'ü.'.repeat(n / 2)}com`,
  })) {
    test(what, () => {
      const [short, long] = [text(250), text(1000)];
      const tenOf = (typed: string): number => {
        const started = performance.now();
        for (let j = 0; j < 10; j++) parseAddress(typed);
        return performance.now() - started;
      };
      for (let i = 0; i < 30; i++) tenOf(long);
      let [ofShort, ofLong] = [Infinity, Infinity];
      // In turn: what slows the machine down for a while slows both.
      for (let i = 0; i < 60; i++) {
        ofShort = Math.min(ofShort, tenOf(short));
        ofLong = Math.min(ofLong, tenOf(long));
      }
      // Four times as long: sixteen times the time would be its square. The constant is the timer's grain.
      assert.ok(ofLong < 9 * ofShort + 0.1, `${ofShort} ms for ten of 250, ${ofLong} ms for ten of 1,000`);
    });
  }
});
