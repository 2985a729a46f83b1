import { createWork, verifyWork } from './proof-of-work.js';
import type { Challenge } from './types.js';

/** Settings of {@link altcha}. */
export interface AltchaOptions {
  /**
   * Maximum number of key derivations per solution, of 1 to 2 ms each; the average is half of it (30). Doubling it
   * doubles the work, for a person's browser and for a script.
   */
  maxNumber?: number;
  /** Lifetime of a challenge, in milliseconds (600,000). */
  lifetimeMs?: number;
}

/** The highest counter that the element tries. */
const MAX_NUMBER = 1_000_000;

const positive = (name: keyof AltchaOptions, value: number, most = Number.MAX_SAFE_INTEGER): number => {
  if (Number.isSafeInteger(value) && value > 0 && value <= most) return value;
  throw new TypeError(
    `altcha: ${name}: it takes an integer of 1 or more${most === MAX_NUMBER ? `, up to ${most}` : ''}`,
  );
};

/**
 * A proof of work (ALTCHA, PBKDF2), created and verified here, without a provider. The element solves it in the
 * background; a script pays for each token with computing time. Each solution is accepted once.
 * @throws TypeError for an invalid option.
 * @example
 * const edge = createEdge({ ...options, challenge: altcha() });
 */
export const altcha = ({ maxNumber = 30, lifetimeMs = 600_000 }: AltchaOptions = {}): Challenge => {
  const work = {
    maxNumber: positive('maxNumber', maxNumber, MAX_NUMBER),
    lifetimeMs: positive('lifetimeMs', lifetimeMs),
  };
  return {
    // There is no provider that could be down. Only a stall of this process, such as in a flood of requests, makes this
    // challenge unavailable.
    onUnavailable: 'refuse',
    describe: (context) => createWork(work, context),
    async verify(answer, context) {
      const solved = await verifyWork(answer, context);
      // Record only correct solutions, so that forged ones do not fill the store.
      return solved !== null && context.once(solved.id, solved.noteMs);
    },
  };
};
