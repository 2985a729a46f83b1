/** The options of an upload, besides the file: fields of its JSON, of its form, or of its query. */
import { z } from 'zod';
import { MAX_EMAIL_COLUMNS } from '../../../address/list-file/columns.js';
import { ENCODINGS } from '../../../address/list-file/encodings.js';
import { field, FLAG_TEXT, optional } from '../../http/request-fields.js';
import { CALLBACK_URL } from '../callbacks/url.js';
import { DELIMITER_EXPECTED, readDelimiter } from '../file/chosen-delimiter.js';
import { encodingNamed } from '../file/encoding/names.js';

const MAX_NAME = 200;
const MAX_NAMES = MAX_NAME * MAX_EMAIL_COLUMNS;
const MAX_SHEETS = 1000;
const MAX_COLUMNS = 1000;
const MAX_DAYS = 3650;

const days = z.int().min(1).max(MAX_DAYS);
const column = z.int().min(1).max(MAX_COLUMNS);
const sheet = z.int().min(1).max(MAX_SHEETS);

/** The values of a kind of request. */
interface Values {
  /** True or false. */
  flag: z.ZodType<boolean>;
  /** A whole number in a range. */
  whole: (range: z.ZodType<number, number>) => z.ZodType<number>;
}

const IN_JSON: Values = { flag: z.boolean(), whole: (range) => range };
/** Forms and queries hold text. */
const IN_TEXT: Values = {
  flag: FLAG_TEXT,
  whole: (range) =>
    z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .pipe(range),
};

const optionsOf = ({ flag: isTrue, whole }: Values) => {
  const flag = (meaning: string, example = true) => optional(field(`true or false (${meaning})`, isTrue, example));
  return {
    remove_duplicates: flag('later rows with the same address are left out'),
    remove_same_mailbox: flag('later rows that reach the same person are left out'),
    first_row_is_header: flag('by default it is found out'),
    email_column: optional(
      field(
        `the name of the column with the addresses, or its number from 1 to ${MAX_COLUMNS}, or up to ${MAX_EMAIL_COLUMNS} of them with commas between (by default it is found)`,
        z.union([
          whole(column),
          z.string().min(1).max(MAX_NAMES),
          z
            .array(z.union([column, z.string().min(1).max(MAX_NAME)]))
            .min(1)
            .max(MAX_EMAIL_COLUMNS),
        ]),
        'email',
      ),
    ),
    encoding: optional(
      field(
        `the encoding of a text: ${ENCODINGS.join(', ')} (by default it is found)`,
        z.string().refine((name) => encodingNamed(name) !== undefined),
        'windows-1252',
      ),
    ),
    delimiter: optional(
      field(
        `${DELIMITER_EXPECTED} (by default it is found)`,
        z
          .string()
          .refine((text) => readDelimiter(text) !== undefined)
          .transform((text) => readDelimiter(text) ?? text),
        ';',
      ),
    ),
    sheet: optional(
      field(
        `the name of the sheet of a spreadsheet, or its number from 1 to ${MAX_SHEETS} (by default the first with addresses or else with rows)`,
        // No example: the one of the file, with which all examples make one request, is a CSV file.
        z.union([whole(sheet), z.string().min(1).max(MAX_NAME)]),
      ),
    ),
    split_cells: flag('a cell with several addresses becomes a row for each of them'),
    import_results: flag(
      "the verdicts of a result file, ours or another service's, are taken, and cost nothing",
      false,
    ),
    dry_run: flag('nothing is stored, checked or paid: the answer says what the upload would be', false),
    callback_url: optional(CALLBACK_URL),
    retention_days: optional(field(`a whole number of days from 1 to ${MAX_DAYS}`, whole(days), 7)),
  };
};

/** The options of an upload in JSON. */
export const OPTIONS = optionsOf(IN_JSON);
/** The options of an upload in a form or a query. */
export const TEXT_OPTIONS = optionsOf(IN_TEXT);

/** The options of an upload, read. */
export type UploadOptions = z.output<z.ZodObject<typeof OPTIONS>>;
