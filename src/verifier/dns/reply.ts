import { RCODE, type DnsResponse, type Question, type ResourceRecord } from './message.js';

/** The outcome of a question. The three negative kinds are distinct: no such name, no such record, not found out. */
export type Reply =
  | {
      kind: 'records';
      /** Addresses, or the hosts of mail exchangers, best first; `"."` is the host of a null MX (RFC 7505). */
      values: readonly string[];
    }
  | { kind: 'no_name' }
  | { kind: 'no_records' }
  | { kind: 'failed'; code: 'dns_error' | 'dns_timeout' };

/** A reply, and the seconds for which it may be cached; null if no TTL says so. */
export interface TimedReply {
  reply: Reply;
  ttlS: number | null;
  /** The response ends in an alias of this name without its records: the name must be asked for next. */
  alias?: string;
}

/** Maximum number of aliases in one response. */
const MAX_ALIASES = 12;

/**
 * Maximum number of records of one response that are kept: more than are ever used. A response has room for a thousand,
 * and the cache holds many replies: without a bound, a stranger's zone would determine how much memory this process
 * takes.
 */
const MAX_VALUES = 20;

/**
 * Follows the aliases in the response from the requested name to the last one (RFC 1034 §3.6.2). A loop ends where it
 * began.
 */
const followAliases = (records: readonly ResourceRecord[], name: string): { owner: string; ttlS: number } => {
  let owner = name;
  let ttlS = Infinity;
  for (let hops = 0; hops < MAX_ALIASES; hops++) {
    const alias = records.find((record) => record.type === 'CNAME' && record.name === owner);
    if (alias?.type !== 'CNAME') break;
    ttlS = Math.min(ttlS, alias.ttlS);
    owner = alias.target;
    if (owner === name) break;
  }
  return { owner, ttlS };
};

/**
 * The records of the requested type of one owner: the preferred exchanger first, and exchangers of equal preference in
 * random order (RFC 5321 §5.1).
 */
const valuesOf = (
  records: readonly ResourceRecord[],
  owner: string,
  random: () => number,
): { values: string[]; ttlS: number } => {
  const found: { value: string; preference: number; chance: number }[] = [];
  let ttlS = Infinity;
  for (const record of records) {
    if (record.type === 'CNAME' || record.name !== owner) continue;
    ttlS = Math.min(ttlS, record.ttlS);
    if (record.type === 'MX')
      found.push({ value: record.exchange || '.', preference: record.preference, chance: random() });
    else found.push({ value: record.address, preference: 0, chance: 0 });
  }
  if (found.length > 1) found.sort((a, b) => a.preference - b.preference || a.chance - b.chance);
  return { values: found.slice(0, MAX_VALUES).map(({ value }) => value), ttlS };
};

const FAILED: TimedReply = { reply: { kind: 'failed', code: 'dns_error' }, ttlS: null };

/**
 * Reads the reply from a response. Every rcode other than NOERROR and NXDOMAIN is a failure, and so is a referral: the
 * server is lame, it neither knows the answer nor asks for it.
 * @param random shuffles exchangers of equal preference; by default they keep the order of the response.
 */
export const readReply = (response: DnsResponse, { name }: Question, random: () => number = () => 0): TimedReply => {
  const { answers, rcode, negativeTtlS, referral } = response;
  if (rcode === RCODE.nameError) return { reply: { kind: 'no_name' }, ttlS: negativeTtlS };
  if (rcode !== RCODE.noError) return FAILED;
  const chain = followAliases(answers, name);
  const { values, ttlS } = valuesOf(answers, chain.owner, random);
  if (values.length > 0) return { reply: { kind: 'records', values }, ttlS: Math.min(ttlS, chain.ttlS) };
  if (chain.owner !== name && negativeTtlS === null)
    return { reply: { kind: 'no_records' }, ttlS: chain.ttlS, alias: chain.owner };
  return referral ? FAILED : { reply: { kind: 'no_records' }, ttlS: negativeTtlS };
};
