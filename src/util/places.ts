/** Places for what is in flight. */
export interface Places {
  /**
   * Takes a place.
   * @param owner for whom it is.
   * @returns a function that gives the place back; null if the owner's share is used up.
   */
  take: (owner: string | number) => (() => void) | null;
}

/**
 * Creates a bound on what is in flight, and on each owner's part of it (dynamic thresholds, Choudhury and Hahne 1998): an owner may hold
 * `share` times as many places as are free. With a share of 1 an owner alone gets half of the places, two get a third each. Who has none
 * gets one while one is free.
 */
export const createPlaces = (places: number, share = 1): Places => {
  const held = new Map<string | number, number>();
  let free = places;
  return {
    take(owner) {
      const own = held.get(owner) ?? 0;
      if (own >= free * share) return null;
      held.set(owner, own + 1);
      free -= 1;
      return () => {
        const left = (held.get(owner) ?? 1) - 1;
        if (left > 0) held.set(owner, left);
        else held.delete(owner);
        free += 1;
      };
    },
  };
};
