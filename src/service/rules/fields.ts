/** The fields of a rule, in requests and in the file. */
import { z } from 'zod';
import { field, optional } from '../http/request-fields.js';
import { storedText } from '../http/stored-text.js';
import { ACTIONS } from './apply.js';
import { MAX_PATTERN, PATTERN_EXPECTED } from './pattern.js';

/** The longest note, in UTF-16 code units. */
export const MAX_NOTE = 200;

/** Reads a day such as `2026-12-31`. @returns undefined for any other text, and for one of no calendar, such as year 0. */
export const readDay = (text: string): string | undefined => {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // JavaScript turns February 30 into March 2.
  return !isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
};

/** A rule in a request. Its pattern is read later, so that a refusal can name it. */
export const RULE = z.strictObject({
  pattern: field(PATTERN_EXPECTED, z.string().max(MAX_PATTERN), '*.spam.example'),
  action: field(`one of ${ACTIONS.join(', ')}`, z.enum(ACTIONS), 'deny'),
  note: optional(
    field(
      `a text of at most ${MAX_NOTE} characters without control characters`,
      storedText(0, MAX_NOTE),
      'asked us to stop',
    ),
  ),
  until: optional(
    field(
      'the last day on which it counts, in UTC, such as 2026-12-31',
      z.string().refine((text) => readDay(text) !== undefined),
      '2026-12-31',
    ),
  ),
});
