/** A bounded number of places, shared fairly by their owners. */
export interface FairShares {
  /**
   * Takes a place for an owner.
   * @returns a function that gives the place back; null if the owner's share is used up.
   */
  take: (owner: string | number) => (() => void) | null;
  /** The number of places that an owner holds now. */
  held: (owner: string | number) => number;
}

/**
 * Creates places for work in flight, with a bound for each owner (dynamic thresholds, Choudhury and Hahne 1998): an
 * owner may hold `share` times as many places as are free. With a share of 1 a single owner gets half of the places,
 * and two owners get a third each. An owner without a place gets one while one is free. With a share of `Infinity`, an
 * owner may hold all.
 */
export const createFairShares = (places: number, share = 1): FairShares => {
  const byOwner = new Map<string | number, number>();
  let free = places;
  const held = (owner: string | number): number => byOwner.get(owner) ?? 0;
  return {
    take(owner) {
      const own = held(owner);
      if (free === 0 || own >= free * share) return null;
      byOwner.set(owner, own + 1);
      free -= 1;
      return () => {
        const left = held(owner) - 1;
        if (left > 0) byOwner.set(owner, left);
        else byOwner.delete(owner);
        free += 1;
      };
    },
    held,
  };
};
