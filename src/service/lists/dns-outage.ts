/** The outage of a resolver, as the work on a list notices it. */
import { randomBytes } from 'node:crypto';
import type { ValidationResult } from '../../protocol/index.js';
import { BoundedMap } from '../../util/bounded-map.js';
import { createOutage, type Outage, type OutageOptions } from '../../util/outage-watch.js';
import type { BulkVerifier } from '../../verifier/types.js';
import { failureOf } from './failures.js';

/** The time limit of the check of a resolver, in ms. */
const LOOKUP_MS = 5000;
/** Names of which one must have an answer. */
const TRIED = 3;
/** Domains that are known to have had an answer: the verifier remembers it, so that the next one proves nothing. */
const KNOWN = 20_000;

/** The bounds of an outage, for tests: those of `createOutage`. */
export type OutageBounds = Pick<OutageOptions, 'failures' | 'keys' | 'pauseMs' | 'limitMs'>;

/** The watch for an outage of the resolver. */
export interface DnsWatch {
  readonly outage: Outage;
  /** Counts what was found out about an address; a result of null: a question to its mail server is left. */
  readonly lookedUp: (email: string, result: ValidationResult | null) => void;
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

const isNoAnswer = (result: ValidationResult | null): boolean => result !== null && failureOf(result) === 'dns';

/** True for addresses whose domain was not looked up. */
const needsNoDns = (result: ValidationResult | null): boolean =>
  result !== null && ['syntax_error', 'reserved_domain'].some((code) => result.sub_status.includes(code));

/**
 * Tries a name that nobody has in a cache, and some of those that failed. A resolver that works says at least that
 * there is no such name.
 */
const resolves = async (
  verifier: Pick<BulkVerifier, 'lookUpMany'>,
  domains: readonly string[],
  signal: AbortSignal,
): Promise<boolean> => {
  const names = [`${randomBytes(10).toString('hex')}.com`, ...domains.slice(1 - TRIED)];
  const emails = names.map((name) => `check@${name}`);
  for await (const found of verifier.lookUpMany(emails, { timeoutMs: LOOKUP_MS, signal })) {
    const result = 'result' in found ? found.result : null;
    if (!isNoAnswer(result) && !needsNoDns(result)) return true;
  }
  return false;
};

/** Watches for an outage of the resolver of a verifier. */
export const watchDns = (
  verifier: Pick<BulkVerifier, 'lookUpMany'>,
  options: OutageBounds & Pick<OutageOptions, 'onChange' | 'mayGiveUp'>,
): DnsWatch => {
  const known = new BoundedMap<string, true>({ maxSize: KNOWN });
  const outage = createOutage({ ...options, check: (domains, signal) => resolves(verifier, domains, signal) });
  return {
    outage,
    lookedUp(email, result) {
      if (needsNoDns(result)) return;
      const domain = domainOf(email);
      if (isNoAnswer(result)) outage.failed(domain);
      else if (known.get(domain) === undefined) {
        known.set(domain, true);
        outage.succeeded();
      }
    },
  };
};
