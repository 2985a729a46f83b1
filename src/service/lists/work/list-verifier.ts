import { concurrently } from '../../../util/concurrently.js';
import type { Asked, BulkVerifier, LookedUp, LookUpManyOptions, Verifier } from '../../../verifier/types.js';

/** The functions of a verifier that lists use. */
export type ListVerifier = Pick<BulkVerifier, 'lookUpMany' | 'askMany' | 'receiverRate'>;

/** Addresses that are checked at once by a verifier without functions for lists. */
const IN_FLIGHT = 100;

const isBulk = (verifier: Verifier): verifier is BulkVerifier => 'lookUpMany' in verifier;

/** The functions for lists of a verifier; one that has none checks one address after the other, each to its end. */
export const listVerifier = (verifier: Verifier): ListVerifier => {
  if (isBulk(verifier)) return verifier;
  const check = <T>(
    items: Iterable<T> | AsyncIterable<T>,
    emailOf: (item: T) => string,
    { timeoutMs, signal }: LookUpManyOptions,
  ) =>
    concurrently<T, LookedUp & Asked>(
      items,
      async (item, index, { emit, signal: stop }) => {
        const limit = timeoutMs === undefined ? {} : { timeoutMs };
        emit({ index, result: await verifier.verify(emailOf(item), { signal: stop, ...limit }) });
      },
      { inFlight: IN_FLIGHT, signal },
    );
  return {
    lookUpMany: (emails, options = {}) => check(emails, (email) => email, options),
    // Another process, with another verifier, left them.
    askMany: (questions, options = {}) => check(questions, ({ email }) => email, options),
    receiverRate: () => Promise.resolve(0),
  };
};
