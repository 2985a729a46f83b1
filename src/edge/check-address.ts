import type { TakeCall } from './upstream-budget.js';
import type { VerdictSource } from './log.js';
import type { CheckedOptions } from './options.js';
import type { NormalisedAddress } from '../receipt/address-hash.js';
import { failure } from '../util/success-or-failure.js';
import { timeout, TimeoutError } from '../util/timeout.js';
import { createAsk, DEFAULT_TIMEOUT_MS } from './upstream/ask.js';
import { toOutcome } from './upstream/outcome.js';
import type { AddressVerdict, Asker as Client, UpstreamResult, UpstreamTrouble } from './upstream/types.js';

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
  /** The time when the edge first called the store for this check, by `performance.now()`. */
  startedAt: number;
  /** Continues work after the response. Without it the response waits for that work. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/**
 * Resolves to the verdict on an address: from the cache, from a check in flight, or from the upstream. If the upstream
 * fails, the verdict is `unknown`.
 *
 * A verdict must not reveal who else asked. So origins and networks share no cache and no call, and the first answer to
 * a client about an address always takes the time, the refusals and the quotas of a call.
 * @param hash a keyed hash of the origin, the client's network and the address.
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

/** The store's part of a check's time, in milliseconds. A page waits 5 s, of which the upstream may take 4.5. */
const STORE_MS = 300;

/** Maximum number of addresses in flight. Each ends within the upstream timeout. */
const MAX_UNDER_WAY = 1000;

const NOT_AN_ADDRESS: SourcedVerdict = {
  verdict: { status: 'invalid', quality: 'unsafe', sub_status: ['syntax_error'], did_you_mean: null, mx_record: '' },
  from: 'address',
};

/**
 * Parses a cached verdict like that of an upstream, since others may have written to the store.
 * @returns null if the text is not a verdict of an edge.
 */
const readRemembered = (text: string | null, address: string): AddressVerdict | null => {
  if (text === null) return null;
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== 'object' || stored === null || !('status' in stored)) return null;
  const read = toOutcome({ ...stored, email: address }, address);
  return read.ok && read.value.status === stored.status ? read.value : null;
};

/**
 * Creates the check function of an edge. Concurrent checks of one address by one network for one origin are coalesced.
 * @param takeCall counts each call of the upstream.
 */
export const createCheck = (options: CheckedOptions, takeCall: TakeCall): Check => {
  const { upstream, store, now, log, onUpstreamTrouble } = options;
  const ask = createAsk(upstream);
  const underWay = new Map<string, Promise<SourcedVerdict>>();
  const upstreamMs = ('verify' in upstream ? undefined : upstream.timeoutMs) ?? DEFAULT_TIMEOUT_MS;
  const endOf = ({ startedAt }: Asker): number => startedAt + upstreamMs + STORE_MS;

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

  /** Asks the upstream, until the check's deadline. */
  const askInTime = async (address: string, asker: Asker): Promise<UpstreamResult> => {
    const { origin, client, waitUntil } = asker;
    const asked = ask(address, { ...client, endsAt: endOf(asker) }, () => takeCall(origin, client.checks));
    // The call holds places until it ends, even after this check's deadline.
    waitUntil?.(asked.catch(() => undefined));
    try {
      return await timeout(endOf(asker) - performance.now(), asked);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      return failure({ code: 'upstream_timeout', reason: 'the store took too much of the time' });
    }
  };

  const find = async (address: string, key: string, asker: Asker): Promise<SourcedVerdict> => {
    const remembered = await recall(address, key);
    if (remembered) return { verdict: remembered, from: 'memory' };
    const started = now();
    const answer = await askInTime(address, asker);
    if (!answer.ok) return unknown(answer.reason, now() - started);
    const verdict = answer.value;
    // The upstream call is paid for: the verdict is returned even if it cannot be cached. The store has logged the
    // error.
    const kept = store.set(key, JSON.stringify(verdict), REMEMBERED_MS[verdict.status]).catch(() => undefined);
    if (asker.waitUntil) asker.waitUntil(kept);
    else await kept;
    return { verdict, from: 'upstream' };
  };

  return async ({ text, valid }, hash, asker) => {
    if (!valid) return NOT_AN_ADDRESS;
    const key = `v:${hash}`;
    const running = underWay.get(key);
    if (running) return running;
    if (underWay.size >= MAX_UNDER_WAY) {
      return unknown({ code: 'rate_limited', reason: 'not asked: too many calls are under way' }, 0);
    }
    const found = find(text, key, asker).finally(() => underWay.delete(key));
    underWay.set(key, found);
    return found;
  };
};
