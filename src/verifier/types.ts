import type { ParsedAddress } from '../address/parse.js';
import type { MailRoute } from './mail-route.js';
import type { SubStatus, ValidationResult } from '../protocol/index.js';

export interface VerifyOptions {
  /** The time limit of a check; an unfinished check is `unknown`. */
  timeoutMs?: number;
  /** Ends the check early; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Checks e-mail addresses. */
export interface Verifier {
  /** False: mail servers are not asked, so that results never tell if a mailbox exists. Unset counts as true. */
  readonly asksMailboxes?: boolean;
  /** A network failure does not reject: it resolves to a result with status `unknown`. */
  verify(email: string, options?: VerifyOptions): Promise<ValidationResult>;
  /** Closes sockets and timers. Checks in flight end as `unknown`. */
  close(): Promise<void>;
}

export interface VerifyManyOptions {
  /** The maximum number of addresses whose domains are looked up concurrently; 500 by default. */
  concurrency?: number;
  /**
   * The time limits of one address for DNS and for SMTP, in milliseconds; 600,000 each by default, since a mail server
   * is asked only at the rate that it tolerates.
   */
  timeoutMs?: number;
  /**
   * Delays in milliseconds before a greylisted address is asked again; 5, 15 and 45 minutes by default. The result is
   * yielded after the last one. `[]`: it is `unknown` at once.
   */
  retryGreylistedMs?: readonly number[];
  /** Ends all checks; the generator then throws the signal's reason. */
  signal?: AbortSignal;
}

/** A question to the mail servers of an address. It is plain JSON: another process may ask it, hours later. */
export interface ProbeQuestion {
  email: string;
  /** The codes found so far. */
  codes: readonly SubStatus[];
  /** The address that was probably meant; `certain`: an obvious typo. */
  suggestion: { readonly address: string; readonly certain: boolean } | null;
  /** The route of its mail. */
  route: MailRoute;
  /**
   * The receiver that operates its best mail server: all questions with the same receiver share connections and rate.
   */
  receiver: string;
  /** Number of times that the question was asked before. */
  tries: number;
}

/** The result of a look-up: the address's result, or the question that is left to ask. */
export type LookedUp = { index: number } & ({ result: ValidationResult } | { question: ProbeQuestion });

/** The result of a question: the address's result, or the time to ask again, because the mail server greylisted it. */
export type Asked = { index: number } & ({ result: ValidationResult } | { askAgainAt: Date; question: ProbeQuestion });

export interface LookUpManyOptions {
  /** The maximum number of addresses in a look-up or with results that the caller has not taken yet; 500 by default. */
  inFlight?: number;
  /** The time limit for one address, in milliseconds; 600,000 by default. */
  timeoutMs?: number;
  /** Ends all lookups; the generator then throws the signal's reason. */
  signal?: AbortSignal;
}

export interface AskManyOptions {
  /** The maximum number of questions in flight or with answers that the caller has not taken yet; 200 by default. */
  inFlight?: number;
  /** The time limit for one question, in milliseconds, from the time when it is read; 600,000 by default. */
  timeoutMs?: number;
  /** As for {@link BulkVerifier.verifyMany}. */
  retryGreylistedMs?: readonly number[];
  /** Ends all questions; the generator then throws the signal's reason. */
  signal?: AbortSignal;
}

/** A verifier that also checks lists. */
export interface BulkVerifier extends Verifier {
  /**
   * Checks many addresses. It asks DNS once for each domain, and each mail server in a few sessions. It reads the
   * addresses as there is room for them, and yields a result for each, in the order in which they are found out.
   * @throws the signal's reason, errors of the addresses, RangeError for a `concurrency` below 1, and TypeError for a
   *   text in place of an array.
   * @example
   * for await (const { email, status } of verifier.verifyMany(addresses)) console.log(email, status);
   */
  verifyMany(
    emails: Iterable<string> | AsyncIterable<string>,
    options?: VerifyManyOptions,
  ): AsyncGenerator<ValidationResult, void, undefined>;
  /**
   * The first step of {@link verifyMany}, for lists that several processes work on: syntax, lists and DNS. Yields for
   * each address, as it is found out, its result, or the question that is left for its mail servers; only results
   * without SMTP.
   * @throws the signal's reason, errors of the addresses, RangeError for an `inFlight` below 1, and TypeError for a text
   *   in place of an array.
   */
  lookUpMany(
    emails: Iterable<string> | AsyncIterable<string>,
    options?: LookUpManyOptions,
  ): AsyncGenerator<LookedUp, void, undefined>;
  /**
   * The second step: asks mail servers, at the rate that they tolerate. Yields for each question its result, or, if it
   * was greylisted and has tries left, the time to ask it again. Without SMTP, the results say that no server was
   * asked.
   * @throws the signal's reason, errors of the questions, and RangeError for an `inFlight` below 1 or a question
   * without an address.
   */
  askMany(
    questions: Iterable<ProbeQuestion> | AsyncIterable<ProbeQuestion>,
    options?: AskManyOptions,
  ): AsyncGenerator<Asked, void, undefined>;
  /**
   * Resolves to the number of questions per second that a receiver may be asked now; 0 without SMTP.
   * @throws errors of the shaping store.
   */
  receiverRate(receiver: string): Promise<number>;
}

/** Options of a verifier for any kind of DNS, all optional. */
export interface DnsOptions {
  /** The time limit of one DNS question, and of a check without `timeoutMs`, in milliseconds; 4000 when unset. */
  dnsTimeoutMs?: number;
  /**
   * The maximum number of DNS questions in flight; 2000 when unset, and 512 over HTTPS, where each may need its own
   * connection.
   */
  maxInFlight?: number;
  /**
   * The maximum number of questions that wait; with more, a check is `unknown` with `dns_error` at once. 10,000 when
   * unset.
   */
  maxWaiting?: number;
  /** The maximum number of DNS replies in the cache; 20,000 when unset. */
  cacheSize?: number;
  /**
   * For a closed network: true accepts mail hosts with private, loopback or other non-public addresses, or with names
   * such as `mail.internal`. With false, the default, a domain that has no other mail host is `no_mail_server`.
   */
  privateNetworks?: boolean;
  /** The clock for `checked_at` and the TTL of DNS replies; the system's when unset. */
  now?: () => Date;
}

/** A mail exchanger. */
export interface MailHost {
  /** Its name, in ASCII. */
  host: string;
  /** Its IP addresses, in the order in which they are tried. */
  addresses: readonly string[];
}

export interface ProbeOptions {
  /** The time limit, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Asks mail servers if they accept mail for an address. Never sends any. */
export interface Prober {
  /**
   * Asks the servers of the address's domain for its mailbox (RCPT): the next one only if the one before cannot be
   * reached, refuses before RCPT, or is silent for half of the time left.
   * @param hosts the exchangers, the preferred one first, looked up on demand.
   * @returns `[]` if the mailbox surely exists, or the code that was found. If nothing was found out: `greylisted`,
   * `smtp_timeout`, `smtp_unavailable`, `smtp_blocked`, or `smtp_not_checked` if it was not asked, because the receiver
   * is never asked or had no turn left in time.
   * @throws the signal's reason if it is aborted, and errors of `hosts`.
   */
  probe(address: ParsedAddress, hosts: AsyncIterable<MailHost>, options: ProbeOptions): Promise<SubStatus[]>;
  /** The receiver that operates a server, by the name of its allowance; null if it is never asked. */
  receiverOf(host: string, address: string): string | null;
  /** The rate of a receiver now, in probes per second. */
  rateOf(receiver: string): Promise<number>;
  /** Ends all sessions. Probes in flight end as `smtp_unavailable`. */
  close(): Promise<void>;
}
