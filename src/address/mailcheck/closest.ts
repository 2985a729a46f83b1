import { restorePlugins } from './page-jquery.js';
import mailcheck from 'mailcheck';

restorePlugins();

/** The name that a typed one is closest to. */
export interface Closest {
  name: string;
  cost: number;
  /** Another name costs as much. */
  tied: boolean;
}

/**
 * Finds the closest of some names by mailcheck's walk.
 * @param names the better known first: of two at the same cost the first is taken.
 * @param costOf what it costs to turn a name into the typed text; Infinity if it cannot be meant.
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
