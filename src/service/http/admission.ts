import { Refusal } from '../../protocol/refusal.js';
import { createFairShares } from '../../util/fair-shares.js';

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
 * a third each, and who has none gets one while one is free. Strangers share half of the places in the same way, so that
 * even many cannot crowd out accounts.
 */
export const createAdmission = (places: number = PLACES): Admission => {
  const all = createFairShares(places);
  const forStrangers = createFairShares(Math.floor(places / 2));
  const refused = (): Refusal =>
    new Refusal('unavailable', `Too many calls are in flight; try again in ${RETRY_AFTER_S} s.`, {
      'retry-after': String(RETRY_AFTER_S),
    });
  return {
    enter({ id, isStranger }) {
      const leave = all.take(id);
      if (!leave) throw refused();
      if (!isStranger) return leave;
      const leaveStrangers = forStrangers.take(id);
      if (!leaveStrangers) {
        leave();
        throw refused();
      }
      return () => {
        leave();
        leaveStrangers();
      };
    },
  };
};
