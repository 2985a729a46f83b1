import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS, type Environment } from '../../config/settings.js';
import { StartupError } from '../../config/startup-error.js';
import { QUOTA_SETTINGS } from '../../edge/runtime/edge-settings.js';
import { startServer } from '../../edge/runtime/node-server.js';
import { closestWord } from '../closest-word.js';
import { askControl } from '../control-socket.js';
import type { Finding } from './finding.js';

/** Finds variables whose names are one letter off a setting's. */
export const examineNames = (environment: Environment): Finding[] => {
  const known = new Set([...Object.keys(SETTINGS), ...QUOTA_SETTINGS.map(([name]) => name)]);
  return Object.keys(environment).flatMap((name) => {
    const meant = known.has(name) ? null : closestWord(name, known, 1);
    return meant === null
      ? []
      : [{ level: 'warning', part: 'settings', text: `${name} is no setting: did you mean ${meant}?` }];
  });
};

/** The address on which a server will listen. */
interface Place {
  port: number;
  host?: string | null;
  names?: { port: string; host: string };
}

/**
 * Examines if the port is free.
 * @param dataDir the data folder: a service that runs on it may have the port.
 */
export const examineListening = async (place: Place, dataDir: string): Promise<Finding> => {
  const part = place.names?.port ?? 'PORT';
  try {
    const server = await startServer(place, { graceMs: 0 });
    await server.close();
    return { level: 'ok', part, text: place.port === 0 ? '0 takes a free one' : `${place.port} is free` };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const running = await askControl(dataDir, 'hello').catch(() => null);
    running?.destroy();
    return running === null
      ? { level: 'error', part, text: error.message }
      : { level: 'ok', part, text: `${place.port} is in use; a service runs on DATA_DIR` };
  }
};

/** Examines if this machine, and others on the same PostgreSQL, have a secret. */
export const examineSecret = ({
  secret,
  databaseUrl,
  dataDir,
}: {
  secret: string | null;
  databaseUrl: string | null;
  dataDir: string;
}): Finding => {
  const part = 'SECRET';
  if (secret !== null) return { level: 'ok', part, text: 'is set' };
  const file = join(dataDir, 'secret');
  if (databaseUrl !== null) {
    const text = `is not set: each machine makes its own in ${file}. Set the same SECRET for all that use one DATABASE_URL.`;
    return { level: 'warning', part, text };
  }
  const text = existsSync(file) ? `is in ${file}` : `the first start makes one in ${file}`;
  return { level: 'ok', part, text };
};
