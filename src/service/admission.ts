import { Refusal } from '../protocol/refusal.js';

/** Calls in flight at most, in this process: they wait for the store or for a verdict. */
const PLACES = 2000;
/** `Retry-After` of a call that found no place, in seconds. */
const RETRY_AFTER_S = 1;

/** Whose place a call takes. */
export interface Owner {
  id: string | number;
  /** No account is known for the call. */
  isStranger: boolean;
}

/** Bounds the calls in flight. */
export interface Admission {
  /**
   * Takes a place.
   * @returns a function that gives it back.
   * @throws Refusal `unavailable`, with `Retry-After`, if the owner's share is used up.
   */
  enter: (owner: Owner) => () => void;
}

/**
 * Creates a bound on calls in flight. An owner may hold as many places as are free: alone one gets half of them, two get
 * a third each, and who has none gets one while one is free (dynamic thresholds, Choudhury and Hahne 1998). Strangers share
 * half of the places in the same way, so that even many cannot crowd out accounts.
 */
export const createAdmission = (places: number = PLACES): Admission => {
  const held = new Map<string | number, number>();
  let free = places;
  let freeForStrangers = Math.floor(places / 2);
  return {
    enter({ id, isStranger }) {
      const own = held.get(id) ?? 0;
      if (own >= (isStranger ? Math.min(free, freeForStrangers) : free))
        throw new Refusal('unavailable', `Too many calls are in flight; try again in ${RETRY_AFTER_S} s.`, {
          'retry-after': String(RETRY_AFTER_S),
        });
      held.set(id, own + 1);
      free -= 1;
      if (isStranger) freeForStrangers -= 1;
      return () => {
        const left = (held.get(id) ?? 1) - 1;
        if (left > 0) held.set(id, left);
        else held.delete(id);
        free += 1;
        if (isStranger) freeForStrangers += 1;
      };
    },
  };
};
