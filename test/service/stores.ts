/**
 * Runs a suite on both stores. Each call of `place()` gives a fresh, empty place for one.
 */
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openPGlite } from '../../src/service/store/pglite.js';
import { useHarness, type Harness, type Place } from './harness.js';
import { whole } from '../support/whole.js';
import { startPostgres, type Postgres } from '../support/postgres.js';

const CACHE = join('node_modules', '.cache', 'email-verify');
/** Made by the program itself; PGlite's own `initdb` takes seconds, a copy of what it made does not. */
const TEMPLATE = join(CACHE, 'pglite-0.5.16');

const makeTemplate = async (): Promise<void> => {
  if (existsSync(TEMPLATE)) return;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'making-'));
  const { close } = await openPGlite(folder, (error) => {
    throw error;
  });
  await close();
  try {
    renameSync(folder, TEMPLATE);
  } catch {
    // Another test file was quicker.
    rmSync(folder, { recursive: true });
  }
};

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

/** Places for PGlite whose `initdb` has been run already. Call it inside `describe`. */
export const usePGlite = (): (() => Promise<Place>) => {
  const makeFolder = useFolders();
  return async () => {
    await makeTemplate();
    const dataDir = makeFolder();
    cpSync(TEMPLATE, dataDir, { recursive: true });
    return { dataDir };
  };
};

/** Databases in a PostgreSQL of this suite's own. Call it inside `describe`. */
export const usePostgres = (): (() => Promise<Place>) => {
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());
  return async () => ({ dataDir: '/nonexistent', databaseUrl: await postgres!.createDatabase() });
};

/**
 * Describes the same promises twice; outside `.ci/run`, once. The harness is there before the places: what it opened is closed before they go.
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
