import { SUB_STATUSES, type SubStatus } from '../../../protocol/index.js';
import { abstract } from './abstract.js';
import { bouncer } from './bouncer.js';
import { deBounce } from './debounce.js';
import { emailable } from './emailable.js';
import { hunter } from './hunter.js';
import { kickbox } from './kickbox.js';
import { mailgun } from './mailgun.js';
import { millionVerifier } from './millionverifier.js';
import { neverBounce } from './neverbounce.js';
import { recogniseOwn } from './own.js';
import { reacher } from './reacher.js';
import type { ImportedResult, Importer } from './importer.js';
import { columnKey, wordKey, type Column, type Vendor } from './vendor.js';
import { zeroBounce } from './zerobounce.js';

/** The one with the least telling columns last. */
const VENDORS: readonly Vendor[] = [
  zeroBounce,
  reacher,
  mailgun,
  abstract,
  deBounce,
  kickbox,
  bouncer,
  emailable,
  millionVerifier,
  hunter,
  neverBounce,
];

const YES = new Set(['true', 'yes', '1', 'y', 't']);
const NO = new Set(['false', 'no', '0', 'n', 'f']);
/** Codes that explain a failure by themselves: steps that other columns deny were then not tried. */
const CAUSES: readonly SubStatus[] = ['syntax_error', 'mailbox_disabled'];
/** Values that vendors write for a missing suggestion, in lower case. */
const NONE = new Set(['', 'null', 'none', 'false', 'n/a']);

/** Looks up a vendor's word, which may also be the name of a member of every object, such as `constructor`. */
const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** A time with its day, as vendors write it: in UTC unless it says otherwise. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i;

const timeOf = (text = ''): Pick<ImportedResult, 'checked_at'> => {
  const [, day, time = '00:00:00', zone = 'Z'] = TIME.exec(text.trim()) ?? [];
  const at = day === undefined ? NaN : Date.parse(`${day}T${time}${/^[+-]/.test(zone) ? zone : 'Z'}`);
  // A time in the future is not the time of a check.
  return at <= Date.now() ? { checked_at: new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00') } : {};
};

/** The columns of a file, by names whose spaces do not matter: `NeverBounce Result` is `neverbounce result`. */
const columnsOf = (columns: readonly string[]) => {
  const joined = (name: string): string => name.replaceAll(' ', '');
  const keys = columns.map((name) => joined(columnKey(name)));
  /** The position of a column; -1: the file has none. */
  const indexOf = (column: Column | undefined): number =>
    keys.indexOf(column?.map(joined).find((name) => keys.includes(name)) ?? '\0');
  return { indexOf, has: (column: Column): boolean => indexOf(column) >= 0 };
};

type Places = ReturnType<typeof columnsOf>;

const createImporter = (vendor: Vendor, { indexOf }: Places): Importer => {
  const status = indexOf(vendor.status);
  const reason = indexOf(vendor.reason);
  const didYouMean = indexOf(vendor.didYouMean);
  const checkedAt = indexOf(vendor.checkedAt);
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
        ...timeOf(cells[checkedAt]),
      };
    },
  };
};

/**
 * True if the first rows have words of the vendor as their status, or none at all: one of them, or most if the status has
 * a vague name.
 */
const isTold = (vendor: Vendor, { indexOf }: Places, rows: readonly (readonly string[])[]): boolean => {
  const index = indexOf(vendor.status);
  const words = rows.map((cells) => wordKey(cells[index] ?? '')).filter((word) => word !== '');
  const known = words.filter((word) => lookUp(vendor.statuses, word) !== undefined).length;
  const isVague = vendor.vague !== undefined && indexOf(vendor.vague) === index;
  return isVague ? known * 2 > words.length : known > 0 || words.length === 0;
};

/**
 * Recognises a result file by its header: our own, or one of a known vendor.
 * @param columns the header of the file.
 * @param rows its first rows, by which files with columns that others have too are told.
 * @returns undefined for any other file.
 */
export const recogniseResults = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Importer | undefined => {
  const places = columnsOf(columns);
  const { has } = places;
  const vendor = VENDORS.find((one) => has(one.status) && one.marks.every(has) && isTold(one, places, rows));
  return recogniseOwn(columns) ?? (vendor && createImporter(vendor, places));
};

/** Says what is looked for, to somebody whose file is not recognised. */
export const unknownResults = (columns: readonly string[] | null): string => {
  const looked = [
    'our own download (email_verify_status, quality, score, sub_status, …)',
    ...VENDORS.map(({ name, status: [status = ''], marks }) =>
      [`${name} (${[status, ...marks.map(([mark = '']) => mark)].join(', ')})`].join(''),
    ),
  ].join('; ');
  const header = columns === null ? 'The file has no header' : 'The columns of the file are none of a known service';
  return `${header}, so that no verdicts can be taken from it. Looked for were the columns of ${looked}. Send the file as it was downloaded there, or leave import_results out to check each address.`;
};
