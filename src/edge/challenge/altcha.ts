import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { Payload } from 'altcha-lib/v1/types';
import type { AltchaPrompt } from '../../protocol/index.js';
import type { Challenge } from './types.js';

/** Settings of {@link altcha}. */
export interface AltchaOptions {
  /**
   * Maximum number of hashes per solution; the average is half of it (20,000). Doubling it doubles the work, for a
   * person's browser and for a script.
   */
  maxNumber?: number;
  /** Lifetime of a challenge, in milliseconds (600,000). */
  lifetimeMs?: number;
}

/**
 * Typing an address takes 3 to 5 s: the solution should be ready by then, on a slow device too. `npm run bench element` on
 * two busy cores, Chromium, 30 challenges or more, median and 95th percentile: 0.1 and 0.4 s; with the main thread slowed
 * 4×, 0.5 and 1.3 s. With 50,000: 0.4 and 0.7 s; slowed 4×, 2.4 and 5.1 s.
 */
const DEFAULT_MAX_NUMBER = 20_000;

const ALGORITHM = 'SHA-256';
const MAX_ANSWER_LENGTH = 1024;

/** Parses an answer; null if it is malformed, which the library does not check. */
const readPayload = (answer: string): Payload | null => {
  if (answer.length > MAX_ANSWER_LENGTH) return null;
  let value: Partial<Record<keyof Payload, unknown>> | null;
  try {
    value = JSON.parse(atob(answer)) as typeof value;
  } catch {
    return null;
  }
  const { algorithm, challenge, salt, signature, number } = value ?? {};
  if (algorithm !== ALGORITHM || typeof number !== 'number' || !Number.isSafeInteger(number)) return null;
  if (typeof challenge !== 'string' || typeof salt !== 'string' || typeof signature !== 'string') return null;
  return { algorithm, challenge, salt, signature, number };
};

const positive = (name: keyof AltchaOptions, value: number): number => {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new TypeError(`altcha: ${name}: it takes an integer of 1 or more`);
};

/**
 * A proof of work (ALTCHA, SHA-256), created and verified here, without a provider. The element solves it in the
 * background; a script pays for each token with computing time. Each solution is accepted once.
 * @throws TypeError for an invalid option.
 * @example
 * const edge = createEdge({ ...options, challenge: altcha() });
 */
export const altcha = ({ maxNumber = DEFAULT_MAX_NUMBER, lifetimeMs = 600_000 }: AltchaOptions = {}): Challenge => {
  positive('maxNumber', maxNumber);
  positive('lifetimeMs', lifetimeMs);
  return {
    // There is no provider that could be down: only a stall of this process comes here, and a flood of requests can cause one.
    onUnavailable: 'refuse',

    async describe({ secrets: [hmacKey = ''], now }) {
      const expires = new Date(now() + lifetimeMs);
      const made = await createChallenge({ algorithm: ALGORITHM, hmacKey, maxNumber, expires });
      const { challenge, salt, signature } = made;
      const prompt: AltchaPrompt = {
        type: 'altcha',
        algorithm: ALGORITHM,
        challenge,
        maxnumber: maxNumber,
        salt,
        signature,
      };
      return prompt;
    },

    async verify(answer, { secrets, now, once }) {
      const payload = readPayload(answer);
      if (!payload) return false;
      const leftMs = Number(extractParams(payload)['expires']) * 1000 - now();
      // The expiry is checked here because the library does not know `now`. Without an expiry, `leftMs` is NaN.
      if (!(leftMs > 0)) return false;
      const checks = await Promise.all(secrets.map((secret) => verifySolution(payload, secret, false)));
      if (!checks.includes(true)) return false;
      // Record only correct solutions, so that forged ones do not fill the store.
      return once(payload.challenge, leftMs);
    },
  };
};
