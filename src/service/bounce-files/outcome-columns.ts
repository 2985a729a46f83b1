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

/** The names of columns with times, without spaces and accents, those that mean the event itself before a mere date. */
const TIMES = (
  'at time timestamp eventtime eventdate bouncedat bouncetime bouncedate lastbounce occurredat senttime sentat datetime ' +
  // German, Dutch, Nordic, Finnish, Estonian.
  'zeitpunkt zeitstempel uhrzeit zeit tijdstip tijd tidpunkt tidspunkt tid aika aikaleima aeg ' +
  // French, Spanish, Italian, Portuguese.
  'horodatage heure dateheure dateetheure fechayhora fechahora hora marcadetiempo dataeora dataora ora dataehora datahora ' +
  // Polish, Czech, Hungarian, Turkish.
  'czas dataiczas datumacas cas idopont zaman tarihsaat tarihvesaat ' +
  // Russian, Ukrainian, Greek, Arabic, Hebrew.
  'время датаивремя ωρα ημερομηνιακαιωρα الوقت שעה ' +
  // Japanese, Chinese, Korean.
  '日時 タイムスタンプ 時刻 时间 時間 日期时间 日期時間 시간 일시 ' +
  // The day.
  'date day createdat created datum tag dato paivamaara paiva kuupaev fecha data dia jour giorno tarih dzien ' +
  'дата ημερομηνια التاريخ תאריך 日付 日期 날짜'
).split(' ');

/** A name in lower case, without accents, spaces and signs. */
const nameOf = (name: string): string =>
  name
    .slice(0, 40)
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .normalize('NFC')
    .toLowerCase();

/** The words as names are compared: Korean letters and the like are taken apart and put together again in both. */
const TIME_NAMES = TIMES.map(nameOf);

/** The position of the column with times, by its name. */
export const timeColumn = (columns: readonly string[] | null): number | null => {
  const names = (columns ?? []).map(nameOf);
  const found = TIME_NAMES.map((name) => names.indexOf(name)).find((position) => position >= 0);
  return found ?? null;
};

const DAY_MS = 86_400_000;

/** Days whose order can be meant in no other way: `31.1.2026`, and `2026/1/31`, `2026. 1. 31.` or `2026年1月31日`. */
const DAY_FIRST = /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})(?=$|[ ,T])/;
const YEAR_FIRST = /^(?<year>\d{4})(?:[/.] ?|年)(?<month>\d\d?)(?:[/.] ?|月)(?<day>\d\d?)[.日]?(?=$|[ T])/;

/** A time that begins with its day, in the order of ISO 8601. */
const asIso = (text: string): string => {
  const { 0: found = '', groups: { year = '', month = '', day = '' } = {} } =
    DAY_FIRST.exec(text) ?? YEAR_FIRST.exec(text) ?? {};
  if (found === '') return text;
  const behind = text
    .slice(found.length)
    .replace(/^,? +/, ' ')
    .replace(/^ (?=\d:)/, ' 0');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${behind}`;
};

/**
 * The time in a cell: ISO 8601, a day in an order that is certain, or seconds since 1970. A day is its end: mail of that
 * day was sent before. Null: none.
 */
export const timeIn = (cell: string | undefined): Date | null => {
  const trimmed = (cell ?? '').trim();
  if (/^\d{10}(?:\.\d+)?$/.test(trimmed)) return new Date(Number(trimmed) * 1000);
  if (trimmed.length > 40) return null;
  const text = asIso(trimmed);
  if (!/^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:\d\d)/.test(text)) return null;
  const isDay = text.length === 10;
  // A time without its offset is taken for UTC.
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d|UTC)$/i.test(text);
  const at = new Date(isDay || hasOffset ? text.replace(/ ?UTC$/i, 'Z') : `${text.replace(' ', 'T')}Z`).getTime();
  if (Number.isNaN(at)) return null;
  return new Date(isDay ? at + DAY_MS - 1 : at);
};
