import { parse } from 'csv-parse/sync';
import { atOnce } from '../../util/turns.js';
import { isAddressLike } from './address-like.js';
import { dialect, isBlank } from './dialect.js';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Maximum number of rows that are read, by default. */
const SAMPLE_ROWS = 100;

/** A first line by which Excel tells the delimiter. */
const HINT = /^sep=([,;\t|])(?:\r\n|\r|\n)/i;

/** The first rows of a text by a delimiter that are not blank, up to the first fault, which may be the end of the sample. */
export const rowsBy = (delimiter: Delimiter, text: string, count = SAMPLE_ROWS): string[][] => {
  const rows: string[][] = [];
  try {
    parse(text, {
      ...dialect(delimiter),
      to: count,
      on_record: (cells: string[]) => {
        if (!isBlank(cells)) rows.push(cells);
        return null;
      },
    });
  } catch {
    // Read as far as it goes.
  }
  return rows;
};

interface Fit {
  delimiter: Delimiter;
  /** Rows with an address. */
  addresses: number;
  /** Rows of the most frequent width above 1. */
  regular: number;
  width: number;
}

const fitOf = (delimiter: Delimiter, text: string): Fit => {
  const rows = rowsBy(delimiter, text);
  const widths = new Map<number, number>();
  for (const { length } of rows) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width = 1, regular = 0] = [...widths].sort(([, one], [, other]) => other - one)[0] ?? [];
  return { delimiter, addresses: rows.filter((cells) => cells.some(isAddressLike)).length, regular, width };
};

/** The delimiter of a file. */
interface Found {
  /** Null when no row has one, as in a list with one address a line. */
  delimiter: Delimiter | null;
  /** The characters at the start that only name the delimiter. */
  hint: number;
}

/** The steps of `findDelimiter`, each a parsing of the text. */
export function* delimiterSteps(text: string): Generator<void, Found> {
  const hint = HINT.exec(text);
  if (hint !== null) return { delimiter: hint[1] as Delimiter, hint: hint[0].length };
  const fits: Fit[] = [];
  for (const delimiter of DELIMITERS) {
    fits.push(fitOf(delimiter, text));
    yield;
  }
  const [best] = fits.sort(
    (one, other) => other.addresses - one.addresses || other.regular - one.regular || other.width - one.width,
  );
  return { delimiter: best !== undefined && best.regular > 0 ? best.delimiter : null, hint: 0 };
}

/**
 * Finds the delimiter by the first rows: the one that leaves addresses in the most rows, then the one whose rows have most often the same
 * width, then the one with the widest rows.
 * @param text the start of the file.
 */
export const findDelimiter = (text: string): Found => atOnce(delimiterSteps(text));
