import assert from 'node:assert/strict';
import { domainToUnicode } from 'node:url';
import { describe, test } from 'vitest';
import { parseAddress } from '../../src/address/parse.js';
import { whole } from '../support/whole.js';
import { createRandom, randomAddress } from './random.js';

test('random and mutated addresses: never throws, and the normal form of the normal form is itself', () => {
  const random = createRandom(20_261_122);
  let taken = 0;
  const runs = whole ? 500_000 : 20_000;
  for (let i = 0; i < runs; i++) {
    const text = randomAddress(random);
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

/** Removes the quotes of a local part that is a Dot-string without them. */
const bareLocal = (local: string): string => {
  const content = /^"(.*)"$/s.exec(local)?.[1]?.replace(/\\(.)/gs, '$1') ?? local;
  const isBare = content.split('.').every((atom) => atom !== '' && !/[ "(),:;<>@[\\\]]/.test(atom));
  return isBare ? content : `"${content.replace(/["\\]/g, '\\$&')}"`;
};

/** Maps a domain as UTS 46 does: the dots of East Asian keyboards, compatibility forms and letter case. */
const mappedDomain = (domain: string): string =>
  domain
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .replace(/(?<![^.])xn--[^.]+/gi, domainToUnicode)
    .normalize('NFKC')
    .replace(/./gsu, (one) => one.toLowerCase())
    .normalize('NFKC');

test('two texts with one normal form differ only in letter case, widths and dots of the domain, in NFC, and in quotes', () => {
  const random = createRandom(20_261_125);
  const meant = new Map<string, string>();
  let shared = 0;
  const runs = whole ? 300_000 : 10_000;
  const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
  for (let i = 0; i < runs; i++) {
    const typed = randomAddress(random);
    for (const text of [typed, ...forms.map((form) => typed.normalize(form))]) {
      const parsed = parseAddress(text);
      if (!parsed.ok) continue;
      const same = `${bareLocal(parsed.local).normalize()}@${mappedDomain(parsed.domain)}`;
      const other = meant.get(parsed.ascii);
      if (other === undefined) meant.set(parsed.ascii, same);
      else if (other === same) shared++;
      else assert.fail(`${JSON.stringify(text)} is ${parsed.ascii}, as ${other}`);
    }
  }
  assert.ok(shared > runs / 100, `only ${shared} share their normal form`);
});

test('no character beyond ASCII has an ASCII normal form', () => {
  for (let cp = 0x80; cp < 0x110000; cp += whole || cp < 0x3400 ? 1 : 23) {
    const one = String.fromCodePoint(cp);
    if (/[\u3002\uff0e\uff61]/.test(one)) continue;
    for (const typed of [`x${one}y@firm.com`, `"${one}"@firm.com`, `a@x${one}y.com`, `a@${one}.com`]) {
      const parsed = parseAddress(typed);
      if (parsed.ok) assert.match(parsed.ascii, /[^\0-\x7f].*@|xn--/, cp.toString(16));
    }
  }
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
    joiners: (n: number) => `a@${'ه\u200c'.repeat(n / 2 - 3)}ا.com`,
    'joiners after a virama': (n: number) => `${'क्\u200d'.repeat(n / 3 - 3)}@b.com`,
    'joiners and no letter': (n: number) => `a@${'\u200c'.repeat(n - 3)}`,
    'a letter, marks and a joiner': (n: number) =>
      `ه${'\u064b'.repeat(n / 2 - 5)}\u200c${'\u064b'.repeat(n / 2 - 5)}ا@b.com`,
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
      assert.ok(ofLong < 12 * ofShort + 0.1, `${ofShort} ms for ten of 250, ${ofLong} ms for ten of 1,000`);
    });
  }
});
