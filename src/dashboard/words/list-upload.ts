/** Words of the upload of a list. */
import type { DryRun } from '../dry-run.js';
import { formatCount } from '../format.js';
import type { Flag } from '../upload-choice.js';

const KINDS: Record<DryRun['kind'], string> = {
  csv: 'Text with columns, or with one address a line',
  mailboxes: 'A text with addresses, as in a mail',
  vcard: 'vCards',
  json: 'JSON',
  ndjson: 'JSON, one value a line',
  xlsx: 'An Excel workbook (.xlsx)',
  ods: 'An OpenDocument spreadsheet (.ods)',
};

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

/** Warnings in the words of this page; others are shown as the service words them. */
const WARNINGS: Readonly<Record<string, string>> = {
  other_sheets: 'Other sheets of the file have rows too. To read one of them, write its name into “Sheet”.',
  'wrong_delimiter?':
    'Most addresses have the same odd character in them. If it stands between columns, choose it under “Between the columns”.',
};

const MEANINGS: Record<Exclude<Flag, 'import_results'>, string> = {
  remove_duplicates: 'Leave out rows with an address that came before',
  remove_same_mailbox:
    'Leave out rows that reach a person who came before, such as a.nna+shop@gmail.com and anna@gmail.com',
  split_cells: 'Make a row for each address of a cell with several',
};

const vendorOf = (vendor: string): string => (vendor === 'email-verify' ? 'this service' : vendor);

export const LIST_UPLOAD = {
  fileKinds: KINDS,
  delimiters: DELIMITERS,
  warnings: WARNINGS,
  flags: MEANINGS,
  upload: 'Check a list',
  uploadLead:
    'A file of a spreadsheet (CSV, .xlsx, .ods), of an address book (vCard), JSON, or text with one address a line. Before anything is checked, you see what is in it, and what it costs.',
  dropHere: 'Drop a file here, or',
  chooseFile: 'Choose a file',
  otherFile: 'Choose another file',
  oneFile: 'Send one file at a time.',
  reading: (name: string, sent: string | null) => `Reading ${name}…${sent === null ? '' : ` ${sent} of it are sent.`}`,
  readAgain: 'Reading the file again with your choice…',
  firstRows: (name: string) => `First rows of ${name}`,
  column: 'Column with the addresses',
  columnNumber: (number: number) => `Column ${number}`,
  noColumn: 'Choose a column…',
  needsColumn: 'Choose the column with the addresses.',
  isEmail: 'Addresses',
  otherColumns: 'Check these columns too',
  otherColumnsHint: 'Each address costs a credit, and each column has its own results.',
  inFirstRows: (addresses: string) => `${addresses} in the first rows`,
  encoding: 'Characters are in',
  delimiter: 'Between the columns',
  noDelimiter: 'nothing: one column',
  foundByItself: 'found by itself',
  sheet: 'Sheet',
  sheetHint: 'Its name, or its number from 1.',
  fileKind: 'File',
  addresses: 'Addresses',
  notAddresses: 'Not an address',
  severalAddresses: 'Cells with several addresses',
  sameMailbox: 'Other addresses of the same people',
  repeated: 'Repeated addresses',
  free: (count: string) => `${count}, free of charge`,
  estimate: 'Estimated cost',
  estimateOf: (needed: number, left: string) =>
    `${formatCount(needed, 'credit', 'credits')} of the ${left} that are left`,
  tooFewCredits: (needed: number, left: string) =>
    `The list needs ${formatCount(needed, 'credit', 'credits')}, and you have ${left}. It cannot be checked until more are added.`,
  foundSaid: (name: string, rows: string, addresses: string, credits: string) =>
    `${name} was read. Rows: ${rows}. Addresses: ${addresses}. Estimated credits: ${credits}.`,
  hasHeader: 'The first row has the names of the columns',
  importResults: (vendor: string, taken: number) =>
    `Take over the ${formatCount(taken, 'result', 'results')} of ${vendorOf(vendor)}, free of charge`,
  recognised: (vendor: string, asked: number) =>
    `These are results of ${vendorOf(vendor)}. Take them over without asking again: ${formatCount(asked, 'address', 'addresses')} without a result would be checked. Or check all anew.`,
  callbackUrl: 'Callback URL (optional)',
  callbackUrlHint: 'A signed message goes there when the list ends, such as https://shop.example/callbacks.',
  howRead: 'How the file is read',
  optionsLegend: 'Options',
  send: 'Check the list',
  sending: 'Sending…',
  sendingFile: (name: string) => `Sending ${name}`,
  percent: (percent: number) => `${percent} %`,
  stored: 'Sent. The service reads the rows…',
  breakOff: 'Break off',
  brokenOff: 'The upload was broken off. Nothing was checked.',
  uploadBroken:
    'The connection broke off while the file was sent. Check your connection, and that you have credits for the list; then send it again.',
} as const;
