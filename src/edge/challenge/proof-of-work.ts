import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { AltchaPrompt } from '../../protocol/index.js';
import { clientNetwork } from '../../util/client-network.js';
import type { ChallengeContext } from './types.js';

/**
 * The part of a request's context that a proof of work needs. The work is bound to the page's origin and the client's
 * network.
 */
export type WorkContext = Pick<ChallengeContext, 'origin' | 'clientAddress' | 'secrets' | 'now'>;

/** The parameters of a challenge. */
export interface Work {
  /** The highest counter that may be the solution; the average is half of it. */
  maxNumber: number;
  lifetimeMs: number;
}

/** A correct solution. */
export interface Solved {
  /** Identifies the challenge. */
  id: string;
  /** The difficulty that was asked for. */
  maxNumber: number;
  /**
   * Milliseconds for which the solution must be recorded as used: until the challenge has expired at every edge that
   * shares the store.
   */
  noteMs: number;
}

/** Native in browsers and in scripts, so that a script has little advantage. Browsers run it off the main thread. */
const ALGORITHM = 'PBKDF2/SHA-256';
/**
 * Iterations of one key derivation: 1 to 2 ms on one core. With fewer, the overhead of a call would cost a browser more
 * than the work (Firefox: 0.5 ms a call). The edge derives one key per challenge, and none to verify an answer.
 */
const COST = 5000;
/** Maximum time by which another edge's clock may be behind this one, in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;
/** An answer of the element has about 1,000 characters. */
const MAX_ANSWER_LENGTH = 2048;

/**
 * The keys that sign a challenge. They depend on page and network, so that a solution from another one has an invalid
 * signature.
 */
const keysOf = (secret: string, { origin, clientAddress }: WorkContext) => {
  const bound = `${secret} ${origin} ${clientNetwork(clientAddress ?? '')}`;
  return { hmacSignatureSecret: bound, hmacKeySignatureSecret: `${bound} solution` };
};

/** A whole number from 0 to `max`. */
const randomUpTo = (max: number): number => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random % (max + 1);
};

/** Creates a challenge. It is stateless: difficulty and expiry are in its signed parameters. */
export const createWork = async ({ maxNumber, lifetimeMs }: Work, context: WorkContext): Promise<AltchaPrompt> => {
  const [secret = ''] = context.secrets;
  const made = await createChallenge({
    algorithm: ALGORITHM,
    cost: COST,
    counter: randomUpTo(maxNumber),
    deriveKey,
    // Not `expiresAt`, which the library compares with its own clock.
    data: { maxNumber, expires: context.now() + lifetimeMs },
    ...keysOf(secret, context),
  });
  return { type: 'altcha', ...(made as Pick<AltchaPrompt, 'parameters' | 'signature'>) };
};

type SentPayload = Payload & { challenge: Challenge & Pick<AltchaPrompt, 'parameters'> };

/** Parses an answer: base64 of JSON. Null if it is malformed, which the library does not check. */
const readPayload = (answer: string): SentPayload | null => {
  if (answer.length > MAX_ANSWER_LENGTH) return null;
  try {
    const payload = JSON.parse(atob(answer)) as SentPayload | null;
    const { parameters, signature }: { parameters?: unknown; signature?: unknown } = payload?.challenge ?? {};
    const isWhole = typeof parameters === 'object' && parameters !== null && typeof signature === 'string';
    return isWhole ? payload : null;
  } catch {
    return null;
  }
};

/**
 * Verifies an answer without deriving a key: the signature first, then the expiry, then the signature of the solution's
 * key. The caller checks that the answer was not used before.
 * @returns null if the answer is wrong, expired, or of another page or network.
 */
export const verifyWork = async (answer: string, context: WorkContext): Promise<Solved | null> => {
  const payload = readPayload(answer);
  if (!payload) return null;
  // Members are copied one by one: a client could otherwise set other options of the library, and make it throw.
  const { challenge, solution } = payload;
  const checks = context.secrets.map((secret) =>
    verifySolution({ challenge, solution, deriveKey, ...keysOf(secret, context) }),
  );
  if (!(await Promise.all(checks)).some(({ verified }) => verified)) return null;
  const { nonce, data } = challenge.parameters;
  const leftMs = data.expires - context.now();
  return leftMs > 0 ? { id: nonce, maxNumber: data.maxNumber, noteMs: leftMs + CLOCK_TOLERANCE_MS } : null;
};
