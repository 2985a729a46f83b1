import { createLately } from './lately.js';

/** How long an answer is given again, in milliseconds: little, of the half hour that its receipt is accepted. */
const GIVEN_AGAIN_MS = 60_000;
const MOST = 5000;

interface Given<T> {
  answer: Promise<T>;
  until: number;
}

/**
 * Gives an answer.
 * @param key who asks for what: a token's id and a keyed hash of the text.
 * @param make finds out, and signs.
 */
export type GiveAnswer<T> = (key: string, make: () => Promise<T>, nowMs: number) => Promise<T>;

/**
 * Makes what gives the same answer again to the page that asks for the same text again within a minute, receipt and all, in place of
 * signing one more. Two people never get the same: each page has a token of its own, and a receipt that may be used only once must not be
 * used up by somebody else.
 * @param lasts whether an answer may be given again.
 */
export const createSameAnswer = <T>(lasts: (answer: T) => boolean): GiveAnswer<T> => {
  const given = createLately<Given<T>>(MOST);
  return (key, make, nowMs) => {
    const before = given.get(key);
    if (before && before.until > nowMs) return before.answer;
    const answer = make();
    const now: Given<T> = { answer, until: nowMs + GIVEN_AGAIN_MS };
    given.set(key, now);
    const forget = (): void => {
      if (given.get(key) === now) given.delete(key);
    };
    answer.then((made) => {
      if (!lasts(made)) forget();
    }, forget);
    return answer;
  };
};
