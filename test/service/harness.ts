import assert from 'node:assert/strict';
import { afterAll } from 'vitest';
import { PROBLEM_TYPE, type Problem } from '../../src/protocol/index.js';
import { createService, type Service, type ServiceOptions } from '../../src/service/index.js';
import { openStore, type Store } from '../../src/service/schema.js';
import type { StoreOptions } from '../../src/service/store/open.js';
import { KEY, SECRET, scriptedVerifier } from './scripted.js';

/** Where a store is: a part of the options of `createService`. */
export interface Place {
  dataDir: string;
  databaseUrl?: string;
}

export const fail = (error: Error): never => {
  throw error;
};

export interface Harness {
  /** Opens a service; it is closed when the suite ends, unless it was before. */
  open: (place: Place, options?: Partial<ServiceOptions>) => Promise<Service>;
  /** Opens a bare store, likewise. */
  openStore: (place: Place, options?: Partial<StoreOptions>) => Promise<Store>;
}

/** A statement may take so long on a busy machine, in ms. Suites about the limit take the default in its place. */
const statementMs = 60_000;

/** Call it inside `describe`, before what makes the places: what is opened is closed before its place is removed. */
export const useHarness = (): Harness => {
  const opened: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const one of opened) await one.close();
  });
  const remember = <T extends { close(): Promise<void> }>(one: T): T => (opened.push(one), one);
  return {
    open: async (place, options) =>
      remember(
        await createService({
          ...place,
          statementMs,
          secret: SECRET,
          ownKey: KEY,
          verifier: scriptedVerifier(),
          ...options,
        }),
      ),
    openStore: async (place, options) =>
      remember(await openStore({ ...place, statementMs, onError: fail, ...options })),
  };
};

/** Asks a service for one check with the harness' key. */
export const check = (service: Service, email: string, more = ''): Promise<Response> =>
  service.fetch(new Request(`http://service/api/validate?apikey=${KEY}&email=${encodeURIComponent(email)}${more}`));

/** The problem that an answer is, checked to be a whole one (RFC 9457). */
export const problemOf = async (response: Response): Promise<Problem> => {
  assert.equal(response.headers.get('content-type'), PROBLEM_TYPE);
  const problem = (await response.json()) as Problem;
  assert.equal(problem.status, response.status);
  assert.equal(problem.message, problem.detail);
  return problem;
};
