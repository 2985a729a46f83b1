import { restorePlugins } from './page-jquery.js';
import mailcheck from 'mailcheck';

restorePlugins();

/** The name closest to a typed one. */
export interface Closest {
  name: string;
  cost: number;
  /** True if another name has the same cost. */
  tied: boolean;
}

/**
 * Finds the closest of some names by mailcheck's algorithm.
 * @param names the better known first: of two with the same cost, the first is taken.
 * @param costOf the cost of the typo that turns a name into the typed text; Infinity if the name cannot be meant.
 * @param maxCost above 0.
 */
export const closest = (
  typed: string,
  names: readonly string[],
  costOf: (typed: string, name: string) => number,
  maxCost: number,
): Closest | null => {
  let cost = Infinity;
  let tied = false;
  const name = mailcheck.findClosestDomain(
    typed,
    names,
    (text, other) => {
      const found = costOf(text, other);
      tied = found === cost || (tied && found > cost);
      if (found < cost) cost = found;
      return found;
    },
    maxCost,
  );
  return name ? { name, cost: name === typed ? 0 : cost, tied } : null;
};
