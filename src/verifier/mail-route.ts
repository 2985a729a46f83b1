import type { SubStatus } from '../protocol/index.js';
import { isPublicAddress } from '../util/ip-address.js';
import type { StopSignal } from '../util/timeout.js';
import { askSteps, recallSteps, type LookUpSteps } from './dns/look-up-steps.js';
import type { Resolver } from './dns/resolver.js';

/** The code of a lookup that failed. */
type DnsFailure = Extract<SubStatus, 'dns_timeout' | 'dns_error'>;

/** The route of mail to a domain, by DNS. */
export interface MailRoute {
  /** The host of the best mail exchanger that has an address; `""` if there is none or it was not found out. */
  host: string;
  /** The addresses of that host: IPv4, or IPv6 when it has no other. */
  addresses: readonly string[];
  /** The hosts of the further exchangers, in order of preference, not looked up yet: see {@link lookUpHost}. */
  next: readonly string[];
  /** The code of a route without an exchanger, if any. */
  code?: Extract<SubStatus, 'domain_not_found' | 'no_mail_server' | 'null_mx' | 'implicit_mx'> | DnsFailure;
}

/** The addresses of a mail host. */
export interface HostAddresses {
  /** IPv4, or IPv6 if it has no other; empty if it surely has no public address, or if they were not found out. */
  addresses: readonly string[];
  /** The reason why they were not found out. */
  code?: DnsFailure;
}

/**
 * Maximum number of addresses of one host that are kept: each question of a list holds them, and a zone may have
 * thousands.
 */
const MAX_ADDRESSES = 16;
/** Maximum number of exchangers of one domain that are looked up: a zone must not cause hundreds of questions. */
const MAX_EXCHANGERS = 8;

/**
 * Matches names that exist in closed networks only: without a dot, or under `.local` (RFC 6762), `.internal` (ICANN,
 * 2024) and the like.
 */
const INNER_NAME =
  /^[^.]*$|\.(?:local|localhost|localdomain|internal|intranet|private|home\.arpa|lan|test|invalid|onion)$/;

const nowhere = (code: Exclude<MailRoute['code'], undefined>): MailRoute => ({
  host: '',
  addresses: [],
  next: [],
  code,
});

const ADDRESS_TYPES = ['A', 'AAAA'] as const;

/** The public addresses of replies, which are remembered: each of a thousand addresses at a provider asks for them. */
const publicOf = new WeakMap<object, readonly string[]>();

const publicAddresses = (reply: { values: readonly string[] }): readonly string[] => {
  const known = publicOf.get(reply);
  if (known !== undefined) return known;
  const found = reply.values.filter(isPublicAddress);
  publicOf.set(reply, found);
  return found;
};

function* hostSteps(host: string, privateNetworks: boolean): LookUpSteps<HostAddresses> {
  if (!privateNetworks && INNER_NAME.test(host)) return { addresses: [] };
  for (const type of ADDRESS_TYPES) {
    const reply = yield { name: host, type };
    if (reply.kind === 'failed') return { addresses: [], code: reply.code };
    if (reply.kind === 'no_name') break;
    if (reply.kind === 'no_records') continue;
    const addresses = privateNetworks ? reply.values : publicAddresses(reply);
    if (addresses.length > 0) return { addresses: addresses.slice(0, MAX_ADDRESSES) };
  }
  return { addresses: [] };
}

/**
 * Looks up the addresses of a mail host: IPv4 first, since nearly every host has it, and IPv6 only without IPv4. Names
 * and addresses of closed networks count as nonexistent, unless the verifier is for a closed network.
 * @param host lower-case ASCII.
 * @throws the signal's reason if it is aborted.
 */
export const lookUpHost = (host: string, resolver: Resolver, signal: StopSignal): Promise<HostAddresses> =>
  askSteps(hostSteps(host, resolver.privateNetworks), resolver, signal);

/** A null MX must be the only record (RFC 7505 §3). Among others, the root is not a host and is ignored. */
const isHost = (exchanger: string): boolean => exchanger !== '.';

function* routeSteps(domain: string, privateNetworks: boolean): LookUpSteps<MailRoute> {
  const mx = yield { name: domain, type: 'MX' };
  if (mx.kind === 'failed') return nowhere(mx.code);
  if (mx.kind === 'no_name') return nowhere('domain_not_found');
  const hosts = mx.kind === 'records' ? mx.values.filter(isHost) : [domain];
  if (hosts.length === 0) return nowhere('null_mx');

  const tried = hosts.slice(0, MAX_EXCHANGERS);
  let fault: Exclude<MailRoute['code'], undefined> = hosts.length > MAX_EXCHANGERS ? 'dns_error' : 'no_mail_server';
  for (const [index, host] of tried.entries()) {
    const { addresses, code } = yield* hostSteps(host, privateNetworks);
    if (addresses.length > 0) {
      const route = { host, addresses, next: tried.slice(index + 1) };
      return mx.kind === 'records' ? route : { ...route, code: 'implicit_mx' };
    }
    if (code !== undefined) fault = code;
  }
  return nowhere(fault);
}

/**
 * Finds the route of mail to a domain: its MX records, or its own address if it has none (RFC 5321 §5.1), unless a null
 * MX says that it accepts no mail (RFC 7505). A failed lookup never counts as a 'no': there is no mail server only if
 * every exchanger surely has no address. An exchanger that is an alias is followed, though RFC 2181 §10.3 forbids it.
 * @param domain lower-case ASCII.
 * @throws the signal's reason if it is aborted.
 */
export const findMailRoute = (domain: string, resolver: Resolver, signal: StopSignal): Promise<MailRoute> =>
  askSteps(routeSteps(domain, resolver.privateNetworks), resolver, signal);

/** The route that {@link findMailRoute} finds, if all that it asks is remembered; else undefined. */
export const recallMailRoute = (domain: string, resolver: Resolver): MailRoute | undefined =>
  recallSteps(routeSteps(domain, resolver.privateNetworks), resolver);

/**
 * Looks up the current addresses of a route's host, since addresses of hours ago may belong to others now. The old ones
 * are kept if the lookup fails.
 */
export const refreshRoute = async (route: MailRoute, resolver: Resolver, signal: StopSignal): Promise<MailRoute> => {
  const { addresses } = await lookUpHost(route.host, resolver, signal);
  return addresses.length > 0 ? { ...route, addresses } : route;
};
