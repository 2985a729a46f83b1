import type { ValidationResult } from '../../src/protocol/index.js';
import type { Verifier } from '../../src/verifier/types.js';

export const SECRET = 'a secret of the tests';
/** A key that every service of the harness knows. */
export const KEY = 'own-key-of-the-tests';

export interface ScriptedVerifier extends Verifier {
  /** The number of checks that have begun and not ended. */
  waiting(): number;
}

/** Says `valid` of everything, once what `hold` gives is there: for tests of what happens around a check. */
export const scriptedVerifier = (hold: () => Promise<void> = () => Promise.resolve()): ScriptedVerifier => {
  let waiting = 0;
  return {
    async verify(email): Promise<ValidationResult> {
      waiting += 1;
      await hold();
      waiting -= 1;
      const [account = '', domain = ''] = email.split('@');
      const fields = { email, account, domain, checked_at: '2026-01-31T12:00:00+00:00', mx_record: 'mx.example.org' };
      return { ...fields, status: 'valid', quality: 'safe', score: 0.95, did_you_mean: null, sub_status: [] };
    },
    close: () => Promise.resolve(),
    waiting: () => waiting,
  };
};
