import type { ParsedAddress } from '../address/parse.js';
import type { MailRoute } from './mail-route.js';
import type { SubStatus, ValidationResult } from '../protocol/index.js';

export interface VerifyOptions {
  /** The time limit of a check; it is `unknown` if not finished by then. */
  timeoutMs?: number;
  /** Ends the check early; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Checks e-mail addresses. */
export interface Verifier {
  /** A network failure does not reject: it resolves to a result with status `unknown`. */
  verify(email: string, options?: VerifyOptions): Promise<ValidationResult>;
  /** Ends sockets and timers. Checks in flight end as `unknown`. */
  close(): Promise<void>;
}

export interface VerifyManyOptions {
  /** The maximum number of addresses whose domains are looked up at once; 500 by default. */
  concurrency?: number;
  /**
   * The time limit for DNS and for SMTP, each, of one address, in milliseconds; 600,000 by default, since a mail server is asked only as fast
   * as it bears.
   */
  timeoutMs?: number;
  /**
   * When a greylisted address is asked again, in milliseconds after each reply; after 5, 15 and 45 minutes by default. Its result comes after
   * that. `[]`: it is `unknown` at once.
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
  /** The address that may have been meant; certain: an obvious typo. */
  suggestion: { readonly address: string; readonly certain: boolean } | null;
  /** Where its mail goes. */
  route: MailRoute;
  /** The receiver that operates its best mail server: all questions with the same one share connections and rate. */
  receiver: string;
  /** Number of times that it was asked before. */
  tries: number;
}

/** The address at an index of a list, looked up: its result, or what is left to ask. */
export type LookedUp = { index: number } & ({ result: ValidationResult } | { question: ProbeQuestion });

/** The question at an index, asked: its result, or when to ask again, because the mail server greylisted it. */
export type Asked = { index: number } & ({ result: ValidationResult } | { askAgainAt: Date; question: ProbeQuestion });

export interface LookUpManyOptions {
  /** The maximum number of addresses that are looked up, or whose results were not taken yet; 500 by default. */
  inFlight?: number;
  /** The time limit for one address, in milliseconds; 600,000 by default. */
  timeoutMs?: number;
  /** Ends all lookups; the generator then throws the signal's reason. */
  signal?: AbortSignal;
}

export interface AskManyOptions {
  /** The maximum number of questions that are asked, or whose answers were not taken yet; 200 by default. */
  inFlight?: number;
  /** The time limit for one question, in milliseconds, from when it is read; 600,000 by default. */
  timeoutMs?: number;
  /** As for {@link BulkVerifier.verifyMany}. */
  retryGreylistedMs?: readonly number[];
  /** Ends all questions; the generator then throws the signal's reason. */
  signal?: AbortSignal;
}

/** A verifier that also checks lists. */
export interface BulkVerifier extends Verifier {
  /**
   * Checks many addresses. Shares what it asks among them: a question for each domain, a few sessions for each mail server. Reads the addresses
   * as there is room for them, and yields a result for each, in the order in which they are found out.
   *
   *     for await (const { email, status } of verifier.verifyMany(addresses)) console.log(email, status);
   *
   * @throws the signal's reason, what the addresses throw, and RangeError for a `concurrency` below 1.
   */
  verifyMany(
    emails: Iterable<string> | AsyncIterable<string>,
    options?: VerifyManyOptions,
  ): AsyncGenerator<ValidationResult, void, undefined>;
  /**
   * The first step of {@link verifyMany}, for lists that several processes work on: syntax, lists and DNS. Yields for each address, as it is
   * found out, its result, or the question that is left for its mail servers; without SMTP, results alone.
   * @throws the signal's reason, what the addresses throw, and RangeError for an `inFlight` below 1.
   */
  lookUpMany(
    emails: Iterable<string> | AsyncIterable<string>,
    options?: LookUpManyOptions,
  ): AsyncGenerator<LookedUp, void, undefined>;
  /**
   * The second step: asks mail servers, at the rate that they bear. Yields for each question its result, or, if it was greylisted and has
   * tries left, when to ask it again. Without SMTP, the results say that nobody was asked.
   * @throws the signal's reason, what the questions throw, and RangeError for an `inFlight` below 1 or a question without an address.
   */
  askMany(
    questions: Iterable<ProbeQuestion> | AsyncIterable<ProbeQuestion>,
    options?: AskManyOptions,
  ): AsyncGenerator<Asked, void, undefined>;
  /** Resolves to the number of questions that a receiver may be asked per second now; 0 without SMTP. @throws what the shaping store throws. */
  receiverRate(receiver: string): Promise<number>;
}

/** Options of a verifier, however it asks DNS. Everything is optional. */
export interface DnsOptions {
  /** The time limit of one DNS question, and of a check without `timeoutMs`, in milliseconds; 4000 when unset. */
  dnsTimeoutMs?: number;
  /** The maximum number of DNS questions in flight; 2000 when unset, and 512 over HTTPS, where each may need its own connection. */
  maxInFlight?: number;
  /** The maximum number of questions that wait for that; past it a check is `unknown` with `dns_error` at once. 10,000 when unset. */
  maxWaiting?: number;
  /** The maximum number of DNS replies in the cache; 20,000 when unset. */
  cacheSize?: number;
  /**
   * For a closed network: true accepts mail hosts with private, loopback or other non-public addresses, or with names such as
   * `mail.internal`. With false, the default, a domain that has no other mail host is `no_mail_server`.
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

/** Asks mail servers whether they take mail for an address. Never sends any. */
export interface Prober {
  /**
   * Asks the servers of the address's domain for its mailbox (RCPT), the next one only where the one before cannot be reached, refuses
   * before RCPT, or keeps silent for half of the time left.
   * @param hosts the exchangers, the preferred one first, looked up as they are needed.
   * @returns `[]` when there surely is such a mailbox, or the code of what was found; what could not be found out is `greylisted`,
   * `smtp_timeout`, `smtp_unavailable`, `smtp_blocked`, or `smtp_not_checked` when it was not asked: the receiver is never asked, or had no
   * turn left in time.
   * @throws the signal's reason when it is aborted, and what `hosts` throws.
   */
  probe(address: ParsedAddress, hosts: AsyncIterable<MailHost>, options: ProbeOptions): Promise<SubStatus[]>;
  /** The receiver that operates a server, named as its allowance; null if it is never asked. */
  receiverOf(host: string, address: string): string | null;
  /** The rate of a receiver now, in probes per second. */
  rateOf(receiver: string): Promise<number>;
  /** Ends all sessions. Probes in flight end as `smtp_unavailable`. */
  close(): Promise<void>;
}
