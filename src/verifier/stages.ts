import type { ParsedAddress } from '../address/index.js';
import { timestamp, type SubStatus, type ValidationResult } from '../protocol/index.js';
import { Deadline, TimeoutError } from '../util/timeout.js';
import type { Resolver } from './dns/resolver.js';
import { createDisposableHosts } from './disposable-hosts.js';
import { findMailRoute, lookUpHost, recallMailRoute, type MailRoute } from './mail-route.js';
import { assess } from './score.js';
import { isDecided, readText, type TextFindings } from './text-findings.js';
import type { MailHost, Prober } from './types.js';

/** The findings on an address by syntax, lists and DNS, before its mail servers are asked. */
export interface Precheck extends TextFindings {
  readonly route: MailRoute;
}

export interface StageOptions {
  /** The time limit of the stage, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** The parts that the stages use. */
export interface StageParts {
  resolver: Resolver;
  /** Null if mail servers are not asked. */
  prober: Pick<Prober, 'probe'> | null;
  /** The clock, in milliseconds. */
  now: () => number;
}

/** The stages of a check. */
export interface Stages {
  /** Syntax, lists and DNS; at once if all of the domain is remembered. */
  precheck: (email: string, options: StageOptions) => Precheck | Promise<Precheck>;
  /** SMTP, if there is a server to ask, and the score; at once if there is none. */
  conclude: (precheck: Precheck, options: StageOptions) => ValidationResult | Promise<ValidationResult>;
}

/** The codes of an address whose mail server is not asked, and of one that has none. */
const NOT_ASKED: readonly SubStatus[] = ['smtp_not_checked'];
const NOTHING: readonly SubStatus[] = [];

const NOWHERE: MailRoute = { host: '', addresses: [], next: [] };

/** The {@link timestamp} of the clock, memoised per second: a bulk check writes the same one thousands of times. */
const createTimestamp = (now: () => number): (() => string) => {
  let second = NaN;
  let text = '';
  return () => {
    const current = Math.floor(now() / 1000);
    if (current !== second) [second, text] = [current, timestamp(new Date(current * 1000))];
    return text;
  };
};

/** Codes with which the typed address is surely wrong. */
const NO_MAILBOX: readonly SubStatus[] = ['mailbox_not_found', 'mailbox_disabled'];

export const createStages = ({ resolver, prober, now }: StageParts): Stages => {
  const disposableHosts = createDisposableHosts(now);
  const checkedAt = createTimestamp(now);

  /** The route; with the code `dns_timeout` if the time was over first. */
  const routeInTime = async (domain: string, { timeoutMs, signal }: StageOptions): Promise<MailRoute> => {
    const deadline = new Deadline(timeoutMs, signal);
    try {
      return await findMailRoute(domain, resolver, deadline);
    } catch (error) {
      // The caller's signal may also have been aborted by a timeout.
      if (error instanceof TimeoutError && signal?.aborted !== true) return { ...NOWHERE, code: 'dns_timeout' };
      throw error;
    } finally {
      deadline.end();
    }
  };

  /** The exchangers of a route; those after the first are looked up on demand. */
  async function* hostsOf({ host, addresses, next }: MailRoute, deadline: Deadline): AsyncGenerator<MailHost> {
    yield { host, addresses };
    for (const other of next) {
      // The time is over, or the signal is aborted: the prober sees both.
      const found = await lookUpHost(other, resolver, deadline).catch(() => null);
      if (found === null) return;
      if (found.addresses.length > 0) yield { host: other, addresses: found.addresses };
    }
  }

  const askMailbox = async (
    address: ParsedAddress,
    route: MailRoute,
    mailServers: Pick<Prober, 'probe'>,
    { timeoutMs, signal }: StageOptions,
  ): Promise<readonly SubStatus[]> => {
    const deadline = new Deadline(timeoutMs, signal);
    try {
      return await mailServers.probe(address, hostsOf(route, deadline), { timeoutMs, ...(signal && { signal }) });
    } finally {
      deadline.end();
    }
  };

  const withRoute = (found: TextFindings, route: MailRoute): Precheck => {
    const { email, address, domain, suggestion } = found;
    const codes = [...found.codes];
    if (disposableHosts.isDisposable(domain, codes, route)) codes.push('disposable_host');
    if (route.code !== undefined) codes.push(route.code);
    // Written out: a copy of an object takes several times as long, and a list has as many as rows.
    return { email, address, domain, codes, suggestion, route };
  };

  /** The result of an address. @param mailbox the codes that its mail server has given. */
  const concluded = (
    { email, address, domain, codes, suggestion, route }: Precheck,
    mailbox: readonly SubStatus[],
  ): ValidationResult => {
    // A domain that accepts mail outweighs a guess, but not an obvious typo, since squatters accept mail at common
    // typo domains.
    const isMeant = route.host !== '' && !mailbox.some((code) => NO_MAILBOX.includes(code));
    const meant = isMeant && suggestion?.certain !== true ? null : (suggestion?.address ?? null);
    const all = [...codes, ...mailbox];
    if (meant !== null) all.push('possible_typo');
    const { status, quality, score, sub_status } = assess(all);
    return {
      email,
      status,
      checked_at: checkedAt(),
      account: address?.local ?? '',
      domain,
      quality,
      score,
      mx_record: route.host,
      did_you_mean: meant,
      sub_status,
    };
  };

  return {
    precheck(email, options) {
      const found = readText(email);
      if (isDecided(found)) return { ...found, route: NOWHERE };
      const known = recallMailRoute(found.domain, resolver);
      if (known !== undefined) return withRoute(found, known);
      return routeInTime(found.domain, options).then((route) => withRoute(found, route));
    },

    conclude(precheck, options) {
      const { address, route } = precheck;
      if (address === null || route.host === '') return concluded(precheck, NOTHING);
      if (prober === null) return concluded(precheck, NOT_ASKED);
      return askMailbox(address, route, prober, options).then((mailbox) => concluded(precheck, mailbox));
    },
  };
};
