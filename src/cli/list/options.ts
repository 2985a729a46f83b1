import { parseArgs } from 'node:util';
import { baseUrl } from '../../config/parsers.js';
import { StartupError } from '../../config/startup-error.js';
import type { ListOptions } from './plan.js';

/** The arguments of `email-verify list`, read. */
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

const USE = 'email-verify list addresses.csv -o results.csv';

/**
 * Reads the arguments of `email-verify list`.
 * @throws StartupError, or an error of `parseArgs`, with one line.
 */
export const readListCommand = (args: string[]): ListCommand => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o' },
      'remove-duplicates': { type: 'boolean' },
      'remove-same-mailbox': { type: 'boolean' },
      header: { type: 'boolean' },
      'no-header': { type: 'boolean' },
      column: { type: 'string' },
      json: { type: 'boolean' },
      service: { type: 'string' },
    },
  });
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
