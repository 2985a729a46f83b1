import type { AltchaPrompt } from '../../protocol/index.js';

/** The highest counter and cost that the element accepts from an edge. A derivation cannot be interrupted. */
const MAX_NUMBER = 1_000_000;
const MAX_COST = 100_000;
/** Derivations in flight: with only one, the browser's threads would be idle between two. */
const IN_FLIGHT = 8;

const bytesOf = (hexadecimal: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hexadecimal.match(/../g) ?? [], (digits) => parseInt(digits, 16));
const hexadecimalOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Solves a proof of work: derives the key of one counter after another. Browsers derive keys off the main thread, so a
 * worker would gain nothing. The expiry is left to the edge, since the page's clock may be wrong.
 * @returns the answer in ALTCHA's format, base64 of JSON.
 * @throws if no counter fits, or the signal is aborted.
 */
export const solveAltcha = async ({ parameters, signature }: AltchaPrompt, signal: AbortSignal): Promise<string> => {
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix, data } = parameters;
  // A page without HTTPS has no `crypto.subtle`. Node has no `isSecureContext`.
  if ('isSecureContext' in globalThis && !isSecureContext) throw new Error('The page is not served over HTTPS.');
  if (cost > MAX_COST) throw new Error(`The challenge costs ${cost} iterations, more than ${MAX_COST}.`);
  const { subtle } = crypto;
  const pbkdf2 = { name: 'PBKDF2', hash: algorithm.slice('PBKDF2/'.length), salt: bytesOf(salt), iterations: cost };
  const last = Math.min(data.maxNumber, MAX_NUMBER);
  let next = 0;
  let solution: { counter: number; derivedKey: string } | undefined;

  const derive = async (counter: number): Promise<string> => {
    const password = bytesOf(`${nonce}00000000`);
    new DataView(password.buffer).setUint32(password.length - 4, counter);
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    return hexadecimalOf(await subtle.deriveBits(pbkdf2, key, keyLength * 8));
  };

  const search = async (): Promise<void> => {
    while (!solution && next <= last) {
      signal.throwIfAborted();
      const counter = next++;
      const derivedKey = await derive(counter);
      if (derivedKey.startsWith(keyPrefix)) solution = { counter, derivedKey };
    }
  };

  await Promise.all(Array.from({ length: IN_FLIGHT }, search));
  if (!solution) throw new Error('The challenge has no solution.');
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
};
