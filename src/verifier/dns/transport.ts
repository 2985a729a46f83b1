import type { DnsPacket, Question } from './packet.js';

/**
 * Asks one DNS server one question. Resolves with an answer that fits the question, whatever its rcode; rejects when the server
 * cannot be reached, and with the signal's reason when that is aborted: a server that keeps silent is the caller's to give up on.
 */
export type Transport = (question: Question, signal: AbortSignal) => Promise<DnsPacket>;

/** Where a DNS server listens. */
export interface ServerAddress {
  host: string;
  port: number;
}
