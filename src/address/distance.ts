/**
 * Counts the slips between two short texts: a letter too many, too few, wrong, or two neighbours swapped (optimal string alignment).
 * @param limit past this many it says Infinity.
 */
export const slipsBetween = (typed: string, meant: string, limit: number): number => {
  if (Math.abs(typed.length - meant.length) > limit) return Infinity;
  let before: number[] = [];
  let above = Array.from({ length: meant.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row++) {
    const current = [row];
    for (let column = 1; column <= meant.length; column++) {
      const same = typed[row - 1] === meant[column - 1];
      const swapped =
        row > 1 && column > 1 && typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1];
      current[column] = Math.min(
        above[column]! + 1,
        current[column - 1]! + 1,
        above[column - 1]! + (same ? 0 : 1),
        swapped ? before[column - 2]! + 1 : Infinity,
      );
    }
    before = above;
    above = current;
  }
  const slips = above[meant.length]!;
  return slips > limit ? Infinity : slips;
};
