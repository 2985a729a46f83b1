import { readCell, type EmailCell } from '../../../address/list-file/cell.js';

/**
 * The addresses in the cell of a column.
 * @param column from 0.
 * @returns an empty text where the row is too short.
 */
export const cellIn = (cells: readonly string[], column: number): EmailCell => readCell(cells[column] ?? '');
