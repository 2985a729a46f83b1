import type { ValidationResult } from '../protocol/index.js';

export interface VerifyOptions {
  /** The time limit of a check; it is `unknown` if not finished by then. */
  timeoutMs?: number;
  /** Ends the check early; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Finds out what can be known of an address. */
export interface Verifier {
  /** A network failure does not reject: it resolves to a result with status `unknown`. */
  verify(email: string, options?: VerifyOptions): Promise<ValidationResult>;
  /** Ends sockets and timers. Checks in flight end as `unknown`. */
  close(): Promise<void>;
}

/** Options of a verifier, however it asks DNS. Everything is optional. */
export interface DnsOptions {
  /** How long a check may take when the caller gives no `timeoutMs`, and one DNS question at most, in milliseconds; 4000 when unset. */
  dnsTimeoutMs?: number;
  /** How many DNS questions are on the wire at most; 2000 when unset, and 512 over HTTPS, where each may need its own connection. */
  maxInFlight?: number;
  /** How many more may wait for their turn; past that a check is `unknown` with `dns_error` at once. 10,000 when unset. */
  maxWaiting?: number;
  /** How many DNS replies are remembered; 20,000 when unset. */
  cacheSize?: number;
  /**
   * For a closed network: mail hosts at private, loopback and other addresses that are not of the Internet, or with inner names such as
   * `mail.internal`, take mail. `false` when unset: a domain that has no others is `no_mail_server`.
   */
  privateNetworks?: boolean;
  /** The clock: for `checked_at`, and for how long DNS replies are remembered. */
  now?: () => Date;
}
