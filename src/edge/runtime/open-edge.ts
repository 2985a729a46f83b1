import type { LogLevel } from '../../config/settings.js';
import { StartupError } from '../../config/startup-error.js';
import { createTestVerifier } from '../../verifier/test-verifier.js';
import type { Verifier } from '../../verifier/types.js';
import { challengeOf } from './challenge-from-settings.js';
import { createEdge, type Edge } from '../edge.js';
import type { EdgeLog } from '../log.js';
import { createOutcomeFeed } from '../outcome-feed.js';
import { receiptKeyFromSecret } from '../../receipt/key-from-secret.js';
import { publicHalf } from '../../receipt/key.js';
import type { ReceiptKeys } from '../../receipt/signing-keys.js';
import { createSigner } from '../../receipt/sign.js';
import type { EdgeStore } from '../../receipt/store/types.js';
import type { EdgeSettings } from './edge-settings.js';
import { sampledLog } from './sampled-log.js';
import { upstreamOf } from './upstream-from-settings.js';

/** Parts of an edge that depend on the runtime. */
export interface RuntimeParts {
  /** The public URL of the edge. */
  issuer: string;
  log: EdgeLog;
  /** Creates the verifier of this process, if the settings name no service. */
  verifier: () => Verifier | Promise<Verifier>;
  /** This process's memory if unset. */
  store?: EdgeStore;
}

/** An edge; `end` releases its resources. */
export interface OpenEdge {
  edge: Edge;
  end: () => Promise<void>;
}

/**
 * Tests the key that signs.
 * @returns the same keys.
 * @throws StartupError if its private and public halves do not match.
 */
export const usableKeys = async (keys: ReceiptKeys): Promise<ReceiptKeys> => {
  await createSigner(keys[0]).catch(() => {
    throw new StartupError(
      "RECEIPT_KEY: the first key's d does not match its x; `npx email-verify-server keys` makes a key.",
    );
  });
  return keys;
};

/** The keys derived from the secrets. The previous key only verifies older receipts, so its public half is enough. */
const derivedKeys = async ({ secret, previousSecret }: EdgeSettings): Promise<ReceiptKeys> => {
  const key = await receiptKeyFromSecret(secret);
  return previousSecret === null ? [key] : [key, publicHalf(await receiptKeyFromSecret(previousSecret))];
};

/**
 * Creates the edge from its settings.
 * @throws StartupError if the two halves of the receipt key do not match, or a setting of the upstream is wrong.
 */
export const openEdge = async (
  settings: EdgeSettings,
  { issuer, log, verifier, store }: RuntimeParts,
): Promise<OpenEdge> => {
  const { origins, secret, previousSecret, receiptKeys, basePath, quotas, challenge, testMode } = settings;
  const receiptKey = receiptKeys ? await usableKeys(receiptKeys) : await derivedKeys(settings);
  const upstream = settings.upstream
    ? await upstreamOf(settings.upstream)
    : testMode
      ? createTestVerifier()
      : await verifier();
  // A service of ours knows the endpoint; the others do not.
  const outcomeFeed =
    'baseUrl' in upstream && settings.outcomesFeed === 'on' ? createOutcomeFeed({ ...upstream, log }) : null;
  const edge = createEdge({
    origins,
    secret: previousSecret === null ? secret : [secret, previousSecret],
    receiptKey,
    issuer,
    upstream,
    basePath,
    quotas,
    log,
    challenge: challengeOf(challenge),
    testMode,
    ...(outcomeFeed && { outcomeFeed }),
    ...(store && { store }),
  });
  return {
    edge,
    end: async () => {
      await outcomeFeed?.close();
      if ('close' in upstream) await upstream.close();
    },
  };
};

/**
 * Creates the verifier for runtimes without Node's sockets: DNS over HTTPS. Loaded on demand, because its lists have 2
 * MB.
 */
export const verifierOverHttps =
  ({ dohUrl }: EdgeSettings) =>
  async (): Promise<Verifier> => {
    const { createDohVerifier } = await import('../../verifier/doh.js');
    return createDohVerifier(dohUrl === null ? {} : { url: dohUrl });
  };

/** Writes the log as lines of JSON, sampled: `warn` omits the requests, higher levels everything. */
export const printedLog = (level: LogLevel, print: (line: string) => void): EdgeLog =>
  sampledLog((line) => {
    const quiet = level === 'error' || level === 'fatal' || level === 'silent';
    if (!quiet && !(level === 'warn' && line.event === 'request')) print(JSON.stringify(line));
  });
