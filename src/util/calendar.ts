/** Times with a year of four digits. JavaScript writes others with a sign (ISO 8601), which PostgreSQL does not read. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** The time itself, or else the nearest one in the years 1 to 9999 (UTC). */
export const inCalendar = (time: Date): Date => new Date(Math.min(LAST_MS, Math.max(FIRST_MS, time.getTime())));

/** True for a time in the years 1 to 9999 (UTC). */
export const isInCalendar = (time: Date): boolean => inCalendar(time).getTime() === time.getTime();
