/**
 * Runs a suite on both stores. Each call of `place()` gives a fresh, empty place for one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openStore, type Store } from '../../src/service/schema.js';
import { fail, useHarness, type Harness, type Place } from './harness.js';
import { putDatabase } from '../support/pglite-template.js';
import { whole } from '../support/whole.js';
import { startPostgres, type Postgres } from '../support/postgres.js';

/** Temporary folders that are removed when the suite ends. Call it inside `describe`. */
export const useFolders = (): (() => string) => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'ev-service-'));
    folders.push(folder);
    return folder;
  };
};

/** The same store, with a function that is called before each statement. */
export const noteUses = (store: Store, onUse: () => void): Store =>
  Object.create(store, {
    db: {
      get: () => {
        onUse();
        return store.db;
      },
    },
  }) as Store;

/** Places for PGlite whose `initdb` has been run already. Call it inside `describe`. */
export const usePGlite = (): (() => Promise<Place>) => {
  const makeFolder = useFolders();
  return async () => {
    const dataDir = makeFolder();
    await putDatabase(dataDir);
    return { dataDir };
  };
};

interface Shared {
  postgres: Postgres;
  /** The name of a database that has the tables, and nothing in them. */
  template: string;
}

const share = async (): Promise<Shared> => {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const store = await openStore({ dataDir: '/nonexistent', databaseUrl, onError: fail });
  await store.close();
  return { postgres, template: new URL(databaseUrl).pathname.slice(1) };
};

let shared: Promise<Shared> | undefined;

/**
 * Databases in a PostgreSQL that all suites of this process share: its start takes more than a second of CPU. It ends with
 * the process. A suite that stops PostgreSQL starts another one. Call it inside `describe`.
 * @param options.migrated whether they have the tables already (yes).
 */
export const usePostgres = ({ migrated = true } = {}): (() => Promise<Place>) => {
  let postgres: Postgres | undefined;
  let template: string | undefined;
  const urls: string[] = [];
  beforeAll(async () => {
    ({ postgres, template } = await (shared ??= share()));
  });
  afterAll(async () => {
    for (const url of urls) await postgres?.dropDatabase(url);
  });
  return async () => {
    const databaseUrl = await postgres!.createDatabase(migrated ? template : undefined);
    urls.push(databaseUrl);
    return { dataDir: '/nonexistent', databaseUrl };
  };
};

/**
 * Places for a suite that promises nothing of the store: on PGlite in `.ci/run`, else on PostgreSQL. Call it inside
 * `describe`.
 */
export const usePlaces = (): (() => Promise<Place>) => (whole ? usePGlite() : usePostgres());

/**
 * Describes the same promises twice; outside `.ci/run`, once. The harness is there before the places: what it opened is
 * closed before they go.
 */
export const onBothStores = (
  title: string,
  suite: (harness: Harness & { place: () => Promise<Place> }) => void,
): void => {
  // Each of its places takes a second to open.
  describe.runIf(whole)(`${title}, on PGlite`, () => {
    suite({ ...useHarness(), place: usePGlite() });
  });
  describe(`${title}, on PostgreSQL`, () => {
    suite({ ...useHarness(), place: usePostgres() });
  });
};
