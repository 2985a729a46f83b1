import { Refusal } from '../../../protocol/refusal.js';
import { createFairShares, type FairShares } from '../../../util/fair-shares.js';

/** Uploads under way at most, in this process; of these, those that hold their whole file in memory, some 35 MB each. */
const PLACES = 32;
const WHOLE_PLACES = 8;
/** Of either, those of an account. */
const OF_ACCOUNT = 4;
const RETRY_AFTER = { 'retry-after': '10', connection: 'close' };

/** Bounds the uploads under way. */
export interface UploadPlaces {
  /**
   * Takes a place.
   * @param isWhole the file is held in memory, not streamed.
   * @returns a function that gives it back.
   * @throws Refusal `rate_limited` if the account has too many, `unavailable` if the process has.
   */
  enter: (accountId: number, isWhole: boolean) => () => void;
}

const takePlace = (places: FairShares, accountId: number): (() => void) => {
  const own = places.held(accountId);
  if (own >= OF_ACCOUNT)
    throw new Refusal('rate_limited', `${own} uploads of this account are under way; try again in 10 s.`, RETRY_AFTER);
  const leave = places.take(accountId);
  if (leave === null)
    throw new Refusal('unavailable', 'Too many uploads are under way; try again in 10 s.', RETRY_AFTER);
  return leave;
};

/** Creates the bound. An account may hold its places while any are free. */
export const createUploadPlaces = (): UploadPlaces => {
  const [all, whole] = [createFairShares(PLACES, Infinity), createFairShares(WHOLE_PLACES, Infinity)];
  return {
    enter(accountId, isWhole) {
      const leaveWhole = isWhole ? takePlace(whole, accountId) : () => undefined;
      try {
        const leave = takePlace(all, accountId);
        return () => {
          leave();
          leaveWhole();
        };
      } catch (error) {
        leaveWhole();
        throw error;
      }
    },
  };
};
