import type { UpstreamSetting } from '../../config/groups.js';
import type { LogLevel } from '../../config/settings.js';
import { StartupError } from '../../config/startup-error.js';
import type { Verifier } from '../../verifier/types.js';
import { challengeOf } from './challenge.js';
import { createEdge, type Edge } from '../edge.js';
import type { EdgeLog } from '../log.js';
import { receiptKeyFromSecret } from '../receipt/derived.js';
import { publicHalf } from '../receipt/key.js';
import type { ReceiptKeys } from '../receipt/own-keys.js';
import { createSigner } from '../receipt/sign.js';
import type { EdgeStore } from '../store/types.js';
import type { ServiceUpstream } from '../upstream/types.js';
import type { EdgeSettings } from './edge-settings.js';

/** Parts of an edge that depend on the runtime. */
export interface RuntimeParts {
  /** The public URL of the edge. */
  issuer: string;
  log: EdgeLog;
  /** Makes the verifier of this process, where the settings name no service. */
  verifier: () => Verifier | Promise<Verifier>;
  /** Memory when unset. */
  store?: EdgeStore;
}

/** An edge, and the end of what it holds. */
export interface OpenEdge {
  edge: Edge;
  end: () => Promise<void>;
}

/** The service that the settings name, as an option of `createEdge`. */
export const serviceOf = ({ url, key, ratePerSecond }: UpstreamSetting): ServiceUpstream => ({
  baseUrl: url,
  apiKey: key,
  ratePerSecond,
});

/**
 * Tries out the key that signs.
 * @returns the same keys.
 * @throws StartupError when its halves are of two keys.
 */
export const usableKeys = async (keys: ReceiptKeys): Promise<ReceiptKeys> => {
  await createSigner(keys[0]).catch(() => {
    throw new StartupError(
      "RECEIPT_KEY: the first key's x and d are not of one key; `npx email-verify keys` makes one.",
    );
  });
  return keys;
};

/** The keys derived from the secrets. Of the previous one only the public half is kept: it still proves what was signed. */
const derivedKeys = async ({ secret, previousSecret }: EdgeSettings): Promise<ReceiptKeys> => {
  const key = await receiptKeyFromSecret(secret);
  return previousSecret === null ? [key] : [key, publicHalf(await receiptKeyFromSecret(previousSecret))];
};

/**
 * Makes the edge that the settings describe.
 * @throws StartupError for keys that do not fit each other.
 */
export const openEdge = async (
  settings: EdgeSettings,
  { issuer, log, verifier, store }: RuntimeParts,
): Promise<OpenEdge> => {
  const { origins, secret, previousSecret, receiptKeys, basePath, quotas, challenge } = settings;
  const receiptKey = receiptKeys ? await usableKeys(receiptKeys) : await derivedKeys(settings);
  const upstream = settings.upstream ? serviceOf(settings.upstream) : await verifier();
  const edge = createEdge({
    origins,
    secret: previousSecret === null ? secret : [secret, previousSecret],
    receiptKey,
    issuer,
    upstream,
    basePath,
    quotas,
    log,
    ...(challenge && { challenge: challengeOf(challenge) }),
    ...(store && { store }),
  });
  return {
    edge,
    end: async () => {
      if ('close' in upstream) await upstream.close();
    },
  };
};

/** Makes the verifier of runtimes without Node's sockets: DNS over HTTPS. It is loaded when it is needed: its lists weigh 2 MB. */
export const verifierOverHttps =
  ({ dohUrl }: EdgeSettings) =>
  async (): Promise<Verifier> => {
    const { createDohVerifier } = await import('../../verifier/doh.js');
    return createDohVerifier(dohUrl === null ? {} : { url: dohUrl });
  };

/** The public URL of an edge that cannot tell it from its requests. */
export const requiredPublicUrl = ({ publicUrl }: EdgeSettings): string => {
  if (publicUrl !== null) return publicUrl;
  throw new StartupError('Not set: PUBLIC_URL, the URL by which browsers reach the edge; receipts name it.');
};

/** Writes the log as lines of JSON: `warn` leaves out the requests, every level above it all of the log. */
export const printedLog =
  (level: LogLevel, print: (line: string) => void): EdgeLog =>
  (line) => {
    const quiet = level === 'error' || level === 'fatal' || level === 'silent';
    if (!quiet && !(level === 'warn' && line.event === 'request')) print(JSON.stringify(line));
  };
