import type { ValidationResult } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { testNameOf, testResult, waitFor } from '../../verifier/test-verifier.js';
import { overLimit } from '../keys/rate-limit.js';

const RETRY_MS = 1000;

/**
 * The answer to a check with a test key: the local part names it, at any domain, up to a `+`. `slow@` takes until the
 * deadline, `error@` and `limited@` are refused, any other local part is `valid`. Uses no network.
 * @throws Refusal for `error@` and `limited@`; the signal's reason when it is aborted.
 */
export const testVerdict = async (
  email: string,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<ValidationResult> => {
  const name = testNameOf(email);
  if (name === 'error') throw new Refusal('internal_error', 'error@ with a test key is answered like this.');
  if (name === 'limited') throw overLimit(RETRY_MS);
  if (name === 'slow') await waitFor(timeoutMs, signal);
  return testResult(email);
};
