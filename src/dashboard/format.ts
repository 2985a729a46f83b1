/** Numbers and times for people, in English. */

const LOCALE = 'en-GB';
const DAY_MS = 86_400_000;

const numbers = new Intl.NumberFormat(LOCALE);
const days = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' });
const utcDays = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });
const shortDays = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const times = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const seconds = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });

/** `1,234` */
export const formatNumber = (value: number): string => numbers.format(value);

const plurals = new Intl.PluralRules(LOCALE);

/** `1 row`, `1,234 rows` */
export const formatCount = (count: number, one: string, other: string): string =>
  `${formatNumber(count)} ${plurals.select(count) === 'one' ? one : other}`;

/** `31 January 2026`, in the person's time zone. */
export const formatDay = (timestamp: string): string => days.format(new Date(timestamp));

/** `31 January 2026` in UTC, in which months of credits turn. */
export const formatUtcDay = (timestamp: string): string => utcDays.format(new Date(timestamp));

/** `31 Jan` of a day such as `2026-01-31`. */
export const formatShortDay = (day: string): string => shortDays.format(new Date(day));

/** `31 Jan 2026, 14:05`, in the person's time zone. */
export const formatTime = (timestamp: string): string => times.format(new Date(timestamp));

/** `31 Jan 2026, 14:05:09`, in the person's time zone. */
export const formatSecond = (timestamp: string): string => seconds.format(new Date(timestamp));

/** `today`, `yesterday`, `5 days ago`, or the day. */
export const formatAge = (timestamp: string, now = Date.now()): string => {
  const age = Math.floor((now - Date.parse(timestamp)) / DAY_MS);
  if (age < 1) return 'less than a day ago';
  if (age < 2) return 'a day ago';
  return age < 31 ? `${age} days ago` : formatDay(timestamp);
};

const percent = (value: number): string => value.toFixed(1);

/** `4.3 %`, of a value in per cent. */
export const formatPercent = (value: number): string => `${percent(value)} %`;

/** `1.5 to 12.0 %`, or `4.3 %` if both ends are the same. */
export const formatPercentRange = (low: number, high: number): string =>
  percent(low) === percent(high) ? formatPercent(high) : `${percent(low)} to ${formatPercent(high)}`;

/** `+5.2`, in points of a share from -1 to 1. */
export const formatPoints = (share: number): string =>
  `${share < 0 ? '\u2212' : '+'}${Math.abs(100 * share).toFixed(1)}`;

const UNITS = ['bytes', 'kB', 'MB', 'GB'];

/** `12 bytes`, `1.2 MB` */
export const formatBytes = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${UNITS[power] ?? ''}`;
};
