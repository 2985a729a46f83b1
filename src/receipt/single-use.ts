import type { ReceiptClaims } from '../protocol/index.js';
import { timeout } from '../util/timeout.js';
import { runtimeCrypto } from './crypto/index.js';
import { failure, success, type Result } from '../util/success-or-failure.js';
import type { EdgeStore } from './store/types.js';

/** Timeout of the store, in milliseconds: a person is waiting for the form. */
const STORE_TIMEOUT_MS = 1000;

/** The store key of a receipt: a hash of its id, not of its text, because an ECDSA signature has two valid forms. */
const noteOf = ({ iss, jti }: ReceiptClaims): string => `r:${runtimeCrypto().sha256(JSON.stringify([iss, jti]))}`;

/**
 * Records a receipt as used until it expires.
 * @param ttlMs its remaining lifetime, in milliseconds.
 * @returns a success for the first use.
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
