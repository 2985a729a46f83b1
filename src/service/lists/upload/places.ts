import { Refusal } from '../../../protocol/refusal.js';

/** Uploads under way at most, in this process and of an account. */
const PLACES = { process: 32, account: 4 };
/** Of these, those that hold their whole file in memory, some 35 MB each. */
const WHOLE = { process: 8, account: 4 };
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

const createPlaces = (most: typeof PLACES) => {
  const byAccount = new Map<number, number>();
  let all = 0;
  return {
    enter(accountId: number): () => void {
      const own = byAccount.get(accountId) ?? 0;
      if (own >= most.account)
        throw new Refusal(
          'rate_limited',
          `${own} uploads of this account are under way; try again in 10 s.`,
          RETRY_AFTER,
        );
      if (all >= most.process)
        throw new Refusal('unavailable', 'Too many uploads are under way; try again in 10 s.', RETRY_AFTER);
      byAccount.set(accountId, own + 1);
      all += 1;
      return () => {
        all -= 1;
        const left = (byAccount.get(accountId) ?? 1) - 1;
        if (left > 0) byAccount.set(accountId, left);
        else byAccount.delete(accountId);
      };
    },
  };
};

export const createUploadPlaces = (): UploadPlaces => {
  const [all, whole] = [createPlaces(PLACES), createPlaces(WHOLE)];
  return {
    enter(accountId, isWhole) {
      const leaveWhole = isWhole ? whole.enter(accountId) : () => undefined;
      try {
        const leave = all.enter(accountId);
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
