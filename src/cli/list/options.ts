import { baseUrl } from '../../config/parsers.js';
import { StartupError } from '../../config/startup-error.js';
import { PROGRAM, readArguments, type Options } from '../arguments.js';
import type { ListOptions } from './plan.js';

/** The arguments of `email-verify-server list`, read. */
export interface ListCommand {
  /** The path of the list; `-`: standard input. */
  input: string;
  /** The path of the result file; `-`: standard output; null: a line of JSON for each line of the input. */
  output: string | null;
  asJson: boolean;
  options: ListOptions;
  /** The URL of the service that checks the list; null: this process does. */
  service: string | null;
}

const USE = `${PROGRAM} list addresses.csv -o results.csv`;

/** Its options. */
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
  column: { type: 'string', value: 'NAME|N', help: 'the column with the addresses, if it is not found' },
  json: { type: 'boolean', help: 'writes JSON in place of CSV' },
  service: { type: 'string', value: 'URL', help: 'a service checks the list; the API key is in EMAIL_VERIFY_KEY' },
} as const satisfies Options;

/**
 * Reads the arguments of `email-verify-server list`.
 * @throws StartupError with a line for each fault.
 */
export const readListCommand = (args: string[]): ListCommand => {
  const { values, positionals } = readArguments('list', args, LIST_OPTIONS, true);
  const [input, ...others] = positionals;
  if (input === undefined || others.length > 0) throw new StartupError(`Give one file: ${USE}`);
  const { output = null, header, 'no-header': noHeader, column, service, ...flags } = values;
  const [needsOutput] = Object.keys(values).filter((name) => name !== 'output');
  if (output === null && needsOutput !== undefined)
    throw new StartupError(`--${needsOutput} needs -o FILE, or -o - for standard output: ${USE}`);
  if (output === '') throw new StartupError(`-o must name a file: ${USE}`);
  if (header === true && noHeader === true) throw new StartupError('Give --header or --no-header, not both.');
  if (column === '' || column === '0')
    throw new StartupError(
      `--column must be the name of a column, or its number from 1, got ${JSON.stringify(column)}`,
    );
  if (noHeader === true && column !== undefined && !/^\d+$/.test(column))
    throw new StartupError(`--column must be a number with --no-header, got ${JSON.stringify(column)}`);
  const url = service === undefined ? null : baseUrl.parse(service);
  if (url === undefined) throw new StartupError(`--service must be ${baseUrl.expected}`);
  return {
    input,
    output,
    asJson: flags.json === true,
    options: {
      removesDuplicates: flags['remove-duplicates'] === true,
      removesSameMailbox: flags['remove-same-mailbox'] === true,
      firstRowIsHeader: header ?? (noHeader === true ? false : undefined),
      emailColumn: column !== undefined && /^\d{1,6}$/.test(column) ? Number(column) : column,
    },
    service: url,
  };
};
