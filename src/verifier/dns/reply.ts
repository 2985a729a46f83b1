import type { Answer } from 'dns-packet';
import type { DnsPacket, Question } from './packet.js';

/** What a question found out. The three kinds of 'no' are kept apart: no such name, no such record, not found out. */
export type Reply =
  | {
      kind: 'records';
      /** Addresses, or the hosts of mail exchangers, best first; `"."` is the host of a null MX (RFC 7505). */
      values: readonly string[];
    }
  | { kind: 'no_name' }
  | { kind: 'no_records' }
  | { kind: 'failed'; code: 'dns_error' | 'dns_timeout' };

/** A reply, and for how many seconds it may be remembered; null when nothing says so. */
export interface TimedReply {
  reply: Reply;
  ttlS: number | null;
}

/** A chain of aliases that is longer than this leads nowhere. */
const MAX_ALIASES = 12;

/**
 * How many records of one answer are kept: more than are ever looked at. An answer has room for thousands, and as many answers are
 * remembered as the cache holds: without a bound, somebody's zone would decide how much memory this process takes.
 */
const MAX_VALUES = 20;

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Follows the aliases in the answer from the name asked for to the last one (RFC 1034 §3.6.2). */
const followAliases = (answers: readonly Answer[], name: string): { owner: string; ttlS: number } => {
  let owner = name;
  let ttlS = Infinity;
  for (let hops = 0; hops < MAX_ALIASES; hops++) {
    const alias = answers.find((answer) => answer.type === 'CNAME' && sameName(answer.name, owner));
    if (alias?.type !== 'CNAME') break;
    owner = alias.data;
    ttlS = Math.min(ttlS, alias.ttl ?? 0);
  }
  return { owner, ttlS };
};

const hostName = (name: string): string => (name === '.' || name === '' ? '.' : name.toLowerCase().replace(/\.$/, ''));

/** The records of the type asked for at one owner: the better exchanger first, and as they came where two are as good. */
const valuesOf = (
  answers: readonly Answer[],
  owner: string,
  type: Question['type'],
): { values: string[]; ttlS: number } => {
  const found: { value: string; preference: number; ttlS: number }[] = [];
  for (const answer of answers) {
    if (answer.type !== type || !sameName(answer.name, owner)) continue;
    if (answer.type === 'MX') {
      const { exchange, preference = 0 } = answer.data;
      found.push({ value: hostName(exchange), preference, ttlS: answer.ttl ?? 0 });
    } else {
      found.push({ value: answer.data, preference: 0, ttlS: answer.ttl ?? 0 });
    }
  }
  found.sort((a, b) => a.preference - b.preference);
  return {
    values: found.slice(0, MAX_VALUES).map(({ value }) => value),
    ttlS: Math.min(...found.map(({ ttlS }) => ttlS)),
  };
};

/** How long a negative answer may be remembered: RFC 2308 §5. */
const negativeTtl = (packet: DnsPacket): number | null => {
  const soa = packet.authorities?.find((answer) => answer.type === 'SOA');
  return soa?.type === 'SOA' ? Math.min(soa.ttl ?? 0, soa.data.minimum ?? 0) : null;
};

/** Reads a packet that answers the question. Every rcode but NOERROR and NXDOMAIN means that the server could not tell. */
export const readReply = (packet: DnsPacket, { name, type }: Question): TimedReply => {
  if (packet.rcode === 'NXDOMAIN') return { reply: { kind: 'no_name' }, ttlS: negativeTtl(packet) };
  if (packet.rcode !== 'NOERROR') return { reply: { kind: 'failed', code: 'dns_error' }, ttlS: null };
  const answers = packet.answers ?? [];
  const alias = followAliases(answers, name);
  const { values, ttlS } = valuesOf(answers, alias.owner, type);
  if (values.length === 0) return { reply: { kind: 'no_records' }, ttlS: negativeTtl(packet) };
  return { reply: { kind: 'records', values }, ttlS: Math.min(ttlS, alias.ttlS) };
};
