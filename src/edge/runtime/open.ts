import type { Verifier } from '../../verifier/types.js';
import { createEdge, type Edge } from '../edge.js';
import type { EdgeLog } from '../log.js';
import { receiptKeyFromSecret } from '../receipt/derived.js';
import { publicHalf } from '../receipt/key.js';
import type { ReceiptKeys } from '../receipt/own-keys.js';
import { createSigner } from '../receipt/sign.js';
import type { EdgeStore } from '../store/types.js';
import type { ServiceUpstream } from '../upstream/types.js';
import { WrongSetting } from './environment.js';
import type { EdgeSettings, LogLevel, UpstreamSetting } from './settings.js';

/** What the settings leave to the runtime. */
export interface Surroundings {
  /** The public URL of the edge. */
  issuer: string;
  log: EdgeLog;
  /** Makes what finds out in this process, where the settings name no service. */
  verifier: () => Verifier | Promise<Verifier>;
  store?: EdgeStore;
}

/** An edge, and the end of what it holds. */
export interface OpenEdge {
  edge: Edge;
  end: () => Promise<void>;
}

/** The service that the settings name, as the edge takes it. */
export const serviceOf = ({ url, key, ratePerSecond }: UpstreamSetting): ServiceUpstream => ({
  baseUrl: url,
  apiKey: key,
  ...(ratePerSecond !== null && { ratePerSecond }),
});

/**
 * The keys, tried out.
 * @throws WrongSetting when the halves of the one that signs are of two keys.
 */
export const usableKeys = async (keys: ReceiptKeys): Promise<ReceiptKeys> => {
  await createSigner(keys[0]).catch(() => {
    throw new WrongSetting(
      "RECEIPT_KEY: the first key's x and d are not of one key; `npx email-verify keys` makes one.",
    );
  });
  return keys;
};

/** The keys that follow from the secrets: of the one before, only the half that proves what it has signed. */
const derivedKeys = async ({ secret, previousSecret }: EdgeSettings): Promise<ReceiptKeys> => {
  const key = await receiptKeyFromSecret(secret);
  return previousSecret === null ? [key] : [key, publicHalf(await receiptKeyFromSecret(previousSecret))];
};

/**
 * Makes the edge that the settings describe.
 * @throws WrongSetting for what the settings' form does not show to be wrong.
 */
export const openEdge = async (
  settings: EdgeSettings,
  { issuer, log, verifier, store }: Surroundings,
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
    ...(challenge && { challenge }),
    ...(store && { store }),
  });
  return {
    edge,
    end: async () => {
      if ('close' in upstream) await upstream.close();
    },
  };
};

/** The verifier where a runtime has no sockets of Node's: over HTTPS. It is loaded when it is needed: its lists weigh 2 MB. */
export const verifierOverHttps =
  ({ dohUrl }: EdgeSettings) =>
  async (): Promise<Verifier> => {
    const { createDohVerifier } = await import('../../verifier/doh.js');
    try {
      return createDohVerifier(dohUrl === null ? {} : { url: dohUrl });
    } catch (error) {
      throw error instanceof RangeError
        ? new WrongSetting(error.message.replace('createDohVerifier: url', 'DOH_URL'))
        : error;
    }
  };

/** The public URL of an edge that cannot tell it from its requests. */
export const requiredPublicUrl = ({ publicUrl }: EdgeSettings): string => {
  if (publicUrl !== null) return publicUrl;
  throw new WrongSetting('Not set: PUBLIC_URL, the address by which browsers reach the edge; receipts name it.');
};

/** A log of JSON lines by `print`: a level above `info` leaves out the requests, one above `warn` the troubles too. */
export const printedLog =
  (level: LogLevel, print: (line: string) => void): EdgeLog =>
  (line) => {
    const quiet = level === 'error' || level === 'fatal' || level === 'silent';
    if (!quiet && !(level === 'warn' && line.event === 'request')) print(JSON.stringify(line));
  };
