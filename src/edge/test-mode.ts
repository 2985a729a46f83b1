import { createTestVerifier } from '../verifier/test-verifier.js';
import type { CheckedOptions } from './options.js';
import { memoryStore } from './store/memory.js';

/** More than any test does. */
const UNLIMITED = 1_000_000_000;

/**
 * The options that test mode replaces: verdicts come from the local part of the address; no challenge and no quota is in the way. Nothing is
 * remembered, so that each check is like the first, and no other edge's store can learn a test's verdict.
 */
export const testModeOptions = (): Pick<CheckedOptions, 'upstream' | 'challenge' | 'quotas' | 'store'> => ({
  upstream: createTestVerifier(),
  challenge: 'off',
  quotas: {
    checksPerToken: UNLIMITED,
    checksPerClientPerMinute: UNLIMITED,
    tokensPerClientPerMinute: UNLIMITED,
    checksPerClientPerDay: UNLIMITED,
    checksPerOriginPerDay: UNLIMITED,
    receiptsPerClientPerMinute: UNLIMITED,
    checksPerDay: UNLIMITED,
  },
  store: { ...memoryStore(), get: () => Promise.resolve(null), set: () => Promise.resolve() },
});
