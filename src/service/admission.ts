import { Refusal } from '../protocol/refusal.js';

/** Calls in flight at most, in this process: they wait for the store or for a verdict. */
const PLACES = 2000;
/** `Retry-After` of a call that found no place, in seconds. */
const RETRY_AFTER_S = 1;

/** Bounds the calls in flight. */
export interface Admission {
  /**
   * Takes a place.
   * @param owner whose place it is.
   * @returns a function that gives it back.
   * @throws Refusal `unavailable`, with `Retry-After`, if the owner's share is used up.
   */
  enter: (owner: string | number) => () => void;
}

/**
 * Creates a bound on calls in flight. An owner may hold as many places as are free: alone one gets half of them, two get
 * a third each, and who has none gets one while one is free (dynamic thresholds, Choudhury and Hahne 1998).
 */
export const createAdmission = (places: number = PLACES): Admission => {
  const held = new Map<string | number, number>();
  let free = places;
  return {
    enter(owner) {
      const own = held.get(owner) ?? 0;
      if (own >= free)
        throw new Refusal('unavailable', `Too many calls are in flight; try again in ${RETRY_AFTER_S} s.`, {
          'retry-after': String(RETRY_AFTER_S),
        });
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
