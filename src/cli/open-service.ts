import { pino } from 'pino';
import { createService, type Service } from '../service/index.js';
import { createVerifier, type Verifier } from '../verifier/index.js';
import type { Secrets } from './secrets.js';
import type { ServeSettings } from './serve-settings.js';

/** Creates the logger: lines of JSON on standard error, so that standard output has only the results. */
export const createLog = (level: string): pino.Logger => pino({ level }, pino.destination({ dest: 2, sync: true }));

/** Creates a verifier that queries these DNS servers, or the system's. */
export const openVerifier = (dnsServers: string[] | null): Verifier => createVerifier({ dnsServers: dnsServers ?? [] });

/** Opens the service from its settings. `close` also closes its verifier. */
export const openService = async (
  { databaseUrl, dataDir, dnsServers }: ServeSettings,
  secrets: Secrets,
  log: pino.Logger,
): Promise<Service> => {
  const verifier = openVerifier(dnsServers);
  try {
    const service = await createService({
      ...(databaseUrl !== null && { databaseUrl }),
      dataDir,
      secret: secrets.service,
      ownKey: secrets.ownKey,
      verifier,
      log,
    });
    return { ...service, close: () => service.close().finally(() => verifier.close()) };
  } catch (error) {
    await verifier.close();
    throw error;
  }
};
