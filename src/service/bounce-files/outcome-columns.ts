/** Columns of a list that tell what became of mail: found by their words, since each provider names them in its own way. */
import type { MailOutcome } from '../mail-outcomes/mail-outcomes.js';

/** The words of exports of mail providers, without spaces and signs. */
const WORDS: Readonly<Record<MailOutcome, string>> = {
  hard_bounce:
    'hardbounce hardbounced hard bounce bounced permanent permanentfailure permanentfail failed undeliverable',
  soft_bounce:
    'softbounce softbounced soft transient temporary temporaryfailure temporaryfail deferred delayed blocked',
  delivered: 'delivered delivery opened open uniqueopened clicked click',
  complaint: 'complaint complained spam spamcomplaint spamreport abuse',
};

const OUTCOMES: ReadonlyMap<string, MailOutcome> = new Map(
  Object.entries(WORDS).flatMap(([outcome, words]) => words.split(' ').map((word) => [word, outcome as MailOutcome])),
);

const wordOf = (text: string): string =>
  text
    .slice(0, 40)
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** The outcome that a cell names; null: it names none. */
export const outcomeIn = (cell: string | undefined): MailOutcome | null => OUTCOMES.get(wordOf(cell ?? '')) ?? null;

/**
 * The position of the column with outcomes: the first that has them in at least half of its filled cells.
 * @param rows the first rows of the list.
 */
export const outcomeColumn = (rows: readonly (readonly string[])[]): number | null => {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  for (let column = 0; column < width; column++) {
    const filled = rows.map((cells) => cells[column] ?? '').filter((cell) => cell.trim() !== '');
    const known = filled.filter((cell) => outcomeIn(cell) !== null);
    if (known.length > 0 && 2 * known.length >= filled.length) return column;
  }
  return null;
};

const TIMES = [
  'at',
  'time',
  'timestamp',
  'eventtime',
  'bouncedat',
  'bouncetime',
  'occurredat',
  'date',
  'createdat',
  'created',
];

/** The position of the column with times, by its name. */
export const timeColumn = (columns: readonly string[] | null): number | null => {
  const names = (columns ?? []).map(wordOf);
  const found = TIMES.map((name) => names.indexOf(name)).find((position) => position >= 0);
  return found ?? null;
};

const DAY_MS = 86_400_000;

/** The time in a cell: ISO 8601, or seconds since 1970. A day is its end: mail of that day was sent before. Null: none. */
export const timeIn = (cell: string | undefined): Date | null => {
  const text = (cell ?? '').trim();
  if (/^\d{10}(?:\.\d+)?$/.test(text)) return new Date(Number(text) * 1000);
  if (!/^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:\d\d)/.test(text) || text.length > 40) return null;
  const isDay = text.length === 10;
  // A time without its offset is taken for UTC.
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d|UTC)$/i.test(text);
  const at = new Date(isDay || hasOffset ? text.replace(/ ?UTC$/i, 'Z') : `${text.replace(' ', 'T')}Z`).getTime();
  if (Number.isNaN(at)) return null;
  return new Date(isDay ? at + DAY_MS - 1 : at);
};
