/** The trial of an upload, by which the service says what the file is, what it holds, and what it costs. */
import type { Trial } from './answers.js';
import { ApiError } from './api-error.js';

/** The upload as it would be: what the file is, and what it costs. */
export type DryRun = Trial['data'];

/** The cells of a file for the table, and the columns with the addresses, from 1. */
export type Preview = Pick<DryRun, 'columns' | 'width' | 'sample' | 'email_column_numbers'>;

const isRow = (row: unknown): row is string[] => Array.isArray(row) && row.every((cell) => typeof cell === 'string');

/** The first rows of a file that was refused, such as since no column has addresses; null: the service shows none. */
export const previewOfRefusal = (error: unknown): Preview | null => {
  const sample = error instanceof ApiError ? error.members['sample'] : null;
  if (!Array.isArray(sample) || sample.length === 0 || !sample.every(isRow)) return null;
  const width = Math.max(...sample.map(({ length }) => length));
  return { columns: null, width, sample, email_column_numbers: [] };
};

/** The name of a column: that of the header, or null. @param number from 1. */
export const columnNameOf = ({ columns }: Pick<Preview, 'columns'>, number: number): string | null => {
  const name = columns?.[number - 1]?.trim() ?? '';
  return name === '' ? null : name;
};
