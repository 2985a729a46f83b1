import { StartupError } from '../config/startup-error.js';
import { openWorker } from '../service/lists/work/open-worker.js';
import { createLog, flushLog } from './log.js';
import { openVerifier } from './open-service.js';
import type { ServeSettings } from './serve-settings.js';

/**
 * `email-verify-element work`: works on uploaded lists, beside the processes that serve.
 * @throws StartupError with one line if it cannot start.
 */
export const work = async (settings: ServeSettings): Promise<{ close: () => Promise<void> }> => {
  const { databaseUrl, logLevel } = settings;
  if (databaseUrl === null)
    throw new StartupError(
      'email-verify-element work needs DATABASE_URL, the PostgreSQL of the service; without one, email-verify-element serve itself works on lists.',
    );
  const log = createLog(logLevel);
  const { close } = await openWorker({
    databaseUrl,
    verifier: ({ shaping }) => openVerifier(settings, shaping),
    log,
  });
  return { close: () => close().finally(() => flushLog(log)) };
};
