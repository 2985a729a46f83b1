import { readText } from '../util/read-body.js';
import { BoundedMap } from '../util/bounded-map.js';

const MAX_BYTES = 65_536;
const REMEMBERED_MS = 600_000;
/** Maximum number of remembered documents: a site trusts one issuer or a few, of two documents each. */
const MAX_DOCUMENTS = 50;

/** A JSON document of an issuer, and when it was fetched, in milliseconds since 1970. */
export interface FetchedDocument {
  value: unknown;
  atMs: number;
}

/** The documents that each `fetch` has brought: an app has one, its tests have others. */
const remembered = new WeakMap<typeof globalThis.fetch, BoundedMap<string, FetchedDocument>>();

const documentsOf = (fetch: typeof globalThis.fetch): BoundedMap<string, FetchedDocument> => {
  const documents = remembered.get(fetch) ?? new BoundedMap({ maxSize: MAX_DOCUMENTS });
  remembered.set(fetch, documents);
  return documents;
};

/**
 * Fetches a JSON document, without following a redirect, of 64 KiB at most. It is remembered for ten minutes.
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
  const documents = documentsOf(fetch);
  const known = documents.get(url);
  // The clock may have been set back.
  if (known && Math.abs(nowMs - known.atMs) < maxAgeMs) return known;
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    redirect: 'manual',
    signal,
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const value: unknown = JSON.parse(await readText(response, { maxBytes: MAX_BYTES, signal }));
  const fetched = { value, atMs: nowMs };
  documents.set(url, fetched);
  return fetched;
};
