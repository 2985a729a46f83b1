import { ENCODINGS } from '../../address/list-file/encodings.js';
import { baseUrl } from '../../config/parsers.js';
import { StartupError } from '../../config/startup-error.js';
import { DELIMITER_EXPECTED, readDelimiter } from '../../service/lists/file/chosen-delimiter.js';
import { encodingNamed } from '../../service/lists/file/encoding/names.js';
import { PROGRAM, readArguments, type Options } from '../arguments.js';
import type { ListOptions } from './plan.js';

/** The parsed arguments of `email-verify-server list`. */
export interface ListCommand {
  /** The path of the list; `-` for standard input. */
  input: string;
  /** The path of the result file; `-` for standard output; null for a line of JSON per line of the input. */
  output: string | null;
  asJson: boolean;
  /** The share of addresses that may bounce, in per cent, beyond which the command fails; null for any. */
  maxBounce: number | null;
  options: ListOptions;
  /** The URL of the service that checks the list; null to check it in this process. */
  service: string | null;
}

const USE = `${PROGRAM} list addresses.csv -o results.csv`;

/** The options of `email-verify-server list`. */
export const LIST_OPTIONS = {
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    help: 'writes the rows with their results there (-: standard output)',
  },
  'remove-duplicates': { type: 'boolean', help: 'leaves out repeated addresses' },
  'remove-same-mailbox': { type: 'boolean', help: 'leaves out all but one of the addresses that reach one person' },
  header: { type: 'boolean', help: 'the first row is a header' },
  'no-header': { type: 'boolean', help: 'the first row is an address' },
  column: { type: 'string', value: 'NAME|N', help: 'the same as --email-column' },
  'email-column': {
    type: 'string',
    value: 'NAME|N,…',
    help: 'the column with the addresses, if it is not found, or several of them',
  },
  'split-cells': { type: 'boolean', help: 'makes a row for each address of a cell with several' },
  encoding: { type: 'string', value: 'NAME', help: 'the encoding of a text, such as windows-1250, if it is not found' },
  delimiter: { type: 'string', value: 'CHARACTER', help: 'the character between cells, or tab, if it is not found' },
  sheet: { type: 'string', value: 'NAME|N', help: 'the sheet of a spreadsheet (the first with addresses)' },
  json: { type: 'boolean', help: 'writes JSON in place of CSV' },
  'max-bounce': {
    type: 'string',
    value: 'PERCENT',
    help: 'exits with 3 if more of the addresses may bounce, as projected',
  },
  service: { type: 'string', value: 'URL', help: 'a service checks the list; the API key is in EMAIL_VERIFY_KEY' },
} as const satisfies Options;

const PERCENT = /^\d{1,3}(?:\.\d{1,3})?$/;

const nameOrNumber = (text: string | undefined): string | number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : text;

/**
 * Reads the arguments of `email-verify-server list`.
 * @throws StartupError with a line for each fault.
 */
export const readListCommand = (args: string[]): ListCommand => {
  const { values, positionals } = readArguments('list', args, LIST_OPTIONS, true);
  const [input, ...others] = positionals;
  if (input === undefined || others.length > 0) throw new StartupError(`Give one file: ${USE}`);
  const { output = null, header, 'no-header': noHeader, encoding, delimiter, sheet, service, ...flags } = values;
  const column = values['email-column'] ?? values.column;
  const option = values['email-column'] === undefined ? '--column' : '--email-column';
  const [needsOutput] = Object.keys(values).filter((name) => name !== 'output');
  if (output === null && needsOutput !== undefined)
    throw new StartupError(`--${needsOutput} needs -o FILE, or -o - for standard output: ${USE}`);
  if (output === '') throw new StartupError(`-o must name a file: ${USE}`);
  if (header === true && noHeader === true) throw new StartupError('Give --header or --no-header, not both.');
  if (column === '' || column === '0')
    throw new StartupError(
      `${option} must be the name of a column, or its number from 1, got ${JSON.stringify(column)}`,
    );
  if (noHeader === true && column !== undefined && !/^\d+(?:,\d+)*$/.test(column))
    throw new StartupError(`${option} must be a number with --no-header, got ${JSON.stringify(column)}`);
  if (encoding !== undefined && encodingNamed(encoding) === undefined)
    throw new StartupError(`--encoding must be one of ${ENCODINGS.join(', ')}, got ${JSON.stringify(encoding)}`);
  if (delimiter !== undefined && readDelimiter(delimiter) === undefined)
    throw new StartupError(`--delimiter must be ${DELIMITER_EXPECTED}, got ${JSON.stringify(delimiter)}`);
  if (sheet === '' || sheet === '0')
    throw new StartupError(`--sheet must be the name of a sheet, or its number from 1, got ${JSON.stringify(sheet)}`);
  const maxBounce = values['max-bounce'];
  if (maxBounce !== undefined && !(PERCENT.test(maxBounce) && Number(maxBounce) <= 100))
    throw new StartupError(`--max-bounce must be a number of per cent from 0 to 100, got ${JSON.stringify(maxBounce)}`);
  const url = service === undefined ? null : baseUrl.parse(service);
  if (url === undefined) throw new StartupError(`--service must be ${baseUrl.expected}`);
  return {
    input,
    output,
    asJson: flags.json === true,
    maxBounce: maxBounce === undefined ? null : Number(maxBounce),
    options: {
      removesDuplicates: flags['remove-duplicates'] === true,
      removesSameMailbox: flags['remove-same-mailbox'] === true,
      firstRowIsHeader: header ?? (noHeader === true ? false : undefined),
      splitsCells: flags['split-cells'] === true,
      emailColumn: nameOrNumber(column),
      encoding,
      delimiter: delimiter === undefined ? undefined : readDelimiter(delimiter),
      sheet: nameOrNumber(sheet),
    },
    service: url,
  };
};
