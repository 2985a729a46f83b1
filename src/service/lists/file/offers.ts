/** Offers for addresses of a list that are not checked. */
import { MAX_EMAIL_COLUMNS } from '../../../address/list-file/columns.js';
import type { ListFile } from './read-list.js';
import type { ListWarning } from './warnings.js';

/** A column with addresses that are not checked, as the API names it. */
export interface NamedColumn {
  /** Its name, or its number from 1 if it has none. */
  column: string | number;
  /** The addresses in the first rows. */
  addresses: number;
}

type Source = Pick<ListFile, 'columns' | 'emailColumns' | 'otherEmailColumns'>;

/** The name by which a column is chosen: a name that others have too, or with a comma, chooses none. */
const choiceOf = (columns: readonly string[] | null, index: number): string | number => {
  const name = columns?.[index]?.trim() ?? '';
  const isClear = name !== '' && !/^\d+$|,/.test(name) && columns?.indexOf(columns[index] ?? '') === index;
  return isClear ? name : index + 1;
};

/** The other columns with addresses, each by what chooses it. */
export const otherColumns = ({ columns, otherEmailColumns }: Source): NamedColumn[] =>
  otherEmailColumns.map(({ index, addresses }) => ({ column: choiceOf(columns, index), addresses }));

const quoted = ({ column }: NamedColumn): string => (typeof column === 'number' ? `${column}` : JSON.stringify(column));

/**
 * Says which addresses of a list are not checked, and how they would be.
 * @param several the cells with several addresses.
 * @param splits true: each of these has become a row.
 */
export const offersOf = (file: Source, several: number, splits: boolean): ListWarning[] => {
  const warnings: ListWarning[] = [];
  const others = otherColumns(file).slice(0, MAX_EMAIL_COLUMNS);
  if (others.length > 0) {
    const chosen = [
      ...file.emailColumns.map(({ index }) => choiceOf(file.columns, index)),
      ...others.map(({ column }) => column),
    ].slice(0, MAX_EMAIL_COLUMNS);
    warnings.push({
      code: 'other_email_columns',
      detail: `There are addresses in ${others.length === 1 ? 'column' : 'the columns'} ${others.map(quoted).join(', ')} too, which are not checked: with email_column=${chosen.join(',')} each of these columns gets results of its own.`,
    });
  }
  if (several > 0 && !splits)
    warnings.push({
      code: 'several_addresses',
      detail: `${several === 1 ? '1 cell holds' : `${several} cells hold`} several addresses: the first of each is checked, and more_addresses counts the others. With split_cells=true each becomes a row.`,
    });
  return warnings;
};
