/** The options of an upload, besides the file: fields of its JSON, of its form, or of its query. */
import { z } from 'zod';
import { field, optional } from '../../fields.js';
import { CALLBACK_URL } from '../callbacks/url.js';

const flag = (meaning: string) =>
  field(
    `true or false (${meaning})`,
    // Forms and queries hold text.
    z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]),
    true,
  );

const MAX_NAME = 200;
const MAX_COLUMNS = 1000;
const MAX_DAYS = 3650;

const wholeText = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);
const days = z.int().min(1).max(MAX_DAYS);
const column = z.int().min(1).max(MAX_COLUMNS);

/** The options of an upload. */
export const OPTIONS = {
  remove_duplicates: optional(flag('later rows with the same address are left out')),
  remove_same_mailbox: optional(flag('later rows that reach the same person are left out')),
  first_row_is_header: optional(flag('by default it is found out')),
  email_column: optional(
    field(
      `the name of the column with the addresses, or its number from 1 to ${MAX_COLUMNS} (by default it is found)`,
      z.union([column, wholeText.pipe(column), z.string().min(1).max(MAX_NAME)]),
      'email',
    ),
  ),
  import_results: optional(flag('the verdicts of a result file of another service are taken, and cost nothing')),
  callback_url: optional(CALLBACK_URL),
  retention_days: optional(
    field(`a whole number of days from 1 to ${MAX_DAYS}`, z.union([days, wholeText.pipe(days)]), 7),
  ),
};

/** The options of an upload, read. */
export type UploadOptions = z.output<z.ZodObject<typeof OPTIONS>>;
