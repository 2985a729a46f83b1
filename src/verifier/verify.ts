import { classify, parseAddress, suggest } from '../address/index.js';
import { timestamp, type SubStatus, type ValidationResult } from '../protocol/index.js';
import { startDeadline } from './deadline.js';
import type { Resolver } from './dns/resolver.js';
import { findMailRoute, type MailRoute } from './mail-route.js';
import { judge } from './score.js';
import type { Verifier } from './types.js';

export interface WalkOptions {
  resolver: Resolver;
  now: () => Date;
  /** How long a check may take when the caller does not say, in milliseconds. */
  timeoutMs: number;
}

/** What one walk has found out. */
interface Findings {
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
  const deadline = startDeadline(timeoutMs, signal);
  try {
    return await findMailRoute(domain, resolver, deadline.signal);
  } catch (error) {
    if (deadline.expired()) return { host: '', code: 'dns_timeout' };
    throw error;
  } finally {
    deadline.end();
  }
};

/**
 * Makes a verifier over a resolver: syntax, lists, DNS, score, each stage able to end the walk. Nothing here needs Node, so that another
 * runtime brings its own resolver and shares the walk.
 */
export const verifierOver = ({ resolver, now, timeoutMs }: WalkOptions): Verifier => {
  const walk = async (email: string, limitMs: number, signal: AbortSignal | undefined): Promise<Findings> => {
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

    const route = await routeInTime(domain, resolver, limitMs, signal);
    if (route.code !== undefined) codes.push(route.code);
    if (route.host === '') return found;
    codes.push('smtp_not_checked');
    // A domain that takes mail outweighs a guess, but not a certain slip: squatters take mail on the usual ones.
    return { ...found, mxRecord: route.host, suggestion: guess?.certain === true ? suggestion : null };
  };

  return {
    async verify(email, { timeoutMs: limitMs = timeoutMs, signal } = {}) {
      signal?.throwIfAborted();
      const { codes, account, domain, mxRecord, suggestion } = await walk(email, limitMs, signal);
      const { status, quality, score, sub_status } = judge(suggestion === null ? codes : [...codes, 'possible_typo']);
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
