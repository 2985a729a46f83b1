import type { ParsedAddress } from '../address/parse.js';
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
  /** Ends all sessions. Probes in flight end as `smtp_unavailable`. */
  close(): Promise<void>;
}
