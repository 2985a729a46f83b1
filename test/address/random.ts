/** Repeatable random whole numbers below a bound (xorshift32). */
export const createRandom = (seed: number): ((below: number) => number) => {
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
  'علی\u200cرضا@نامه\u200cای.ایران',
  'ශ්\u200dරී@ශ්\u200dරී.lk',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.com`,
];

/** Pieces to insert: parts of addresses, and characters that break addresses. */
const PIECES = [
  ...Array.from('aZ0-._+@"\\ ,;:<>()[]\t\0\x7fßüİıΣςK・·׳́'),
  ...[
    'xn--',
    '..',
    '@@',
    '.com',
    '。',
    '．',
    '｡',
    '\u200c',
    '\u200d',
    '\ufeff',
    '\ud800',
    '\udc00',
    '😀',
    'ｆ',
    '℀',
    '㏇',
  ],
  ...[
    '\u037e',
    '\u1fef',
    '\u212a',
    '\u212b',
    '\u0338',
    '≠',
    'e\u0301',
    'é',
    'ẞ',
    '्',
    'ب',
    'ا',
    '’',
    '‘',
    'ʼ',
    '“',
    '•',
    '＠',
  ],
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

/** A text that is an address in about two of five cases, and nearly one in the others. */
export const randomAddress = (random: (below: number) => number): string =>
  random(4) === 0 ? `${randomText(random)}@${randomText(random)}.com` : mutated(random);
