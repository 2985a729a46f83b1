import { after } from 'node:test';
import { createService, type Service, type ServiceOptions } from '../../src/service/index.js';
import { openStore, type StoreOptions } from '../../src/service/store/open.js';
import type { Store } from '../../src/service/store/tables.js';
import type { ValidationResult } from '../../src/protocol/index.js';
import type { Verifier } from '../../src/verifier/types.js';

/** Where a store is: a part of the options of `createService`. */
export interface Place {
  dataDir: string;
  databaseUrl?: string;
}

export const SECRET = 'a secret of the tests';
/** A key that every service of the harness knows. */
export const KEY = 'own-key-of-the-tests';

const fail = (error: Error): never => {
  throw error;
};

export interface ScriptedVerifier extends Verifier {
  /** How many checks have begun and not ended. */
  waiting(): number;
}

/** Says `valid` of everything, once what `hold` gives is there: for tests of what happens around a check. */
export const scriptedVerifier = (hold: () => Promise<void> | undefined = () => undefined): ScriptedVerifier => {
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
    close: async () => undefined,
    waiting: () => waiting,
  };
};

export interface Harness {
  /** Opens a service; it is closed when the suite ends, unless it was before. */
  open(place: Place, options?: Partial<ServiceOptions>): Promise<Service>;
  /** Opens a bare store, likewise. */
  openStore(place: Place, options?: Partial<StoreOptions>): Promise<Store>;
}

/** Call it inside `describe`, before what makes the places: what is opened is closed before its place is removed. */
export const useHarness = (): Harness => {
  const opened: { close(): Promise<void> }[] = [];
  after(async () => {
    for (const one of opened) await one.close();
  });
  const remember = <T extends { close(): Promise<void> }>(one: T): T => (opened.push(one), one);
  return {
    open: async (place, options) =>
      remember(
        await createService({ ...place, secret: SECRET, ownKey: KEY, verifier: scriptedVerifier(), ...options }),
      ),
    openStore: async (place, options) => remember(await openStore({ ...place, onError: fail, ...options })),
  };
};

/** Asks a service for one check with the harness' key. */
export const check = (service: Service, email: string, more = ''): Promise<Response> =>
  service.fetch(new Request(`http://service/api/validate?apikey=${KEY}&email=${encodeURIComponent(email)}${more}`));

/** The `code` of a problem. */
export const codeOf = async (response: Response): Promise<string> => ((await response.json()) as { code: string }).code;
