import * as crypto from 'node:crypto';
import type { ParsedAddress, ParseFailure } from '../../../address/index.js';
import { caselessMailbox } from '../../../address/mailbox.js';

/** Finds addresses of one list that are the same, or go to the same mailbox. */
export interface Duplicates {
  /**
   * Remembers the row of an address, unless the address came before, be it in other letter case.
   * @param text what is compared of a text that is no address, for which `address` is null.
   * @returns the row in which it came first; undefined when this is the first.
   */
  first: (text: string, address: ParsedAddress | null, row: number) => number | undefined;
  /**
   * Names the group of addresses that one provider delivers to one mailbox.
   * @returns the row in which an address of the mailbox came first, `row` itself when this is the first.
   */
  mailboxGroup: (address: ParsedAddress, row: number) => number;
}

/** 32-bit words of a hash, and of an entry: the hash, and the first row of the text as an address and as a mailbox. */
const WORDS = 3;
const ENTRY = WORDS + 2;
/** Entries for each text: probing stays short. */
const SPACE = 4 / 3;
const MAX_ROW = 0xffff_fffe;

/** SHA-256 as a string. In one call where Node has it (20.12), which takes a quarter of the time. */
const sha256 = (text: string, encoding: 'binary' | 'hex'): string =>
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition
  crypto.hash?.('sha256', text, encoding) ?? crypto.createHash('sha256').update(text).digest(encoding);

const wordAt = (hash: string, at: number): number =>
  (hash.charCodeAt(at) |
    (hash.charCodeAt(at + 1) << 8) |
    (hash.charCodeAt(at + 2) << 16) |
    (hash.charCodeAt(at + 3) << 24)) >>>
  0;

/** 96 bits of a text, in 32-bit words. */
type Words = readonly [number, number, number];

/**
 * Hashes texts with a key, so that nobody can choose texts that meet in a table. It remembers the last text: most
 * addresses are the one text of their mailbox.
 */
const createHasher = (): ((text: string) => Words) => {
  const key = crypto.randomBytes(16).toString('hex');
  let last: string | undefined;
  let words: Words = [0, 0, 0];
  return (text) => {
    if (text === last) return words;
    // A string, since Node makes a Buffer in twice the time of the hash.
    const hash = sha256(key + text, 'binary');
    last = text;
    words = [wordAt(hash, 0), wordAt(hash, 4), wordAt(hash, 8)];
    return words;
  };
};

/** The kinds of texts: 0 is an address, 1 the text of a mailbox. */
type Kind = 0 | 1;

/**
 * Maps hashed texts of both kinds to the row in which they came first: two of a million texts meet with a probability
 * of 10⁻¹⁷. An open hash table with linear probing, 27 bytes for each text of the bound; the system gives the memory
 * only as it fills. One table for both kinds: mostly they have the same text, whose entry is read from memory once.
 * @param bound of the texts of each kind.
 */
const createFirstRows = (bound: number): ((words: Words, kind: Kind, row: number) => number) => {
  const slots = Math.ceil(2 * bound * SPACE) + 1;
  const table = new Uint32Array(slots * ENTRY);
  const sizes = [0, 0];

  return ([a, b, c], kind, row) => {
    let at = Math.floor((a / 2 ** 32) * slots) * ENTRY;
    for (; table[at + WORDS] !== 0 || table[at + WORDS + 1] !== 0; at = at + ENTRY === table.length ? 0 : at + ENTRY)
      if (table[at] === a && table[at + 1] === b && table[at + 2] === c) break;
    const place = at + WORDS + kind;
    const found = table[place] ?? 0;
    if (found !== 0) return found - 1;
    if (sizes[kind] === bound) throw new RangeError(`more than ${bound} different addresses`);
    sizes[kind] = (sizes[kind] ?? 0) + 1;
    table[at] = a;
    table[at + 1] = b;
    table[at + 2] = c;
    table[place] = row + 1;
    return row;
  };
};

/** Hexadecimal digits that name a mailbox: two of a million mailboxes have the same with a probability of 3 · 10⁻⁸. */
const DIGITS = 16;

/**
 * Names the mailbox behind an address by the start of a SHA-256, so that rows of one mailbox are seen. @returns null
 * for a text that is no address.
 */
export const mailboxHash = (address: ParsedAddress | ParseFailure): string | null =>
  address.ok ? sha256(caselessMailbox(address), 'hex').slice(0, DIGITS) : null;

/**
 * Makes the memory for the addresses of one list. Addresses are compared without letter case, texts that are no address
 * as they are.
 * @param bound how many different addresses there may be, such as the number of rows; one more is a RangeError.
 */
export const createDuplicates = ({ bound }: { bound: number }): Duplicates => {
  const hash = createHasher();
  const firstRow = createFirstRows(bound);
  const checked = (row: number): number => {
    if (Number.isInteger(row) && row >= 0 && row <= MAX_ROW) return row;
    throw new RangeError('a row is a whole number from 0');
  };
  return {
    first: (text, address, row) => {
      const found = firstRow(hash(address?.ascii.toLowerCase() ?? text), 0, checked(row));
      return found === row ? undefined : found;
    },
    mailboxGroup: (address, row) => firstRow(hash(caselessMailbox(address)), 1, checked(row)),
  };
};
