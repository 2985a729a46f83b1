import type { ReceiptClaims } from '../../protocol/index.js';
import { timeout } from '../../util/timeout.js';
import { edgeCrypto } from '../crypto/index.js';
import { failure, success, type Result } from '../result.js';
import type { EdgeStore } from '../store/types.js';

/** How long the store may take, in milliseconds: a person waits for the answer to a form. */
const STORE_TIMEOUT_MS = 1000;

/** The key of a receipt's note: short ASCII, whatever its id is. Not of its text: an ECDSA signature can be written in two ways. */
const noteOf = ({ iss, jti }: ReceiptClaims): string => `r:${edgeCrypto().sha256(JSON.stringify([iss, jti]))}`;

/**
 * Notes that a receipt is used, for as long as it could be used again.
 * @param ttlMs how long it is accepted from now on, in milliseconds.
 * @returns a success for its first use.
 */
export const useOnce = async (
  store: Pick<EdgeStore, 'setIfAbsent'>,
  claims: ReceiptClaims,
  ttlMs: number,
): Promise<Result<null, 'used' | 'store_unavailable'>> => {
  const key = noteOf(claims);
  try {
    const isFirst = await timeout(STORE_TIMEOUT_MS, store.setIfAbsent(key, ttlMs));
    return isFirst ? success(null) : failure('used');
  } catch {
    return failure('store_unavailable');
  }
};
