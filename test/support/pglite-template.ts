/** An embedded database without tables: PGlite's own `initdb` takes five seconds of CPU, a copy of what it made does not. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPGlite } from '../../src/service/store/embedded/pglite.js';

const CACHE = join('node_modules', '.cache', 'email-verify');
const TEMPLATE = join(CACHE, 'pglite-0.5.16');

const makeTemplate = async (): Promise<void> => {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'making-'));
  const { close } = await openPGlite(folder, { ms: Infinity }, (error) => {
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

/** Puts the database into a `DATA_DIR`, as a first start does. */
export const putDatabase = async (dataDir: string): Promise<void> => {
  if (!existsSync(TEMPLATE)) await makeTemplate();
  cpSync(TEMPLATE, dataDir, { recursive: true });
};
