import { createTestVerifier } from '../verifier/test-verifier.js';
import type { CheckedOptions } from './options.js';
import { memoryStore } from '../receipt/store/memory.js';

/** Higher than any test counts. */
const UNLIMITED = 1_000_000_000;

/**
 * The options that test mode replaces. The local part of the address determines the verdict, without challenge and
 * quotas. Nothing is cached, so that every check starts afresh, and no shared store receives a test's verdict.
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
