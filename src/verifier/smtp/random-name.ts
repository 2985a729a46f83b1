import { createHmac, randomBytes } from 'node:crypto';

/** The least number of letters of a name: 32 bits, so that no mailbox has it. */
const LEAST_LETTERS = 10;
/** The least number of digits of a name without letters: longer than telephone and account numbers. */
const LEAST_DIGITS = 16;
/** The greatest length of a name: some servers refuse every longer one. */
const MAX_LENGTH = 20;

const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';

/** Leaves no dot, hyphen or underscore at an end or beside another. */
const tidy = (shape: string): string => shape.replace(/[._-]{2,}/g, '.').replace(/^[._-]|[._-]$/g, '');

/**
 * The shape of a local part: `a` for a letter, `0` for a digit; dots, hyphens and underscores unchanged. Its subaddress
 * is left out. A shape with few letters gets more, or digits if it has no letters.
 */
export const shapeOf = (local: string): string => {
  const shape = tidy(
    local
      .replace(/^"|"$/g, '')
      .replace(/(?<=.)\+.*/su, '')
      .replace(/\p{N}/gu, '0')
      .replace(/[^0._-]/gu, 'a')
      .slice(0, MAX_LENGTH),
  );
  const count = (sign: string): number => shape.split(sign).length - 1;
  if (count('0') > 0 && count('a') === 0) {
    const long = shape + '0'.repeat(Math.max(0, LEAST_DIGITS - count('0')));
    return long.length > MAX_LENGTH ? '0'.repeat(LEAST_DIGITS) : long;
  }
  // The last word grows: `a.aaa` becomes `a.aaaaaaaaa`. Digits make room for it.
  const end = shape.lastIndexOf('a') + 1;
  let long = shape.slice(0, end) + 'a'.repeat(Math.max(0, LEAST_LETTERS - count('a'))) + shape.slice(end);
  while (long.length > MAX_LENGTH && long.includes('0')) long = tidy(long.replace(/0(?=[^0]*$)/, ''));
  return long;
};

/**
 * Creates the function that returns, for a domain, a local part that no mailbox has. It has the length and shape of the
 * asked one, since some servers refuse names that look random or are too long. It is the same for the same domain and
 * shape, so that each retry at a greylisting server asks for the same name.
 * @param secret keys the names; processes that share it ask for the same ones. A random one when unset.
 */
export const createRandomNames = (secret: string | Buffer = randomBytes(32)) => {
  const bytesOf = function* (text: string): Generator<number, never> {
    for (let block = 0; ; block++) yield* createHmac('sha256', secret).update(`${block} ${text}`).digest();
  };
  return (local: string, domain: string): string => {
    const shape = shapeOf(local);
    const bytes = bytesOf(`${domain} ${shape}`);
    let isVowel = false;
    const name = Array.from(shape, (sign) => {
      if (sign !== 'a' && sign !== '0') return sign;
      const letters = sign === '0' ? '0123456789' : isVowel ? VOWELS : CONSONANTS;
      isVowel = sign === 'a' && !isVowel;
      return letters[bytes.next().value % letters.length];
    });
    return name.join('');
  };
};
