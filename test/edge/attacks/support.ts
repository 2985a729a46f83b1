import type { Edge } from '../../../src/edge/index.js';
import type { Problem, TokenAnswer } from '../../../src/protocol/index.js';
import { post, validate, type Caller } from '../support.js';

/** Calls `act` for each item, `atOnce` at the same time; resolves to the results in order. */
export const each = async <T, R>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<R>,
  atOnce = 100,
): Promise<R[]> => {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    const batch = items.slice(start, start + atOnce);
    results.push(...(await Promise.all(batch.map((item, i) => act(item, start + i)))));
  }
  return results;
};

/** 0, 1, … n - 1. */
export const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** Counts the occurrences of each text, as `{a: 2, b: 1}`. */
export const tally = (texts: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
};

/** An answer in a word: its status, and for a problem its code. */
export const wordOf = async (response: Response): Promise<string> => {
  const body = (await response.json()) as Partial<Problem>;
  return response.status === 200 ? '200' : `${response.status} ${body.code ?? ''}`;
};

let addresses = 0;

/**
 * A script that checks one new address after the other, and fetches a new token whenever it is refused.
 * @param edgeOf the edge that it calls the n-th time.
 * @returns what makes one call, and gives the answer in a word.
 */
export const createScript = (edgeOf: (call: number) => Edge, caller: Caller): (() => Promise<string>) => {
  let token: string | undefined;
  let calls = 0;
  return async () => {
    const edge = edgeOf((calls += 1));
    if (token === undefined) {
      const response = await post(edge, '/token', null, caller);
      if (response.status !== 200) return wordOf(response);
      ({ token } = (await response.json()) as TokenAnswer);
      return 'token';
    }
    const word = await wordOf(await validate(edge, token, `p${(addresses += 1)}@example.com`, caller));
    if (word !== '200') token = undefined;
    return word;
  };
};
