import { readMxRecord, readVerdict } from '../protocol/index.js';
import { createTakeCall } from './budget.js';
import type { VerdictSource } from './log.js';
import type { CheckedOptions } from './options.js';
import type { NormalisedAddress } from './receipt/subject.js';
import { createAsk } from './upstream/ask.js';
import type { AddressVerdict, Asker as Client, UpstreamTrouble } from './upstream/types.js';

/** A verdict and its source. */
export interface SourcedVerdict {
  verdict: AddressVerdict;
  from: VerdictSource;
}

/** The request behind a check. */
export interface Asker {
  /** The origin of the page, for the upstream quota per origin. */
  origin: string;
  client: Client;
  /** Continues work after the response. Without it the response waits for that work. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/**
 * Resolves to the verdict on an address: from the cache, from a check in flight, or from the upstream. If the upstream
 * fails, the verdict is `unknown`.
 * @param hash a keyed hash of the address.
 */
export type Check = (address: NormalisedAddress, hash: string, asker: Asker) => Promise<SourcedVerdict>;

const MINUTE_MS = 60_000;

/** TTL of a cached verdict by its status. Upstream failures are not cached: the next check may succeed. */
const REMEMBERED_MS = {
  valid: 60 * MINUTE_MS,
  invalid: 10 * MINUTE_MS,
  risky: 10 * MINUTE_MS,
  unknown: MINUTE_MS / 2,
} as const;

/** Maximum number of addresses in flight. Each ends within the upstream timeout. */
const MAX_UNDER_WAY = 1000;

const NOT_AN_ADDRESS: SourcedVerdict = {
  verdict: { status: 'invalid', quality: 'unsafe', sub_status: ['syntax_error'], did_you_mean: null, mx_record: '' },
  from: 'address',
};

/**
 * Parses a cached verdict.
 * @returns null if the text is not a verdict, or its status is not one that the edge writes.
 */
const readRemembered = (text: string | null): AddressVerdict | null => {
  if (text === null) return null;
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== 'object' || stored === null || !('status' in stored)) return null;
  const read = readVerdict({ ...stored, email: '' });
  if (read === null || read.status !== stored.status) return null;
  const { status, quality, sub_status, did_you_mean } = read;
  return { status, quality, sub_status, did_you_mean, mx_record: readMxRecord(stored) };
};

/** Creates the check function of an edge. Concurrent checks of one address are coalesced. */
export const createCheck = (options: CheckedOptions): Check => {
  const { upstream, store, now, log, onUpstreamTrouble } = options;
  const ask = createAsk(upstream);
  const takeCall = createTakeCall(options);
  const underWay = new Map<string, Promise<SourcedVerdict>>();

  /** A store failure or a malformed entry counts as a cache miss. */
  const recall = async (key: string): Promise<AddressVerdict | null> => {
    try {
      return readRemembered(await store.get(key));
    } catch {
      return null;
    }
  };

  /** Reports an upstream failure, and returns the verdict `unknown`. */
  const unknown = (trouble: UpstreamTrouble, ms: number): SourcedVerdict => {
    const { code, reason } = trouble;
    log({ event: 'upstream', code, reason, ms });
    onUpstreamTrouble({ code, reason });
    return {
      verdict: { status: 'unknown', quality: 'unknown', sub_status: [code], did_you_mean: null, mx_record: '' },
      from: 'upstream',
    };
  };

  const find = async (address: string, key: string, { origin, client, waitUntil }: Asker): Promise<SourcedVerdict> => {
    const remembered = await recall(key);
    if (remembered) return { verdict: remembered, from: 'memory' };
    const started = now();
    const answer = await ask(address, client, () => takeCall(origin, client.checks));
    if (!answer.ok) return unknown(answer.reason, now() - started);
    const verdict = answer.value;
    // The verdict is paid for: return it even if it cannot be cached. The store has logged the error.
    const kept = store.set(key, JSON.stringify(verdict), REMEMBERED_MS[verdict.status]).catch(() => undefined);
    if (waitUntil) waitUntil(kept);
    else await kept;
    return { verdict, from: 'upstream' };
  };

  return ({ text, valid }, hash, asker) => {
    if (!valid) return Promise.resolve(NOT_AN_ADDRESS);
    const key = `v:${hash}`;
    const running = underWay.get(key);
    if (running) return running;
    if (underWay.size >= MAX_UNDER_WAY) {
      return Promise.resolve(unknown({ code: 'rate_limited', reason: 'not asked: too many calls are under way' }, 0));
    }
    const found = find(text, key, asker).finally(() => underWay.delete(key));
    underWay.set(key, found);
    return found;
  };
};
