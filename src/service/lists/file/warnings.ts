/** The codes of warnings: the list can be read, but is worth a look. */
export const WARNING_CODES = [
  'bad_bytes',
  'other_arrays',
  'other_charset',
  'other_email_columns',
  'other_sheets',
  'rows_skipped',
  'several_addresses',
  'wrong_delimiter?',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** A warning, for the person who sent the file. */
export interface ListWarning {
  code: WarningCode;
  /** The finding, and a remedy. */
  detail: string;
}
