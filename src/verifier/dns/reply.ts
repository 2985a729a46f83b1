import { RCODE, type DnsResponse, type Question, type ResourceRecord } from './message.js';

/** The outcome of a question. The three kinds of 'no' are kept apart: no such name, no such record, not found out. */
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
 * How many records of one response are kept: more than are ever looked at. A response has room for a thousand, and as many replies are
 * remembered as the cache holds: without a bound, a stranger's zone would decide how much memory this process takes.
 */
const MAX_VALUES = 20;

/** Follows the aliases in the response from the name asked for to the last one (RFC 1034 §3.6.2). */
const followAliases = (records: readonly ResourceRecord[], name: string): { owner: string; ttlS: number } => {
  let owner = name;
  let ttlS = Infinity;
  for (let hops = 0; hops < MAX_ALIASES; hops++) {
    const alias = records.find((record) => record.type === 'CNAME' && record.name === owner);
    if (alias?.type !== 'CNAME') break;
    owner = alias.target;
    ttlS = Math.min(ttlS, alias.ttlS);
  }
  return { owner, ttlS };
};

/** The records of the type asked for at one owner: the better exchanger first, and as they came where two are as good. */
const valuesOf = (
  records: readonly ResourceRecord[],
  owner: string,
  type: Question['type'],
): { values: string[]; ttlS: number } => {
  const found: { value: string; preference: number; ttlS: number }[] = [];
  for (const record of records) {
    if (record.type !== type || record.name !== owner) continue;
    const { ttlS } = record;
    if (record.type === 'MX') found.push({ value: record.exchange || '.', preference: record.preference, ttlS });
    else found.push({ value: record.address, preference: 0, ttlS });
  }
  found.sort((a, b) => a.preference - b.preference);
  return {
    values: found.slice(0, MAX_VALUES).map(({ value }) => value),
    ttlS: Math.min(...found.map(({ ttlS }) => ttlS)),
  };
};

/** How long a negative response may be remembered: RFC 2308 §5. */
const negativeTtl = ({ authorities }: DnsResponse): number | null => {
  const soa = authorities.find(({ type }) => type === 'SOA');
  return soa?.type === 'SOA' ? Math.min(soa.ttlS, soa.minimumS) : null;
};

/** Reads the reply out of a response. Every rcode but NOERROR and NXDOMAIN means that the server could not tell. */
export const readReply = (response: DnsResponse, { name, type }: Question): TimedReply => {
  if (response.rcode === RCODE.nameError) return { reply: { kind: 'no_name' }, ttlS: negativeTtl(response) };
  if (response.rcode !== RCODE.noError) return { reply: { kind: 'failed', code: 'dns_error' }, ttlS: null };
  const alias = followAliases(response.answers, name);
  const { values, ttlS } = valuesOf(response.answers, alias.owner, type);
  if (values.length === 0) return { reply: { kind: 'no_records' }, ttlS: negativeTtl(response) };
  return { reply: { kind: 'records', values }, ttlS: Math.min(ttlS, alias.ttlS) };
};
