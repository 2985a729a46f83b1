import mailcheck from 'mailcheck';

/** mailcheck's own bound; what a distance may be is ours to say, by what the function given gives. */
const THRESHOLD = 2;

/**
 * Finds the domain nearest to the one typed, with mailcheck's walk but none of its lists: its second- and top-level guesses
 * turn real domains into others (proton.me → proton.de), and its entry `run` lower-cases and encodes the local part.
 * @param domains the better known first, since a tie goes to the first.
 * @param distance 2 at most for a domain that may be suggested.
 * @returns null when none is near enough; the typed one when it is in the list.
 */
export const nearestDomain = (
  typed: string,
  domains: readonly string[],
  distance: (typed: string, candidate: string) => number,
): string | null => mailcheck.findClosestDomain(typed, domains, distance, THRESHOLD) || null;
