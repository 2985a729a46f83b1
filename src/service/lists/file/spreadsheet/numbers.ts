/** The numbers of a workbook as text, as far as their formats matter: dates, times, and leading zeros. */

/** The kind of a number's format. */
export interface NumberFormat {
  date: boolean;
  time: boolean;
  /** The least number of digits; 0: any. */
  digits: number;
}

const GENERAL: NumberFormat = { date: false, time: false, digits: 0 };
const DATE: NumberFormat = { date: true, time: false, digits: 0 };
const TIME: NumberFormat = { date: false, time: true, digits: 0 };
const BOTH: NumberFormat = { date: true, time: true, digits: 0 };

const between = (id: number, first: number, last: number): boolean => id >= first && id <= last;

/** Characters of a format, at most 255 in Excel. */
const MAX_CODE = 255;

/**
 * Reads a number's format (ECMA-376, part 1, 18.8.30).
 * @param code of a format that the workbook defines.
 */
export const numberFormat = (id: number, code?: string): NumberFormat => {
  if (code === undefined) {
    if (id === 22) return BOTH;
    if (between(id, 18, 21) || between(id, 45, 47) || between(id, 32, 35)) return TIME;
    return between(id, 14, 17) || between(id, 27, 36) || between(id, 50, 58) ? DATE : GENERAL;
  }
  const [first = ''] = code
    .slice(0, MAX_CODE)
    .replace(/"[^"]*"|\\.|_./gu, '')
    .replace(/\[(?:\$[^\]]*|black|blue|cyan|green|magenta|red|white|yellow|color ?\d+|[<>=][^\]]*)\]/giu, '')
    .split(';');
  if (/^0+$/.test(first)) return { ...GENERAL, digits: first.length };
  const date = /[yd]|m(?!.*[hs])(?<![hs].*m)|mmm/iu.test(first);
  const time = /[hs]|am\/pm/iu.test(first);
  return /general/iu.test(first) || !(date || time) ? GENERAL : { date, time, digits: 0 };
};

const DAY_S = 86_400;
/** Days from 1899-12-30, the zero of most workbooks, to 1970. */
const EPOCH_DAYS = 25_569;
const DAYS_1904 = 1462;
/** 9999-12-31. */
const MAX_DAYS = 2_958_465;

const dateText = (serial: number, { date, time }: NumberFormat, is1904: boolean): string | undefined => {
  const days = is1904 ? serial + DAYS_1904 : serial;
  if (days < 0 || days > MAX_DAYS + 1) return undefined;
  // Excel counts a 29th of February 1900.
  const seconds = Math.round((days < 60 && !is1904 && date ? days + 1 : days) * DAY_S);
  const iso = new Date((seconds - EPOCH_DAYS * DAY_S) * 1000).toISOString();
  const [day, clock] = [iso.slice(0, 10), iso.slice(11, 19)];
  if (!date && days < 1) return clock;
  return time || clock !== '00:00:00' ? `${day} ${clock}` : day;
};

/**
 * Writes a number as text: whole numbers with all digits, others with 15 as Excel has them, dates as in ISO 8601.
 * @param value as the workbook has it.
 */
export const numberText = (value: string, format: NumberFormat = GENERAL, is1904 = false): string => {
  const text = value.trim();
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return text;
  if (format.date || format.time) return dateText(number, format, is1904) ?? text;
  if (/^-?\d+$/.test(text)) return format.digits > 0 && number >= 0 ? text.padStart(format.digits, '0') : text;
  const rounded = Number(number.toPrecision(15));
  if (!Number.isInteger(rounded) || Math.abs(rounded) >= 1e21) return String(rounded);
  const whole = String(rounded);
  return format.digits > 0 && rounded >= 0 ? whole.padStart(format.digits, '0') : whole;
};
