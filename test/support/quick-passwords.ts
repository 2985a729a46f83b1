/**
 * Stands in for `better-auth/crypto` in `src/service/users/hashing.ts` (see vitest.config.ts): the same hashes at a
 * fraction of their cost of 32 MB and a tenth of a second, for suites that do not test that cost.
 */
import { randomBytes, scryptSync } from 'node:crypto';
import * as real from 'better-auth/crypto';
import { afterAll, beforeAll } from 'vitest';

const keyOf = (password: string, salt: string): string =>
  scryptSync(password.normalize('NFKC'), salt, 64, { N: 2 }).toString('hex');

const quick: Pick<typeof real, 'hashPassword' | 'verifyPassword'> = {
  hashPassword: (password) => {
    const salt = randomBytes(16).toString('hex');
    return Promise.resolve(`${salt}:${keyOf(password, salt)}`);
  },
  verifyPassword: ({ hash, password }) => {
    const [salt = '', key] = hash.split(':');
    return Promise.resolve(keyOf(password, salt) === key);
  },
};

let current = quick;

/** Hashes at their real cost. Call it inside `describe`. */
export const useRealPasswords = (): void => {
  beforeAll(() => {
    current = real;
  });
  afterAll(() => {
    current = quick;
  });
};

export const hashPassword = (password: string): Promise<string> => current.hashPassword(password);

export const verifyPassword = (check: { hash: string; password: string }): Promise<boolean> =>
  current.verifyPassword(check);
