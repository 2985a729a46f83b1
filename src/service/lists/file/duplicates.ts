import { createHash, randomBytes } from 'node:crypto';
import { canonicalMailbox, parseAddress } from '../../../address/index.js';

/** Finds addresses of one list that are the same, or go to the same mailbox. */
export interface Duplicates {
  /**
   * Remembers the row of an address, unless the address came before, be it in other letter case.
   * @returns the row in which the address came first; undefined when this is the first.
   */
  first: (email: string, row: number) => number | undefined;
  /**
   * Names the group of addresses that one provider delivers to one mailbox.
   * @param host the best mail host of the domain; `""` when unknown.
   * @returns the row in which an address of the mailbox came first, `row` itself when this is the first.
   */
  mailboxGroup: (email: string, row: number, host?: string) => number;
}

/** 32-bit words of a hash, and of an entry: the hash and the row. */
const WORDS = 4;
const ENTRY = WORDS + 1;
/** Entries for each text: probing stays short. */
const SPACE = 4 / 3;
const MAX_ROW = 0xffff_fffe;

const wordAt = (hash: string, at: number): number =>
  hash.charCodeAt(at) |
  (hash.charCodeAt(at + 1) << 8) |
  (hash.charCodeAt(at + 2) << 16) |
  (hash.charCodeAt(at + 3) << 24);

/**
 * Maps texts to the row in which they came first, by 128 bits of a keyed hash: two of a million texts meet with a
 * probability of 10⁻²⁷. An open hash table with linear probing, 27 bytes for each text of the bound; the system gives
 * the memory only as it fills.
 */
const createFirstRows = (bound: number): ((text: string, row: number) => number) => {
  const slots = Math.ceil(bound * SPACE) + 1;
  const table = new Uint32Array(slots * ENTRY);
  // Nobody can choose texts that meet in the table.
  const key = randomBytes(16).toString('hex');
  const words = new Uint32Array(WORDS);
  let size = 0;

  return (text, row) => {
    // A string, since Node makes a Buffer in twice the time of the hash.
    const hash = createHash('sha256')
      .update(key + text)
      .digest('binary');
    for (let word = 0; word < WORDS; word += 1) words[word] = wordAt(hash, word * 4);
    const [first = 0] = words;
    let at = Math.floor((first / 2 ** 32) * slots) * ENTRY;
    for (; table[at + WORDS] !== 0; at = at + ENTRY === table.length ? 0 : at + ENTRY)
      if (words.every((word, index) => table[at + index] === word)) return (table[at + WORDS] ?? 0) - 1;
    if (size === bound) throw new RangeError(`more than ${bound} different addresses`);
    size += 1;
    table.set(words, at);
    table[at + WORDS] = row + 1;
    return row;
  };
};

/** The one text of the addresses that differ only in letter case: no provider tells them apart. */
const addressKey = (email: string): string => {
  const parsed = parseAddress(email);
  return parsed.ok ? parsed.ascii.toLowerCase() : email;
};

const mailboxKey = (email: string, host: string): string => canonicalMailbox(email, { host }).toLowerCase();

/** Hexadecimal digits that name a mailbox: two of a million mailboxes have the same with a probability of 3 · 10⁻⁸. */
const DIGITS = 16;

/**
 * Names the mailbox behind an address by the start of a SHA-256, so that rows of one mailbox are seen. @returns `""`
 * for a text that is no address.
 */
export const mailboxHash = (email: string): string =>
  parseAddress(email).ok ? createHash('sha256').update(mailboxKey(email, '')).digest('hex').slice(0, DIGITS) : '';

/**
 * Makes the memory for the addresses of one list. Addresses are compared without letter case, texts that are no address
 * as they are.
 * @param bound how many different addresses there may be, such as the number of rows; one more is a RangeError.
 */
export const createDuplicates = ({ bound }: { bound: number }): Duplicates => {
  const byAddress = createFirstRows(bound);
  const byMailbox = createFirstRows(bound);
  const checked = (row: number): number => {
    if (Number.isInteger(row) && row >= 0 && row <= MAX_ROW) return row;
    throw new RangeError('a row is a whole number from 0');
  };
  return {
    first: (email, row) => {
      const found = byAddress(addressKey(email), checked(row));
      return found === row ? undefined : found;
    },
    mailboxGroup: (email, row, host = '') => byMailbox(mailboxKey(email, host), checked(row)),
  };
};
