import { SUB_STATUSES, type SubStatus, type Verdict } from '../../../protocol/index.js';
import { bouncer } from './bouncer.js';
import { emailable } from './emailable.js';
import { kickbox } from './kickbox.js';
import { neverBounce } from './neverbounce.js';
import { reacher } from './reacher.js';
import { columnKey, wordKey, type Column, type Vendor } from './vendor.js';
import { zeroBounce } from './zerobounce.js';

/** A verdict of a vendor in our words. */
export type ImportedResult = Omit<Verdict, 'email' | 'sub_status'> & { sub_status: SubStatus[] };

/** Reads the rows of a vendor's result file. */
export interface Importer {
  /** The vendor's name. */
  vendor: string;
  /** Undefined for a row without a verdict, or with a status that is not known. */
  read: (cells: readonly string[]) => ImportedResult | undefined;
}

/** The one with the least telling columns last. */
const VENDORS: readonly Vendor[] = [zeroBounce, reacher, kickbox, bouncer, emailable, neverBounce];

const YES = new Set(['true', 'yes', '1', 'y', 't']);
const NO = new Set(['false', 'no', '0', 'n', 'f']);
/** Codes that say why by themselves: what other columns deny was not tried then. */
const CAUSES: readonly SubStatus[] = ['syntax_error', 'mailbox_disabled'];
/** Values that vendors write in place of a suggestion if there is none, in lower case. */
const NONE = new Set(['', 'null', 'none', 'false', 'n/a']);

/** A word of a vendor, which need not be one of a table's: `constructor` is in none. */
const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

const createImporter = (vendor: Vendor, keys: readonly string[]): Importer => {
  const indexOf = (column: Column | undefined): number =>
    keys.indexOf(column?.find((name) => keys.includes(name)) ?? '\0');
  const status = indexOf(vendor.status);
  const reason = indexOf(vendor.reason);
  const didYouMean = indexOf(vendor.didYouMean);
  const flags = (vendor.flags ?? []).map(([column, code]) => [indexOf(column), code] as const);
  const denials = (vendor.denials ?? []).map(([column, of, code]) => [indexOf(column), of, code] as const);

  return {
    vendor: vendor.name,
    read: (cells) => {
      const word = (index: number): string => wordKey(cells[index] ?? '');
      const meaning = lookUp(vendor.statuses, word(status));
      if (meaning === undefined) return undefined;
      const [ours, quality, ...said] = meaning;
      const denied = denials.find(([index, of]) => of === ours && NO.has(word(index)));
      const found = [
        ...said,
        ...(lookUp(vendor.reasons ?? {}, word(reason)) ?? []),
        ...flags.filter(([index]) => YES.has(word(index))).map(([, code]) => code),
      ];
      if (denied && !CAUSES.some((code) => found.includes(code))) found.push(denied[2]);
      const suggestion = cells[didYouMean]?.trim() ?? '';
      return {
        status: ours,
        quality: ours === 'risky' && found.includes('disposable') ? 'unsafe' : quality,
        sub_status: SUB_STATUSES.filter((code) => found.includes(code)),
        did_you_mean: NONE.has(suggestion.toLowerCase()) ? null : suggestion,
      };
    },
  };
};

/**
 * Recognises the result file of ZeroBounce, NeverBounce, Kickbox, Bouncer, Emailable or Reacher by its header.
 * @param columns the header of the file.
 * @returns undefined for any other file.
 */
export const recogniseResults = (columns: readonly string[]): Importer | undefined => {
  const keys = columns.map(columnKey);
  const has = (column: Column): boolean => column.some((name) => keys.includes(name));
  const vendor = VENDORS.find(({ status, marks }) => has(status) && marks.every(has));
  return vendor && createImporter(vendor, keys);
};
