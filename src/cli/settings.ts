import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readBeside, type BesideSettings } from './beside-edge.js';
import type { Challenge } from '../edge/index.js';
import type { ReceiptKeys } from '../edge/receipt/own-keys.js';
import {
  listOf,
  readHttpUrl,
  readSetting,
  textOf,
  WrongSetting,
  type Environment,
} from '../edge/runtime/environment.js';
import {
  readListening,
  readLogLevel,
  readChallenge,
  readOrigins,
  readReceiptKeySetting,
  readSecret,
  readUpstream,
  type Listening,
  type LogLevel,
  type UpstreamSetting,
} from '../edge/runtime/settings.js';

/** The settings of `email-verify serve`, read from the environment. */
export interface Settings extends Listening {
  /** The address by which browsers reach the server, without a slash at its end; null: `http://localhost:PORT`. */
  publicUrl: string | null;
  databaseUrl: string | null;
  /** What stands beside the edge. */
  beside: BesideSettings;
  /** Absolute. */
  dataDir: string;
  /** Null: made at the first start and kept in `dataDir`. */
  secret: string | null;
  /** The keys of the receipts, of which the first signs; null: one that is derived from the secret. */
  receiptKeys: ReceiptKeys | null;
  /** The origins of the pages that may ask the edge; null: the server's own. */
  allowedOrigins: string[] | null;
  /** Another service that the edge asks in place of this one. */
  upstream: UpstreamSetting | null;
  /** What a page has to answer before the edge gives it a token. */
  challenge: Challenge | null;
  /** `host:port` each; null: the system's. */
  dnsServers: string[] | null;
  logLevel: LogLevel;
}

const dnsServer = (text: string): string => {
  const [, v6, host, port] = /^(?:\[([\da-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  if (isIP(v6 ?? host ?? '') && Number(port) > 0 && Number(port) < 65536) return text;
  throw new WrongSetting(
    `DNS_SERVERS has '${text}', but it takes IP address and port, such as 9.9.9.9:53 or [2620:fe::fe]:53, separated by commas.`,
  );
};

/** The servers to ask, `host:port` each; null: the system's. */
export const readDnsServers = (environment: Environment): string[] | null =>
  readSetting(environment, 'DNS_SERVERS', (text) => listOf(text).map(dnsServer));

const databaseUrl = (text: string): string => {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  // The address itself may hold a password.
  throw new WrongSetting(
    'DATABASE_URL is not the address of a PostgreSQL; write postgres://user:password@host:5432/name.',
  );
};

/**
 * Reads and checks the settings.
 * @throws WrongSetting with one line that names the setting and says what would be right.
 */
export const readSettings = (environment: Environment): Settings => {
  const probe = textOf(environment, 'SMTP_PROBE') ?? 'off';
  if (probe !== 'off') {
    throw new WrongSetting(`SMTP_PROBE is '${probe}', but mailboxes are not probed yet: it takes off, or nothing.`);
  }
  return {
    ...readListening(environment),
    publicUrl: readHttpUrl(environment, 'PUBLIC_URL'),
    databaseUrl: readSetting(environment, 'DATABASE_URL', databaseUrl),
    beside: readBeside(environment),
    dataDir: resolve(textOf(environment, 'DATA_DIR') ?? 'data'),
    secret: readSecret(environment),
    receiptKeys: readReceiptKeySetting(environment),
    allowedOrigins: readOrigins(environment),
    upstream: readUpstream(environment),
    challenge: readChallenge(environment),
    dnsServers: readDnsServers(environment),
    logLevel: readLogLevel(environment),
  };
};
