import { QUALITIES, STATUSES, SUB_STATUSES, type Quality, type Status } from '../../../protocol/index.js';
import { columnKey } from './vendor.js';
import type { ImportedResult, Importer } from './importer.js';

/** The names of our columns that are read, as `columnKey` writes them. */
const NAMES = {
  status: 'email verify status',
  quality: 'quality',
  score: 'score',
  codes: 'sub status',
  didYouMean: 'did you mean',
  mxRecord: 'mx record',
  checkedAt: 'checked at',
} as const;

type Places = Record<keyof typeof NAMES, number>;

/** The places of our columns with one suffix; undefined: they are not all there. */
const placesOf = (keys: readonly string[], suffixes: Record<keyof typeof NAMES, string>): Places | undefined => {
  const names = Object.keys(NAMES) as (keyof typeof NAMES)[];
  const places = Object.fromEntries(
    names.map((name) => [name, keys.lastIndexOf(NAMES[name] + suffixes[name])]),
  ) as Places;
  return names.every((name) => places[name] >= 0) ? places : undefined;
};

/** The suffix of the last column with a name: a file that went through us twice has `score` and `score_2`. */
const lastSuffix = (keys: readonly string[], name: string): string =>
  keys.reduce((last, key) => {
    const [, suffix] = new RegExp(`^${name}( \\d+)?$`).exec(key) ?? [];
    return suffix !== undefined && Number(suffix) > Number(last || '1') ? suffix : last;
  }, '');

const cellOf = (cells: readonly string[], index: number): string =>
  // A spreadsheet would take some cells for a formula: they have a quote before them.
  (cells[index] ?? '').trim().replace(/^'(?=[=+\-@])/, '');

const isOneOf = <T extends string>(words: readonly T[], word: string): word is T =>
  (words as readonly string[]).includes(word);

/** A time as we write it; undefined for any other text. */
const timeOf = (text: string): string | undefined =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;

const readAt = (cells: readonly string[], places: Places): ImportedResult | undefined => {
  const [status, quality] = [cellOf(cells, places.status), cellOf(cells, places.quality)];
  if (!isOneOf<Status>(STATUSES, status) || !isOneOf<Quality>(QUALITIES, quality)) return undefined;
  const codes = cellOf(cells, places.codes).split(/\s+/);
  const score = Number(cellOf(cells, places.score) || NaN);
  const didYouMean = cellOf(cells, places.didYouMean);
  const checkedAt = timeOf(cellOf(cells, places.checkedAt));
  return {
    status,
    quality,
    sub_status: SUB_STATUSES.filter((code) => codes.includes(code)),
    did_you_mean: didYouMean === '' ? null : didYouMean,
    mx_record: cellOf(cells, places.mxRecord),
    ...(score >= 0 && score <= 1 && { score }),
    ...(checkedAt !== undefined && { checked_at: checkedAt }),
  };
};

/**
 * Reads a result file of this service. With several e-mail columns, each has results of its own, named after it.
 * @returns undefined for any other file.
 */
export const recogniseOwn = (columns: readonly string[]): Importer | undefined => {
  const keys = columns.map(columnKey);
  const each = (suffix: string) => Object.fromEntries(Object.keys(NAMES).map((name) => [name, suffix])) as never;
  const last = Object.fromEntries(
    Object.entries(NAMES).map(([name, text]) => [name, lastSuffix(keys, text)]),
  ) as Record<keyof typeof NAMES, string>;
  const common = placesOf(keys, last);
  const own = columns.map(
    (name, index) =>
      placesOf(keys, each(` ${columnKey(name)}`)) ??
      // A column without a name. In a file that went through us twice, the number counts the times.
      (keys.includes(NAMES.status) ? undefined : placesOf(keys, each(` ${index + 1}`))),
  );
  if (common === undefined && own.every((places) => places === undefined)) return undefined;
  return {
    vendor: 'email-verify',
    read: (cells, column) => {
      const places = own[column] ?? common;
      return places && readAt(cells, places);
    },
  };
};
