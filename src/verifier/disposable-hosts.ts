import { isAgreed, isDisposable } from '../address/known-domains/disposable.js';
import { findDomain } from '../address/known-domains/find-domain.js';
import { RESTRICTED } from '../address/known-domains/restricted-endings.js';
import type { SubStatus } from '../protocol/index.js';
import { BoundedMap } from '../util/bounded-map.js';
import { HOSTING } from './data/hosting.js';
import { isSteady, Sightings } from './domain-sightings.js';
import type { MailRoute } from './mail-route.js';

/** The maximum number of servers with listed domains that are remembered, and of servers without. */
const MAX_SERVERS = 10_000;
/**
 * The maximum number of servers, hosts and addresses, at which one listed domain counts at the same time, since its
 * owner can create any number.
 */
const MAX_SERVERS_OF_ONE = 32;
/**
 * Time after which a sighting no longer counts, in ms. A lapsed domain is out of DNS for a month before it can be
 * bought.
 */
const FORGET_MS = 14 * 24 * 3_600_000;
/**
 * The maximum number of domains of each kind that are remembered for one server. A server with more domains without a
 * listing serves everybody.
 */
const MAX_LISTED = 256;
const MAX_BEFORE = 16;
const MAX_SINCE = 64;
/** Time for which a server with that many domains before is not looked at again, in ms. */
const FULL_MS = 3_600_000;
/** The least number of steady listed domains, and how many more are needed for each unlisted domain beside them. */
const LEAST_LISTED = 5;
const LISTED_FOR_EACH_OTHER = 2;
/** The maximum number of listed domains that count, so that four unlisted ones outweigh any number of them. */
const MAX_COUNTED = 12;

/** The domains seen at one mail server. */
interface Seen {
  listed: Sightings;
  /** Domains on no list, seen before the server was learned. */
  before: Sightings;
  /** Domains on no list, seen only since then. */
  since: Sightings;
  /** The time when it was last found to have all of the domains before that are remembered. */
  fullMs: number;
  /** The time when an established domain was last seen there. */
  establishedMs: number;
}

const newSeen = (): Seen => ({
  listed: new Sightings({ maxSize: MAX_LISTED, forgetMs: FORGET_MS }),
  before: new Sightings({ maxSize: MAX_BEFORE, forgetMs: FORGET_MS }),
  since: new Sightings({ maxSize: MAX_SINCE, forgetMs: FORGET_MS }),
  fullMs: -Infinity,
  establishedMs: -Infinity,
});

/** The domain itself or its parent that two lists have. Its owner can create any number of names under it. */
const listEntryOf = (domain: string): string | undefined => {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(-index - 1).join('.')).find(isAgreed);
};

const isWithin = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`);

const isEstablished = (domain: string, codes: readonly SubStatus[]): boolean =>
  codes.includes('free_provider') || codes.includes('relay') || RESTRICTED.test(domain);

const isLearned = ({ listed, before, since, establishedMs }: Seen, nowMs: number): boolean => {
  const steady = Math.min(listed.count(nowMs, isSteady), MAX_COUNTED);
  if (steady < LEAST_LISTED || nowMs - establishedMs < FORGET_MS || since.count(nowMs) >= MAX_SINCE) return false;
  const others = before.count(nowMs) + since.count(nowMs, isSteady);
  return steady >= LEAST_LISTED + LISTED_FOR_EACH_OTHER * others;
};

/** Recognises disposable domains by their mail servers. */
export interface DisposableHosts {
  /**
   * Learns from a domain that was looked up.
   * @param domain lower-case ASCII.
   * @param codes the codes of its name alone.
   * @returns true if its mail server is one of disposable domains, unless the name alone makes the domain disposable.
   */
  isDisposable: (
    domain: string,
    codes: readonly SubStatus[],
    route: Pick<MailRoute, 'host' | 'addresses' | 'code'>,
  ) => boolean;
}

/**
 * Recognises new disposable domains by the mail servers that they share with known ones. The servers are learned as
 * domains are looked up.
 *
 * Anyone can buy lapsed names of the lists, point them at an honest firm's server and have them checked. So a server is
 * learned only
 * - from names that two authors list, each seen there on several days within two weeks: a buyer must keep a name
 *   there, and a name cannot change its owner in that time, since it leaves DNS first;
 * - from at least five of them, and two more for each unlisted domain beside them. Four unlisted domains keep a
 *   server out, whatever the number of listed names, even if they are seen only later;
 * - while no established domain is there: a mailbox provider, a relay, a school, an authority.
 *
 * A hosting provider's server is never learned. Domains that were seen before their server was learned are never called
 * disposable because of it. What is learned is forgotten after two weeks.
 * @param now in milliseconds.
 */
export const createDisposableHosts = (now: () => number): DisposableHosts => {
  // Two maps, so that servers without listed domains cannot evict the others.
  const withListed = new BoundedMap<string, Seen>({ maxSize: MAX_SERVERS });
  const withoutListed = new BoundedMap<string, Seen>({ maxSize: MAX_SERVERS });
  const serversOf = new BoundedMap<string, Set<string>>({ maxSize: MAX_SERVERS, now });

  /** True if a listed domain may count at one more server. */
  const mayCount = (entry: string, server: string): boolean => {
    const servers = serversOf.get(entry) ?? new Set();
    if (servers.size === 0) serversOf.set(entry, servers, FORGET_MS);
    if (servers.size < MAX_SERVERS_OF_ONE) servers.add(server);
    return servers.has(server);
  };

  const noteListed = (server: string, entry: string, nowMs: number): void => {
    if (!mayCount(entry, server)) return;
    const seen = withListed.get(server) ?? withoutListed.get(server) ?? newSeen();
    withoutListed.delete(server);
    withListed.set(server, seen);
    seen.listed.add(entry, nowMs);
  };

  /**
   * Notes a domain that is not listed, or on one list only.
   * @returns true if the server is one of disposable domains.
   */
  const noteOther = (server: string, domain: string, codes: readonly SubStatus[], nowMs: number): boolean => {
    // Most servers have no listed domains.
    let seen = withoutListed.get(server) ?? withListed.get(server);
    if (seen === undefined) withoutListed.set(server, (seen = newSeen()));
    const isOfAll = isEstablished(domain, codes);
    if (isOfAll) seen.establishedMs = nowMs;
    // It is surely not learned: most domains of a list are at such servers.
    if (nowMs - seen.fullMs < FULL_MS) return false;
    const isNew = isLearned(seen, nowMs) && !seen.before.has(domain, nowMs);
    // A domain on one list says nothing about the server.
    if (!isOfAll && !codes.includes('possible_disposable')) {
      (isNew ? seen.since : seen.before).add(domain, nowMs);
      if (seen.before.count(nowMs) === MAX_BEFORE) seen.fullMs = nowMs;
    }
    return isNew;
  };

  return {
    isDisposable(domain, codes, { host, addresses, code }) {
      if (host === '' || findDomain(HOSTING, host)) return false;
      const isListed = codes.includes('disposable');
      const entry = isListed ? listEntryOf(domain) : undefined;
      // Anyone can point an address record at another's server, and a host within the domain itself is not shared.
      if (code === 'implicit_mx' || isWithin(host, entry ?? domain)) return false;
      const nowMs = now();
      const servers = [host, ...addresses];
      if (isListed) {
        if (entry !== undefined) for (const server of servers) noteListed(server, entry, nowMs);
        return false;
      }
      const learned = servers.map((server) => noteOther(server, domain, codes, nowMs));
      if (isEstablished(domain, codes)) return false;
      return learned.includes(true) || isDisposable(host);
    },
  };
};
