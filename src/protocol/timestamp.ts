/** ISO 8601 in UTC with a numeric offset, to the second: `2026-01-31T12:00:00+00:00`, as the interface shows times. */
export const timestamp = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;
