import type { VerdictSource } from './log.js';
import type { CheckedOptions } from './options.js';
import { takeCall } from './quota.js';
import type { NormalisedAddress } from './receipt/subject.js';
import { createAsk } from './upstream/ask.js';
import { toOutcome } from './upstream/outcome.js';
import type { AddressVerdict, UpstreamTrouble } from './upstream/types.js';

/** A verdict and its source. */
export interface SourcedVerdict {
  verdict: AddressVerdict;
  from: VerdictSource;
}

/** The request behind a check. */
export interface Asker {
  /** The origin of the page, for the upstream quota per origin. */
  origin: string;
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
 * Parses a cached verdict as that of an upstream: a store may hold what somebody else wrote.
 * @returns null if the text is not a verdict, or its status is not one that the edge writes.
 */
const readRemembered = (text: string | null, address: string): AddressVerdict | null => {
  if (text === null) return null;
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== 'object' || stored === null || !('status' in stored)) return null;
  const read = toOutcome({ ...stored, email: address }, address);
  return read.ok && read.value.status === stored.status ? read.value : null;
};

/** Creates the check function of an edge. Concurrent checks of one address are coalesced. */
export const createCheck = (options: CheckedOptions): Check => {
  const { upstream, store, now, log, onUpstreamTrouble } = options;
  const ask = createAsk(upstream);
  const underWay = new Map<string, Promise<SourcedVerdict>>();

  /** A store failure or a malformed entry counts as a cache miss. */
  const recall = async (address: string, key: string): Promise<AddressVerdict | null> => {
    try {
      return readRemembered(await store.get(key), address);
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

  const find = async (address: string, key: string, { origin, waitUntil }: Asker): Promise<SourcedVerdict> => {
    const remembered = await recall(address, key);
    if (remembered) return { verdict: remembered, from: 'memory' };
    const started = now();
    const answer = await ask(address, () => takeCall(options, origin));
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
