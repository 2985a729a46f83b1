import { createLately } from '../lately.js';

/** How long a receipt is given again, in milliseconds: little, of the half hour that it is accepted. */
const REUSED_MS = 60_000;
const MOST = 5000;

interface Made {
  said: string;
  receipt: Promise<string>;
  until: number;
}

/**
 * Gives a receipt.
 * @param key for whom and for what it is: a token's id and an address's hash.
 * @param said what it says of the address: a receipt that says something else is another one.
 * @param make signs a new one.
 */
export type GiveReceipt = (key: string, said: string, make: () => Promise<string>, nowMs: number) => Promise<string>;

/**
 * Makes what gives the same receipt again to who asks again with the same token, in place of signing one more. Two people never get the
 * same: each page has a token of its own, and a receipt that may be used only once must not be used up by somebody else.
 */
export const createReceiptReuse = (): GiveReceipt => {
  const made = createLately<Made>(MOST);
  return (key, said, make, nowMs) => {
    const before = made.get(key);
    if (before?.said === said && before.until > nowMs) return before.receipt;
    const receipt = make();
    made.set(key, { said, receipt, until: nowMs + REUSED_MS });
    receipt.catch(() => {
      made.delete(key);
    });
    return receipt;
  };
};
