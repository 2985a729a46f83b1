import type { Encoding } from '../../../address/list-file/encodings.js';
import type { ListFile } from './read-list.js';
import type { Dialect, ListKind } from './text-table.js';

/** The facts of the file of a list, kept with the list. */
export interface FileFacts {
  kind: ListKind;
  encoding: Encoding | null;
  sheet: string | null;
  dialect: Dialect | null;
}

/** The facts of a file whose rows have been read. */
export const factsOf = ({ kind, encoding, sheet, dialect }: ListFile): FileFacts => ({
  kind,
  encoding,
  sheet,
  dialect: dialect && { ...dialect },
});
