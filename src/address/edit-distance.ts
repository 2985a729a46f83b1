/**
 * Counts the edits between two short texts: a letter inserted, left out or replaced, or two neighbours swapped (optimal string alignment).
 * @returns Infinity past the limit.
 */
export const editDistance = (typed: string, meant: string, limit: number): number => {
  if (Math.abs(typed.length - meant.length) > limit) return Infinity;
  // The rows of the dynamic programming table, starting with the empty prefix. Cells outside the table count as Infinity.
  const rows = [[...Array(meant.length + 1).keys()]];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= typed.length; row++) {
    const current = (rows[row] = [row]);
    for (let column = 1; column <= meant.length; column++) {
      const [letter, wanted] = [typed[row - 1], meant[column - 1]];
      const swapped = letter === meant[column - 2] && typed[row - 2] === wanted;
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (letter === wanted ? 0 : 1),
        swapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
    }
    // No later row can have a smaller minimum. Most domains are rejected after three letters.
    if (Math.min(...current) > limit) return Infinity;
  }
  const edits = at(typed.length, meant.length);
  return edits > limit ? Infinity : edits;
};
