import { isAddressLike } from '../../../address/list-file/address-like.js';
import { readCell } from '../../../address/list-file/cell.js';
import type { ListWarning } from './warnings.js';

/** Cells that are looked at, and how many of them must have the character. */
const CELLS = 1000;
const SHARE = 0.6;

/** Characters that hardly any address has, and files have between their columns. */
const ODD = /[^\p{L}\p{N}\p{M}\p{Z}.\-_+'@<>]/gu;

/** Counts a character in a text. */
const timesIn = (text: string, character: string): number => text.split(character).length - 1;

/**
 * Finds a character that most addresses have as often as each other, outside of quotes: then it stands between columns,
 * as in `600}a@b.org`.
 * @returns null if there is none.
 */
const oddCharacter = (cells: readonly string[]): string | null => {
  // Typographic quotes, and other marks around an address, are no part of it.
  const addresses = cells
    .filter((cell) => isAddressLike(cell) && !cell.includes('"') && !/mailto:/iu.test(cell))
    .map((cell) => readCell(cell).email);
  if (addresses.length < 2) return null;
  const counts = new Map<string, number>();
  for (const address of addresses)
    for (const character of new Set(address.match(ODD) ?? [])) {
      const key = `${character}${timesIn(address, character)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  for (const [key, count] of counts) if (count >= addresses.length * SHARE) return Array.from(key)[0] ?? null;
  return null;
};

const shown = (character: string): string =>
  /\p{C}/u.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase()}`
    : `"${character}"`;

/**
 * Finds out if the cells of the column with the addresses look like several columns in one.
 * @param cells of that column, in the first rows.
 */
export const wrongDelimiter = (cells: readonly string[]): ListWarning | undefined => {
  const character = oddCharacter(cells.slice(0, CELLS));
  if (character === null) return undefined;
  return {
    code: 'wrong_delimiter?',
    detail: `Most addresses have ${shown(character)} in them. If it stands between columns, send the list with delimiter=${/\p{C}/u.test(character) ? 'that character' : character}, or save it with commas.`,
  };
};
