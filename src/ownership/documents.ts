import { readText } from '../util/read-body.js';
import { BoundedMap } from '../util/bounded-map.js';
import { abortable, withTimeout } from '../util/timeout.js';

const MAX_BYTES = 65_536;
const REMEMBERED_MS = 600_000;
/** Maximum number of remembered documents: a site trusts one issuer or a few, of two documents each. */
const MAX_DOCUMENTS = 50;
/** A failure is remembered for this long, in milliseconds: any stranger's token of an allowed issuer causes a fetch. */
const FAILED_MS = 5000;
/**
 * The time limit of a fetch, in milliseconds. It is not that of the call that began it: a token whose domain has slow DNS
 * leaves its call little time, and would end the fetch for all others.
 */
const FETCH_MS = 5000;

/** A JSON document of an issuer, and when it was fetched, in milliseconds since 1970. */
export interface FetchedDocument {
  value: unknown;
  atMs: number;
}

/** The documents, the failures and the fetches in flight, each by URL. */
interface Remembered {
  fetched: BoundedMap<string, FetchedDocument>;
  failed: BoundedMap<string, { error: unknown; atMs: number }>;
  inFlight: Map<string, Promise<FetchedDocument>>;
}

/** The documents that each `fetch` has brought: an app has one, its tests have others. */
const remembered = new WeakMap<typeof globalThis.fetch, Remembered>();

const rememberedOf = (fetch: typeof globalThis.fetch): Remembered => {
  const known = remembered.get(fetch) ?? {
    fetched: new BoundedMap({ maxSize: MAX_DOCUMENTS }),
    failed: new BoundedMap({ maxSize: MAX_DOCUMENTS }),
    inFlight: new Map<string, Promise<FetchedDocument>>(),
  };
  remembered.set(fetch, known);
  return known;
};

// The clock may have been set back.
const isWithin = (known: { atMs: number } | undefined, nowMs: number, ms: number): boolean =>
  known !== undefined && Math.abs(nowMs - known.atMs) < ms;

const readDocument = (url: string, fetch: typeof globalThis.fetch): Promise<unknown> =>
  withTimeout(FETCH_MS, async (signal) => {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      redirect: 'manual',
      signal,
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return JSON.parse(await readText(response, { maxBytes: MAX_BYTES, signal })) as unknown;
  });

/**
 * Fetches a JSON document, without following a redirect, of 64 KiB at most. It is remembered for ten minutes, a failure
 * for five seconds. Calls for a document that is being fetched share that fetch.
 * @param signal ends the wait of this call only.
 * @param maxAgeMs the age at which a remembered one is fetched again.
 * @throws Error for any other answer than a document.
 */
export const fetchDocument = async (
  url: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
  nowMs: number,
  maxAgeMs = REMEMBERED_MS,
): Promise<FetchedDocument> => {
  const { fetched, failed, inFlight } = rememberedOf(fetch);
  const known = fetched.get(url);
  if (known && isWithin(known, nowMs, maxAgeMs)) return known;
  const failure = failed.get(url);
  if (failure && isWithin(failure, nowMs, FAILED_MS)) throw failure.error;
  const begin = async (): Promise<FetchedDocument> => {
    try {
      const document = { value: await readDocument(url, fetch), atMs: nowMs };
      fetched.set(url, document);
      return document;
    } catch (error) {
      failed.set(url, { error, atMs: nowMs });
      throw error;
    } finally {
      inFlight.delete(url);
    }
  };
  const reading = inFlight.get(url) ?? begin();
  inFlight.set(url, reading);
  return abortable(reading, signal);
};
