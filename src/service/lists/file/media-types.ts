/**
 * The media types with which the files come that can be lists. The content tells what a file is: programs give wrong
 * types.
 */

const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MACRO_SHEETS = 'application/vnd.ms-excel.sheet.macroenabled.12';

/** Types of JSON, which is no body by itself: that is the upload with a data URI. */
const JSON_TYPES = ['application/json'];

/** The types of a body that is the file itself. */
export const FILE_TYPES = [
  'text/csv',
  'text/plain',
  'text/tab-separated-values',
  'application/csv',
  'text/x-csv',
  'text/comma-separated-values',
  'application/vnd.ms-excel',
  MACRO_SHEETS,
  SHEETS,
  'application/vnd.oasis.opendocument.spreadsheet',
  'text/vcard',
  'text/x-vcard',
  'text/directory',
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/octet-stream',
];

/** The types of a data URI. */
export const DATA_TYPES = [...FILE_TYPES, ...JSON_TYPES];

/** Reads the value of Content-Type. */
export const readMediaType = (value: string): { type: string; charset: string | undefined } => {
  const [type = '', ...parameters] = value.split(';');
  const charset = parameters.map((part) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/iu.exec(part)?.[1]).find(Boolean);
  return { type: type.trim().toLowerCase(), charset };
};
