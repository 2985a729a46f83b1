/** The message about a list that was accepted. */
import type { ListKind } from '../file/text-table.js';
import type { WarningCode } from '../file/warnings.js';
import type { Uploaded } from './store-upload.js';

const KINDS: Readonly<Record<ListKind, string>> = {
  csv: '',
  mailboxes: 'a list of mailboxes',
  vcard: 'vCards',
  json: 'JSON',
  ndjson: 'JSON lines',
  xlsx: 'a workbook',
  ods: 'a spreadsheet',
};

/** Says how a file was read, if it is not CSV in UTF-8. */
const readAs = ({ kind, encoding, sheet }: Uploaded['file']): string => {
  const said = [
    KINDS[kind],
    sheet === null ? '' : `the sheet ${JSON.stringify(sheet)}`,
    encoding === null || encoding === 'utf-8' ? '' : encoding,
  ].filter((part) => part !== '');
  return said.length > 0 ? ` It was read as ${said.join(', ')}.` : '';
};

/** Warnings that offer something to do. */
const OFFERS: ReadonlySet<WarningCode> = new Set(['other_email_columns', 'several_addresses']);

const TEST = ' It is a list of a test key: its verdicts are those that its addresses name, and cost nothing.';

/** Says in words what became of an upload. */
export const messageOf = ({ list, counted, file, vendor }: Uploaded): string => {
  const rows = `${counted.total} ${counted.total === 1 ? 'entry' : 'entries'}`;
  const { duplicates } = counted;
  const same =
    duplicates > 0 ? `, of which ${duplicates} ${duplicates === 1 ? 'repeats' : 'repeat'} an earlier one` : '';
  const names = file.emailColumns.map(({ index, name }) => (name === null ? `${index + 1}` : JSON.stringify(name)));
  const column = names.length === 1 ? `column ${names.join('')}` : `the columns ${names.join(', ')}`;
  const imported = list.processed > 0 ? ` ${list.processed} verdicts of ${vendor ?? ''} were taken.` : '';
  const hint =
    vendor !== undefined && imported === ''
      ? ` This looks like a result file of ${vendor}: with import_results its verdicts are taken, and cost nothing.`
      : '';
  const offers = (list.warnings ?? []).filter(({ code }) => OFFERS.has(code)).map(({ detail }) => ` ${detail}`);
  return `The list was accepted: ${rows}${same}.${readAs(file)} The addresses are in ${column}.${imported}${hint}${offers.join('')}${list.is_test ? TEST : ''}`;
};
