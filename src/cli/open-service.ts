import type { Logger } from 'pino';
import { localUrl } from '../edge/runtime/served.js';
import { createService, type EdgePlace, type Observe, type Service } from '../service/index.js';
import { createLog } from './log.js';
import { openVerifier } from './open-verifier.js';
import { secretsOf, type Secrets } from './secrets.js';
import type { ServeSettings } from './serve-settings.js';

/** The URL of the service for browsers, and the origins of its pages. */
export interface Place {
  publicUrl: string;
  origins: string[];
}

/**
 * The URL of a server on this machine, with the loopback names of the machine.
 * @param port the port that it listens on.
 */
export const placeOf = ({ publicUrl, host, port: wanted }: ServeSettings, port = wanted): Place => {
  const url = publicUrl ?? localUrl(host, port);
  const loopback = ['localhost', '127.0.0.1', '::1'].map((name) => localUrl(name, port));
  return { publicUrl: url, origins: [...new Set([new URL(url).origin, ...loopback])] };
};

/**
 * Opens the service from its settings.
 * @param edge the edge that is served with it.
 * @param observe receives events, for metrics.
 * @param isCommand true for a command, which leaves the hourly work, and lists, to the service.
 */
export const openService = (
  settings: ServeSettings,
  secrets: Secrets,
  log: Logger,
  place = placeOf(settings),
  { edge, observe, isCommand = false }: { edge?: EdgePlace; observe?: Observe | undefined; isCommand?: boolean } = {},
): Promise<Service> => {
  const {
    databaseUrl,
    dataDir,
    registration,
    mail,
    checkRetentionDays,
    outcomeRetentionDays,
    domainOutcomes,
    paymentSecrets,
    allowPrivateCallbacks,
    dnsServers,
    listLimits,
    listsUrl,
    worksOnLists,
  } = settings;
  return createService({
    ...(databaseUrl !== null && { databaseUrl }),
    dataDir,
    secret: secrets.service,
    ownKey: secrets.ownKey,
    verifier: ({ shaping }) => openVerifier(settings, shaping, secrets.probes),
    log,
    worksOnLists: worksOnLists && !isCommand,
    worksHourly: !isCommand,
    ...(checkRetentionDays !== null && { checkRetentionDays }),
    outcomeRetentionDays,
    domainOutcomes,
    ...place,
    ...(edge && { edge }),
    registration,
    paymentSecrets,
    allowPrivateCallbacks,
    dnsServers: dnsServers ?? [],
    listLimits,
    ...(listsUrl !== null && { domainListsUrl: listsUrl }),
    ...(observe && { observe }),
    ...(mail && { mail }),
  });
};

/**
 * Opens the service for one command. It does no hourly work, such as deletion by age, and works on no lists: the settings
 * of the command's shell need not be those of the service, such as `CHECK_RETENTION_DAYS=off`.
 */
export const openForCommand = async (settings: ServeSettings): Promise<Service> =>
  openService(settings, await secretsOf(settings), createLog('warn'), placeOf(settings), { isCommand: true });
