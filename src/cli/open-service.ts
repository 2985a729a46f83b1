import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { hostName } from '../config/parsers.js';
import { StartupError } from '../config/startup-error.js';
import { localUrl } from '../edge/runtime/served.js';
import { createService, type EdgePlace, type Observe, type Service, type SharedAllowances } from '../service/index.js';
import { createVerifier, type BulkVerifier } from '../verifier/index.js';
import { createTestVerifier } from '../verifier/test-verifier.js';
import type { Secrets } from './secrets.js';
import type { ServeSettings } from './serve-settings.js';

/**
 * The name that mail servers are told.
 * @param machine the system's name of this machine, which may hold underscores.
 * @throws StartupError if no name is set and the machine's is no host name.
 */
export const heloOf = (helo: string | null, machine: string): string => {
  const name = helo ?? hostName.parse(machine);
  if (name !== undefined) return name;
  throw new StartupError(
    `The name of this machine, ${JSON.stringify(machine)}, is no host name: set SMTP_HELO to ${hostName.expected}.`,
  );
};

/**
 * Creates the verifier that the settings describe.
 * @param shaping the allowances of mail receivers; those of this process alone when unset.
 * @param secret keys the random names that mail servers are asked for; one of this process when unset.
 */
export const openVerifier = (
  {
    dnsServers,
    privateNetworks = false,
    smtp,
    testMode = false,
  }: Pick<ServeSettings, 'dnsServers'> & Partial<Pick<ServeSettings, 'privateNetworks' | 'smtp' | 'testMode'>>,
  shaping?: SharedAllowances,
  secret?: string,
): BulkVerifier => {
  if (testMode) return createTestVerifier();
  const { probe = false, helo = null, proxy = null, ...options } = smtp ?? {};
  const store = shaping?.from(smtp?.sourceAddresses ?? []);
  return createVerifier({
    dnsServers: dnsServers ?? [],
    privateNetworks,
    ...(probe && {
      smtp: {
        ...options,
        helo: heloOf(helo, hostname()),
        ...(proxy !== null && { proxy }),
        ...(store && { store }),
        ...(secret !== undefined && { secret }),
      },
    }),
  });
};

/** The URL of the service for browsers, and the origins of its pages. */
export interface Place {
  publicUrl: string;
  origins: string[];
}

/**
 * The place of a server on this machine: its URL, and the loopback names of this machine.
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
 * @param observe receives what happens, for metrics.
 */
export const openService = (
  settings: ServeSettings,
  secrets: Secrets,
  log: Logger,
  place = placeOf(settings),
  { edge, observe }: { edge?: EdgePlace; observe?: Observe | undefined } = {},
): Promise<Service> => {
  const {
    databaseUrl,
    dataDir,
    registration,
    mail,
    checkRetentionDays,
    paymentSecrets,
    allowPrivateCallbacks,
    dnsServers,
    listLimits,
    worksOnLists,
  } = settings;
  return createService({
    ...(databaseUrl !== null && { databaseUrl }),
    dataDir,
    secret: secrets.service,
    ownKey: secrets.ownKey,
    verifier: ({ shaping }) => openVerifier(settings, shaping, secrets.probes),
    log,
    worksOnLists,
    ...(checkRetentionDays !== null && { checkRetentionDays }),
    ...place,
    ...(edge && { edge }),
    registration,
    paymentSecrets,
    allowPrivateCallbacks,
    dnsServers: dnsServers ?? [],
    listLimits,
    ...(observe && { observe }),
    ...(mail && { mail }),
  });
};
