import { hostname } from 'node:os';
import { hostName } from '../config/parsers.js';
import { StartupError } from '../config/startup-error.js';
import type { SharedAllowances } from '../service/index.js';
import { createVerifier, type BulkVerifier } from '../verifier/index.js';
import { createTestVerifier } from '../verifier/test-verifier.js';
import type { ServeSettings } from './serve-settings.js';

/**
 * The name of this machine for mail servers.
 * @param machine the system's name of this machine, which may contain underscores.
 * @throws StartupError if no name is set and the machine's is not a host name.
 */
export const heloOf = (helo: string | null, machine: string): string => {
  const name = helo ?? hostName.parse(machine);
  if (name !== undefined) return name;
  throw new StartupError(
    `The name of this machine, ${JSON.stringify(machine)}, is no host name: set SMTP_HELO to ${hostName.expected}.`,
  );
};

/**
 * Creates the configured verifier.
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
