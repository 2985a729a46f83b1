import mailcheck from 'mailcheck';

/**
 * Finds the domain nearest to the one typed, with mailcheck's walk but none of its lists: its second- and top-level guesses are
 * switched off, for they turn real domains into others (proton.me → proton.de).
 * @param typed letters, digits, hyphens and dots only: mailcheck URI-encodes what it is given.
 * @param domains the better known first, since a tie goes to the first.
 * @param distance 2 at most for a domain that may be suggested.
 * @returns null when none is near enough, or when the typed one is in the list.
 */
export const nearestDomain = (
  typed: string,
  domains: readonly string[],
  distance: (typed: string, candidate: string) => number,
): string | null => {
  const found = mailcheck.run({
    // The local part never meets mailcheck, which would lower-case and encode it.
    email: `x@${typed}`,
    domains,
    secondLevelDomains: [],
    topLevelDomains: [],
    distanceFunction: distance,
  });
  return found ? found.domain : null;
};
