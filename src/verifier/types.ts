import type { ValidationResult } from '../protocol/index.js';

export interface VerifyOptions {
  /** How long the whole check may take; what is not known by then is `unknown`. */
  timeoutMs?: number;
  /** Ends the check early; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Finds out what can be known of an address. */
export interface Verifier {
  /** Never rejects for what the network does: a failure to find out is a result with status `unknown`. */
  verify(email: string, options?: VerifyOptions): Promise<ValidationResult>;
  /** Ends sockets and timers. Checks still under way end as `unknown`. */
  close(): Promise<void>;
}
