/** A rate limit: at most `count` in any `perMs` milliseconds. */
export interface Rate {
  count: number;
  perMs: number;
  /** Maximum number at the same time; the others are spread evenly. Less than `count`. */
  burst: number;
}

/** The rules for asking one receiver of mail. */
export interface ReceiverRule {
  /** Ends of MX hosts, in whole labels: `google.com` matches `aspmx.l.google.com`. */
  suffixes: readonly string[];
  /** The name of the allowance: hosts of rules with the same name share connections and rate. */
  name: string;
  /**
   * `none`: never asked, since it accepts every RCPT or treats the question as an attack. `single`: one RCPT a
   * transaction, one in flight. `pipelined`: several RCPTs in flight, if the server offers PIPELINING.
   */
  mode: 'none' | 'single' | 'pipelined';
  /** Maximum number of simultaneous connections to all its hosts together. */
  connections: number;
  /** RCPTs on one connection before QUIT. */
  rcptsPerSession: number;
  rate: Rate;
  /** True if every mailbox belongs to the receiver itself, so that no domain can be a catch-all. */
  neverCatchAll?: true;
  /**
   * The receiver's phrase for an unknown mailbox: tested against code, enhanced code, and text in lower case without
   * punctuation.
   */
  notFound?: RegExp;
}

const MINUTE_MS = 60_000;

const aMinute = (count: number): Rate => ({ count, perMs: MINUTE_MS, burst: Math.ceil(count / 5) });

type Unnamed = Omit<ReceiverRule, 'suffixes' | 'name'>;

const NONE: Unnamed = { mode: 'none', connections: 0, rcptsPerSession: 0, rate: aMinute(1) };

const MICROSOFT: Unnamed = { mode: 'single', connections: 2, rcptsPerSession: 25, rate: aMinute(300) };

const GOOGLE: Unnamed = { mode: 'pipelined', connections: 2, rcptsPerSession: 25, rate: aMinute(300) };

/**
 * The large receivers; the first matching row counts. The figures are at most half of those for senders of mail
 * (KumoMTA's published shaping rules, November 2026): receivers tolerate less from a verifier, which sends no mail.
 */
export const RECEIVERS: readonly ReceiverRule[] = [
  { ...GOOGLE, name: 'google', suffixes: ['gmail-smtp-in.l.google.com'], neverCatchAll: true },
  { ...GOOGLE, name: 'google', suffixes: ['google.com', 'googlemail.com'] },
  {
    ...MICROSOFT,
    name: 'outlook',
    suffixes: ['olc.protection.outlook.com'],
    neverCatchAll: true,
    notFound: /^550 5\.5\.0 requested action not taken mailbox unavailable/,
  },
  {
    ...MICROSOFT,
    name: 'office365',
    suffixes: ['mail.protection.outlook.com', 'mx.microsoft'],
    // The directory does not know the recipient (Exchange Online's directory-based edge blocking).
    notFound: /^550 5\.4\.1 recipient address rejected access denied/,
  },
  {
    mode: 'pipelined',
    connections: 5,
    rcptsPerSession: 2,
    rate: aMinute(100),
    name: 'icloud',
    suffixes: ['icloud.com'],
  },
  {
    mode: 'pipelined',
    connections: 2,
    rcptsPerSession: 10,
    rate: aMinute(300),
    name: 'united-internet',
    suffixes: ['gmx.net', 'web.de'],
    neverCatchAll: true,
    notFound: /^550 - requested action not taken mailbox unavailable(?: for explanation visit)?$/,
  },
  {
    mode: 'pipelined',
    connections: 1,
    rcptsPerSession: 10,
    rate: aMinute(50),
    name: 'orange',
    suffixes: ['orange.fr', 'wanadoo.fr'],
    neverCatchAll: true,
  },
  { mode: 'pipelined', connections: 2, rcptsPerSession: 4, rate: aMinute(100), name: 'qq', suffixes: ['qq.com'] },
  {
    mode: 'pipelined',
    connections: 2,
    rcptsPerSession: 3,
    rate: aMinute(100),
    name: '163',
    suffixes: ['netease.com', '163.com'],
  },
  {
    mode: 'pipelined',
    connections: 1,
    rcptsPerSession: 8,
    rate: { count: 5, perMs: 1000, burst: 1 },
    name: 'yahoo.co.jp',
    suffixes: ['yahoo.co.jp'],
    neverCatchAll: true,
  },
  // Accepts every RCPT, and rejects after DATA.
  { ...NONE, name: 'yahoo', suffixes: ['yahoodns.net', 'yahoo.com'] },
  // Gateways that accept every RCPT, or treat the question as an attack.
  { ...NONE, name: 'proofpoint', suffixes: ['pphosted.com', 'ppe-hosted.com', 'gpphosted.com'] },
  { ...NONE, name: 'mimecast', suffixes: ['mimecast.com', 'mimecast.co.za', 'mimecast-offshore.com', 'mimecast.org'] },
  { ...NONE, name: 'barracuda', suffixes: ['barracudanetworks.com', 'barracuda.com'] },
  { ...NONE, name: 'ironport', suffixes: ['iphmx.com'] },
  {
    ...NONE,
    name: 'spamexperts',
    suffixes: ['antispamcloud.com', 'spamexperts.com', 'spamexperts.net', 'spamexperts.eu'],
  },
];

/**
 * All other receivers; each address has its own allowance. Eight RCPTs a session: Postfix, the most common server,
 * slows a session after ten refusals and ends it after twenty.
 */
export const ANY_RECEIVER: Unnamed = { mode: 'pipelined', connections: 5, rcptsPerSession: 8, rate: aMinute(50) };

/**
 * The rule of an MX host.
 * @param host lower-case ASCII; a dot at its end is ignored.
 * @param address of the host. It names the allowance of a receiver without a rule: all names of one server share it.
 */
export const findReceiver = (
  host: string,
  address: string,
  rules: readonly ReceiverRule[] = RECEIVERS,
  otherwise: Unnamed = ANY_RECEIVER,
): ReceiverRule => {
  const name = `.${host.replace(/\.$/, '').toLowerCase()}`;
  const known = rules.find(({ suffixes }) => suffixes.some((suffix) => name.endsWith(`.${suffix}`)));
  return known ?? { ...otherwise, name: address, suffixes: [] };
};
