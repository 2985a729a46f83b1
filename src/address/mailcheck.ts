import mailcheck from 'mailcheck';

/** mailcheck's default. The distance function decides which candidates are near enough: it returns Infinity for the others. */
const THRESHOLD = 2;

/**
 * Finds the domain nearest to the one typed, by mailcheck's search but none of its lists: its second- and top-level guesses
 * turn real domains into others (proton.me → proton.de), and its entry `run` lower-cases and encodes the local part.
 * @param domains the better known first: a tie goes to the first.
 * @param distance at most 2 for a domain that may be suggested.
 * @returns null when none is near enough; the typed one when it is in the list.
 */
export const nearestDomain = (
  typed: string,
  domains: readonly string[],
  distance: (typed: string, candidate: string) => number,
): string | null => mailcheck.findClosestDomain(typed, domains, distance, THRESHOLD) || null;
