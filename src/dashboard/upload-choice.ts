/** The choices of a person for an upload, and the fields of the request that they become. */

/** The options that are on or off, by their names in the API. */
export const FLAGS = ['remove_duplicates', 'remove_same_mailbox', 'split_cells', 'import_results'] as const;
export type Flag = (typeof FLAGS)[number];

/** The choices; null: the service finds it out. */
export interface UploadChoice {
  hasHeader: boolean | null;
  /** The columns with the addresses, each by its name, or its number from 1. */
  columns: readonly (string | number)[] | null;
  encoding: string | null;
  delimiter: string | null;
  /** The name of a sheet, or its number from 1. */
  sheet: string | null;
  flags: ReadonlySet<Flag>;
}

export const NO_CHOICE: UploadChoice = {
  hasHeader: null,
  columns: null,
  encoding: null,
  delimiter: null,
  sheet: null,
  flags: new Set(),
};

/** Changes a choice. With other cells, the columns and the header are found anew. */
export const choose = (before: UploadChoice, change: Partial<UploadChoice>): UploadChoice => {
  const isReadAnew = change.delimiter !== undefined || change.sheet !== undefined;
  return { ...before, ...(isReadAnew && { columns: null, hasHeader: null }), ...change };
};

/** The fields of the choices, in the API's words. */
export const fieldsOf = (choice: UploadChoice): [name: string, value: string][] => {
  const { hasHeader, columns, encoding, delimiter, sheet, flags } = choice;
  const values: Record<string, string | null> = {
    email_column: columns?.join(',') ?? null,
    first_row_is_header: hasHeader === null ? null : String(hasHeader),
    encoding,
    // A form takes line ends and white space from the ends of values on its way.
    delimiter: delimiter === '\t' ? 'tab' : delimiter,
    sheet,
  };
  return [
    ...Object.entries(values).filter((field): field is [string, string] => field[1] !== null),
    ...FLAGS.filter((flag) => flags.has(flag)).map((flag): [string, string] => [flag, 'true']),
  ];
};
