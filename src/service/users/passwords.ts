import { Refusal } from '../../protocol/refusal.js';

/** Bounds of a password, in characters. */
export const PASSWORD = { min: 10, max: 128 } as const;
/** The longest one in UTF-16 units. */
export const MAX_UNITS = 2 * PASSWORD.max;

/** Loads the 49,000 most common passwords, once: @zxcvbn-ts/language-common, MIT. */
let list: Promise<ReadonlySet<string>> | undefined;
const loadList = (): Promise<ReadonlySet<string>> =>
  (list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'])));

const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** Digits and marks that people put around a common word, up to this number, do not make it a good password. */
const MOST_AROUND = 6;
/** The least number of different characters. */
const LEAST_DIFFERENT = 5;

const asWord = (text: string): string => text.replace(/[013457@$]/g, (sign) => LETTERS[sign] ?? sign);

/**
 * The texts of which one in the list makes a password common: itself, what is inside digits and marks, and what was
 * spelt with signs.
 */
const wordsIn = (password: string): string[] => {
  const inner = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const around = password.length - inner.length;
  const words = [password, asWord(password), ...(around <= MOST_AROUND ? [inner, asWord(inner)] : [])];
  const half = password.slice(0, password.length / 2);
  return half.repeat(2) === password ? [...words, half] : words;
};

const names = (email: string): string[] => {
  const [local = '', domain = ''] = email.split('@');
  return [email, local, domain, domain.split('.')[0] ?? ''].filter((name) => name.length >= 4);
};

/** The number of code points. */
const charactersOf = (text: string): number => Array.from(text).length;

/**
 * Finds out why a password should not be used (NIST SP 800-63B §3.1.1.2: length and a list of common ones, no rules about
 * kinds of characters).
 * @param email the user's address, which the password must not be made of.
 * @returns a sentence for its user; null if there is nothing against it.
 */
export const passwordFault = async (password: string, email: string): Promise<string | null> => {
  const { min, max } = PASSWORD;
  const length = charactersOf(password);
  if (length < min || length > max) return `A password has from ${min} to ${max} characters.`;
  const lower = password.normalize('NFKC').toLowerCase();
  const rest = names(email).reduce((text, name) => text.replaceAll(name, ''), lower);
  const common = await loadList();
  if (new Set(lower).size < LEAST_DIFFERENT || wordsIn(lower).some((word) => common.has(word)))
    return 'This password is among the first that are guessed; choose another one, such as four random words.';
  return charactersOf(rest) < min / 2 ? 'A password is not made of the address.' : null;
};

/** @throws Refusal `weak_password`. */
export const checkNewPassword = async (password: string, email: string): Promise<void> => {
  const fault = await passwordFault(password, email);
  if (fault !== null) throw new Refusal('weak_password', fault);
};
