import { rejectFalseNxdomain } from './dns/false-nxdomain.js';
import { nodeTransports } from './dns/node.js';
import { createProber, type ProberOptions } from './smtp/prober.js';
import type { BulkVerifier, DnsOptions } from './types.js';
import { createDnsVerifier } from './verify.js';

export { explain, type Answer, type Confidence, type Explanation, type Part } from './explain.js';
export type { Effect, ScoreLine } from './score.js';
export type { Rate, ReceiverRule } from './shaping/receivers.js';
export type { Lease, ShapingStore, Turns } from './shaping/store.js';
export type { ProberOptions } from './smtp/prober.js';
export type { MailRoute } from './mail-route.js';
export type {
  Asked,
  AskManyOptions,
  BulkVerifier,
  DnsOptions,
  LookedUp,
  LookUpManyOptions,
  ProbeQuestion,
  Verifier,
  VerifyManyOptions,
  VerifyOptions,
} from './types.js';

/** Options of {@link createVerifier}, all optional. */
export interface VerifierOptions extends DnsOptions {
  /**
   * DNS servers, the preferred one first: `9.9.9.9`, `9.9.9.9:53`, `[2620:fe::fe]:53`, a bare IPv6 address or a host
   * name; the system's when unset or empty.
   */
  dnsServers?: readonly string[];
  /** Asks mail servers for the mailbox, which needs port 25 to the internet. When unset, they are not asked. */
  smtp?: ProberOptions;
}

/**
 * Creates a verifier for Node: it checks an address by its syntax, the built-in lists and DNS, and with `smtp` by
 * asking its mail servers for the mailbox. Call `close()` when it is no longer needed.
 * @throws RangeError if a DNS server or an option of `smtp` is invalid.
 * @example
 * const verifier = createVerifier();
 * const { status, did_you_mean } = await verifier.verify('anna@gmial.com', { timeoutMs: 2000 });
 */
export const createVerifier = ({ dnsServers = [], smtp, ...options }: VerifierOptions = {}): BulkVerifier =>
  createDnsVerifier(
    nodeTransports(dnsServers),
    options,
    smtp ? createProber(smtp) : null,
    // Servers chosen by the caller may serve only a private zone: their 'no such name' is believed.
    dnsServers.length === 0 ? rejectFalseNxdomain : undefined,
  );
