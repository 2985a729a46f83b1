import { MIGRATIONS } from '../service/schema.js';
import { restoreStore } from '../service/store/backup/restore.js';
import { fileOf } from './backup.js';
import type { ServeSettings } from './serve-settings.js';

/**
 * `email-verify-server restore FILE`: restores a backup into a new DATA_DIR, or into the empty PostgreSQL of
 * DATABASE_URL.
 * @throws StartupError if the target is not empty, or the file is not a complete backup.
 */
export const restore = async (
  args: string[],
  settings: Pick<ServeSettings, 'databaseUrl' | 'dataDir'>,
  print: (line: string) => void,
): Promise<void> => {
  const file = fileOf(args, 'restore');
  await restoreStore(file, settings, MIGRATIONS);
  print(
    `Restored ${settings.databaseUrl === null ? `into ${settings.dataDir}` : 'into the PostgreSQL of DATABASE_URL'}.`,
  );
};
