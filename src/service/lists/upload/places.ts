import { Refusal } from '../../../protocol/refusal.js';

/** Uploads under way at most, in this process and of an account. */
const PLACES = { process: 16, account: 4 };
const RETRY_AFTER = { 'retry-after': '10', connection: 'close' };

/** Bounds the uploads under way. */
export interface UploadPlaces {
  /**
   * Takes a place.
   * @returns a function that gives it back.
   * @throws Refusal `rate_limited` if the account has too many, `unavailable` if the process has.
   */
  enter: (accountId: number) => () => void;
}

export const createUploadPlaces = (most = PLACES): UploadPlaces => {
  const byAccount = new Map<number, number>();
  let all = 0;
  return {
    enter(accountId) {
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
