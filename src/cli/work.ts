import { StartupError } from '../config/startup-error.js';
import { openWorker } from '../service/open-worker.js';
import { createLog, flushLog } from './log.js';
import { openVerifier } from './open-verifier.js';
import { deriveSecrets } from './secrets.js';
import type { ServeSettings } from './serve-settings.js';

/**
 * `email-verify-server work`: works on uploaded lists, beside the processes that serve.
 * @throws StartupError with one line if it cannot start.
 */
export const work = async (settings: ServeSettings): Promise<{ close: () => Promise<void> }> => {
  const { databaseUrl, logLevel, secret, listsUrl, dataDir, dnsServers, allowPrivateCallbacks } = settings;
  if (databaseUrl === null)
    throw new StartupError(
      'email-verify-server work needs DATABASE_URL, the PostgreSQL of the service; without one, email-verify-server serve itself works on lists.',
    );
  const log = createLog(logLevel);
  // Without SECRET, this worker does not know the secret that `serve` keeps in its folder.
  const secrets = secret === null ? null : await deriveSecrets(secret);
  const { close } = await openWorker({
    databaseUrl,
    verifier: ({ shaping }) => openVerifier(settings, shaping, secrets?.probes),
    secret: secrets?.service ?? null,
    domainLists:
      listsUrl === null
        ? null
        : { url: listsUrl, dataDir, dnsServers: dnsServers ?? [], allowPrivate: allowPrivateCallbacks },
    log,
  });
  return { close: () => close().finally(() => flushLog(log)) };
};
