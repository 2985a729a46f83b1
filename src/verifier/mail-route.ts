import type { SubStatus } from '../protocol/index.js';
import type { Reply } from './dns/reply.js';
import type { Resolver } from './dns/resolver.js';

/** The route of mail to a domain, as far as DNS shows. */
export interface MailRoute {
  /** The host of the best mail exchanger; `""` when there is none or it was not found out. */
  host: string;
  /** The fault of the route, if any. */
  code?: Extract<
    SubStatus,
    'domain_not_found' | 'no_mail_server' | 'null_mx' | 'implicit_mx' | 'dns_timeout' | 'dns_error'
  >;
}

/** How many exchangers of one domain are looked up: a zone must not make us ask hundreds of questions. */
const MAX_EXCHANGERS = 8;

/** Looks up a host's address: IPv4 first, since nearly every mail host has one, and IPv6 only if there is none. */
const lookUpAddress = async (host: string, { resolve }: Resolver, signal: AbortSignal): Promise<Reply> => {
  const v4 = await resolve(host, 'A', signal);
  return v4.kind === 'no_records' ? resolve(host, 'AAAA', signal) : v4;
};

/** Finds the first exchanger that has an address. Only when every exchanger surely has none is there no mail server. */
const firstReachable = async (
  hosts: readonly string[],
  resolver: Resolver,
  signal: AbortSignal,
): Promise<MailRoute> => {
  let route: MailRoute = { host: '', code: 'no_mail_server' };
  for (const host of hosts.slice(0, MAX_EXCHANGERS)) {
    const address = await lookUpAddress(host, resolver, signal);
    if (address.kind === 'records') return { host };
    if (address.kind === 'failed') route = { host: '', code: address.code };
  }
  return route;
};

/**
 * Finds the route of mail to a domain: its MX records, or its own address when it has none (RFC 5321 §5.1), unless its null MX
 * says that it takes no mail (RFC 7505). A server that cannot tell is never taken for a 'no'.
 * @param domain lower-case ASCII.
 * @throws the signal's reason when it is aborted.
 */
export const findMailRoute = async (domain: string, resolver: Resolver, signal: AbortSignal): Promise<MailRoute> => {
  const mx = await resolver.resolve(domain, 'MX', signal);
  if (mx.kind === 'failed') return { host: '', code: mx.code };
  if (mx.kind === 'no_name') return { host: '', code: 'domain_not_found' };
  if (mx.kind === 'records') {
    // A null MX is the only record (RFC 7505 §3). Among others, the root is not a host and is ignored.
    const hosts = mx.values.filter((host) => host !== '.');
    return hosts.length === 0 ? { host: '', code: 'null_mx' } : firstReachable(hosts, resolver, signal);
  }
  const own = await lookUpAddress(domain, resolver, signal);
  if (own.kind === 'records') return { host: domain, code: 'implicit_mx' };
  return { host: '', code: own.kind === 'failed' ? own.code : 'no_mail_server' };
};
