import { isDisposable } from '../address/lists/disposable.js';
import { findDomain } from '../address/lists/find-domain.js';
import type { MailRoute } from './mail-route.js';
import type { SubStatus } from '../protocol/index.js';
import { BoundedMap } from '../util/bounded-map.js';
import { HOSTING } from './data/hosting.js';

/** The maximum number of servers that are remembered. */
const MAX_SERVERS = 10_000;
/** A domain that was last seen so long ago, in ms, no longer counts: hosts and addresses change their owners. */
const DECAY_MS = 30 * 24 * 3_600_000;
/** The maximum number of domains of each kind that are remembered for one server. One with more unlisted ones serves everybody. */
const MAX_LISTED = 12;
const MAX_UNLISTED = 16;
/** The least number of listed domains. A few may have moved to an honest provider. */
const LEAST_LISTED = 5;

/** The domains seen at one mail server, each with the time when it was last seen, the oldest first. */
interface Seen {
  listed: Map<string, number>;
  unlisted: Map<string, number>;
  /** When a well-known provider's domain was last seen there. */
  honestMs: number;
}

const remember = (domains: Map<string, number>, domain: string, nowMs: number): void => {
  domains.delete(domain);
  domains.set(domain, nowMs);
};

const forget = (domains: Map<string, number>, maxSize: number, nowMs: number): void => {
  for (const [oldest, seenMs] of domains) {
    if (domains.size <= maxSize && nowMs - seenMs < DECAY_MS) return;
    domains.delete(oldest);
  }
};

/** The parent of a domain that is on the list: under one that is listed, anybody may have any number of names. */
const listEntryOf = (domain: string): string => {
  const labels = domain.split('.');
  const parents = labels.map((_, index) => labels.slice(-index - 1).join('.'));
  return parents.find(isDisposable) ?? domain;
};

const isWithin = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`);

/** Recognises disposable domains by their mail servers. */
export interface DisposableHosts {
  /**
   * Learns from a domain that was looked up.
   * @param domain lower-case ASCII.
   * @param codes the codes of its name alone.
   * @returns true if the domain is on no list, and its mail server is one of disposable domains.
   */
  isDisposable: (
    domain: string,
    codes: readonly SubStatus[],
    route: Pick<MailRoute, 'host' | 'addresses' | 'code'>,
  ) => boolean;
}

/**
 * Recognises new disposable domains by the mail servers that they share with known ones, learned as domains are looked up: a host or an
 * address to which at least five known disposable domains point, no fewer than unlisted ones, and no well-known provider. Providers that host
 * everybody do not count, and neither does a host that only its own domain uses.
 */
export const createDisposableHosts = (now: () => Date): DisposableHosts => {
  const servers = new BoundedMap<string, Seen>({ maxSize: MAX_SERVERS });

  const seenAt = (server: string): Seen => {
    const known = servers.get(server);
    if (known) return known;
    const seen = { listed: new Map<string, number>(), unlisted: new Map<string, number>(), honestMs: -Infinity };
    servers.set(server, seen);
    return seen;
  };

  /** Notes a domain at a server. @returns true if the server is one of disposable domains. */
  const note = (server: string, domain: string, codes: readonly SubStatus[], nowMs: number): boolean => {
    const seen = seenAt(server);
    const { listed, unlisted } = seen;
    const isListed = codes.includes('disposable');
    if (isListed) remember(listed, listEntryOf(domain), nowMs);
    else if (codes.includes('free_provider') || codes.includes('relay')) seen.honestMs = nowMs;
    forget(listed, MAX_LISTED, nowMs);
    forget(unlisted, MAX_UNLISTED, nowMs);
    const isKnown = nowMs - seen.honestMs >= DECAY_MS && listed.size >= Math.max(LEAST_LISTED, unlisted.size);
    // Once a server is known, its unlisted domains are the new disposable ones.
    if (!isKnown && !isListed) remember(unlisted, domain, nowMs);
    return isKnown;
  };

  return {
    isDisposable(domain, codes, { host, addresses, code }) {
      if (host === '' || findDomain(HOSTING, host)) return false;
      // Anybody can point an address record at a stranger's server, and a host of the domain's own is not shared.
      if (code === 'implicit_mx' || isWithin(host, domain)) return false;
      const nowMs = now().getTime();
      const known = [host, ...addresses].map((server) => note(server, domain, codes, nowMs));
      if (codes.includes('disposable') || codes.includes('relay')) return false;
      return known.includes(true) || isDisposable(host);
    },
  };
};
