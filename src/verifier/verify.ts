import { classify, parseAddress, suggest } from '../address/index.js';
import { timestamp, type SubStatus, type ValidationResult } from '../protocol/index.js';
import { Deadline, TimeoutError } from '../util/timeout.js';
import { createResolver, type Resolver } from './dns/resolver.js';
import type { Transport } from './dns/transport.js';
import { findMailRoute, type MailRoute } from './mail-route.js';
import { assess } from './score.js';
import type { DnsOptions, Verifier } from './types.js';

/** The findings of all stages of one check. */
interface Evidence {
  codes: SubStatus[];
  account: string;
  domain: string;
  mxRecord: string;
  suggestion: string | null;
}

/** The route, or `dns_timeout` when the time was over first. */
const routeInTime = async (
  domain: string,
  resolver: Resolver,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<MailRoute> => {
  const deadline = new Deadline(timeoutMs, signal);
  try {
    return await findMailRoute(domain, resolver, deadline);
  } catch (error) {
    // The caller's signal may have been aborted by a timeout too.
    if (error instanceof TimeoutError && signal?.aborted !== true)
      return { host: '', addresses: [], next: [], code: 'dns_timeout' };
    throw error;
  } finally {
    deadline.end();
  }
};

/**
 * Makes a verifier that asks DNS by these transports, the preferred one first: syntax, lists, DNS, score, each stage able to end the
 * check. Nothing here needs Node, so that another runtime brings its own transports and shares the stages.
 * @param guard wraps the resolver.
 */
export const createDnsVerifier = (
  transports: readonly Transport[],
  options: DnsOptions,
  guard: (resolver: Resolver) => Resolver = (resolver) => resolver,
): Verifier => {
  const {
    dnsTimeoutMs = 4000,
    maxInFlight = 2000,
    maxWaiting = 10_000,
    cacheSize = 20_000,
    privateNetworks = false,
  } = options;
  const now = options.now ?? (() => new Date());
  const resolver = guard(
    createResolver({ transports, now, timeoutMs: dnsTimeoutMs, maxInFlight, maxWaiting, cacheSize, privateNetworks }),
  );

  const gather = async (email: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<Evidence> => {
    const guess = suggest(email);
    const suggestion = guess?.address ?? null;
    const address = parseAddress(email);
    if (!address.ok) return { codes: ['syntax_error'], account: '', domain: '', mxRecord: '', suggestion };

    const domain = address.ascii.slice(address.ascii.lastIndexOf('@') + 1);
    const codes = classify(email);
    const found = { codes, account: address.local, domain, mxRecord: '', suggestion };
    // Anything beyond ASCII in the local part needs SMTPUTF8 from every server on the way (RFC 6531 §3.2).
    if (/[^ -~]/.test(address.local)) codes.push('smtputf8_required');
    if (codes.includes('reserved_domain')) return found;

    const route = await routeInTime(domain, resolver, timeoutMs, signal);
    if (route.code !== undefined) codes.push(route.code);
    if (route.host === '') return found;
    codes.push('smtp_not_checked');
    // A domain that takes mail outweighs a guess, but not an obvious typo: squatters take mail at the common ones.
    return { ...found, mxRecord: route.host, suggestion: guess?.certain === true ? suggestion : null };
  };

  return {
    async verify(email, { timeoutMs = dnsTimeoutMs, signal } = {}) {
      signal?.throwIfAborted();
      const { codes, account, domain, mxRecord, suggestion } = await gather(email, timeoutMs, signal);
      const { status, quality, score, sub_status } = assess(suggestion === null ? codes : [...codes, 'possible_typo']);
      return {
        email,
        status,
        checked_at: timestamp(now()),
        account,
        domain,
        quality,
        score,
        mx_record: mxRecord,
        did_you_mean: suggestion,
        sub_status,
      } satisfies ValidationResult;
    },
    close() {
      resolver.close();
      return Promise.resolve();
    },
  };
};
