import type { Verifier } from '../../verifier/types.js';
import { createSharedShaping, type SharedAllowances } from './shaping.js';
import type { Store } from '../schema.js';

/** The parts that a service has for its verifier. */
export interface VerifierParts {
  /** For the option `smtp.store` of `createVerifier`. */
  shaping: SharedAllowances;
}

/** A verifier, which the caller closes, after the service; or a function that makes one, which the service closes. */
export type VerifierOption = Verifier | ((parts: VerifierParts) => Verifier);

/** A verifier in use. */
export interface OpenVerifier {
  verifier: Verifier;
  /** Closes it if the service made it, and ends the connections that it leased. */
  close: () => Promise<void>;
}

/**
 * Makes the verifier of a service, unless the option is one.
 * @throws what the option throws; then the store is closed.
 */
export const openVerifier = async (store: Store, option: VerifierOption): Promise<OpenVerifier> => {
  if (typeof option !== 'function') return { verifier: option, close: () => Promise.resolve() };
  const shaping = createSharedShaping(store);
  try {
    const verifier = option({ shaping });
    return { verifier, close: () => verifier.close().finally(() => shaping.close()) };
  } catch (error) {
    await shaping.close();
    await store.close();
    throw error;
  }
};
