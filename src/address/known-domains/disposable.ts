import type { SubStatus } from '../../protocol/index.js';
import file from './disposable-names.json' with { type: 'json' };

/** Concatenated names of the same length, by that length. */
type Texts = Readonly<Record<number, string>>;

/** A list of disposable domains. */
export interface DisposableNames {
  /**
   * The names by their ending and by the length of the rest, sorted and concatenated, so that neither an index nor a
   * string for each name must be created.
   */
  readonly names: Readonly<Record<string, Texts>>;
  /**
   * The strengths of the names, in the same order, three in a character. Missing for names that only one author lists.
   */
  readonly strengths: Readonly<Record<string, Texts>>;
}

/** The list of this release. `npm run lists` writes the file; SOURCES.md describes its sources. */
export const RELEASED_NAMES: DisposableNames = file;

let names: ReadonlyMap<string, Texts> = new Map(Object.entries(file.names));
let strengths: ReadonlyMap<string, Texts> = new Map(Object.entries(file.strengths));

/** Takes another list in place of the one of this release, for the whole process. */
export const setDisposableNames = (list: DisposableNames): void => {
  names = new Map(Object.entries(list.names));
  strengths = new Map(Object.entries(list.strengths));
};

/** 0: on no list; 1: listed by one author; 2: also supported by evidence; 3: listed by two authors. */
type Strength = 0 | 1 | 2 | 3;

/** The endings that were given away for free. A label under `*` in the file is listed under each of them. */
const GIVEN_AWAY: ReadonlySet<string> = new Set(['cf', 'ga', 'gq', 'ml', 'tk']);

/** Finds a part of a text, from `from`, in a list of names of one length, by binary search; -1 if it is missing. */
const placeOf = (list: string, text: string, from: number, length: number): number => {
  let low = 0;
  let high = list.length / length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    let i = 0;
    let difference = 0;
    while (difference === 0 && i < length) {
      difference = text.charCodeAt(from + i) - list.charCodeAt(middle * length + i);
      i++;
    }
    if (difference === 0) return middle;
    if (difference < 0) high = middle;
    else low = middle + 1;
  }
  return -1;
};

const strengthAt = (text: string | undefined, place: number): Strength =>
  text === undefined ? 1 : ((((text.charCodeAt(Math.floor(place / 3)) - 48) >> (2 * (place % 3))) & 3) as Strength);

/** The greatest strength of a domain, which ends at `end`, and of its parents, among the names of one ending. */
const strengthUnder = (ending: string, domain: string, end: number): Strength => {
  let strength: Strength = 0;
  const lists = names.get(ending);
  if (lists === undefined) return strength;
  for (let from = 0; from < end; from = domain.indexOf('.', from) + 1) {
    const length = end - from;
    const list = lists[length];
    const place = list === undefined ? -1 : placeOf(list, domain, from, length);
    if (place < 0) continue;
    const found = strengthAt(strengths.get(ending)?.[length], place);
    if (found > strength) strength = found;
  }
  return strength;
};

/** The greatest strength of a domain (in lower-case ASCII) and of its parents. */
const strengthOf = (domain: string): Strength => {
  const end = domain.lastIndexOf('.');
  const ending = domain.slice(end + 1);
  const strength = strengthUnder(ending, domain, end);
  if (!GIVEN_AWAY.has(ending)) return strength;
  const many = strengthUnder('*', domain, end);
  return many > strength ? many : strength;
};

/** True if two authors list a domain (in lower-case ASCII), or one of its parents, as a disposable provider's. */
export const isAgreed = (domain: string): boolean => strengthOf(domain) === 3;

/** True if two authors list a domain (in lower-case ASCII), or one of its parents, or one does and evidence supports it. */
export const isDisposable = (domain: string): boolean => strengthOf(domain) >= 2;

/**
 * The code for a domain (in lower-case ASCII): `possible_disposable` if only one author lists it or one of its parents.
 */
export const disposableCodeOf = (
  domain: string,
): Extract<SubStatus, 'disposable' | 'possible_disposable'> | undefined => {
  const strength = strengthOf(domain);
  if (strength === 0) return undefined;
  return strength === 1 ? 'possible_disposable' : 'disposable';
};
