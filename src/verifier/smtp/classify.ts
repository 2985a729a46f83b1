import type { SubStatus } from '../../protocol/index.js';
import {
  ABOUT_SENDER,
  BLOCKED,
  DISABLED,
  FULL,
  GREYLISTING,
  SESSION_LIMIT,
  SHUT_OUT,
  simplify,
  TOO_FAST,
  UNKNOWN_USER,
} from './phrases.js';
import type { Reply } from './reply.js';

/** The meaning of a reply to RCPT: `exists`, or the code of what was found. */
export type Finding =
  | 'exists'
  | Extract<
      SubStatus,
      'mailbox_not_found' | 'mailbox_full' | 'mailbox_disabled' | 'greylisted' | 'smtp_unavailable' | 'smtp_blocked'
    >;

/** The text of a reply, simplified, without the address that it repeats: `nosuchuser@firm.com` in a reply proves nothing. */
interface ReplyText {
  /** With the URLs, which name blocklists. */
  whole: string;
  /** Without URLs; empty where the local part itself reads like a finding. */
  evidence: string;
}

const withoutCode = (line: string): string => line.replace(/^[245]\.\d{1,3}\.\d{1,3} /, '');

const EVIDENCE = [UNKNOWN_USER, FULL, DISABLED];

const read = ({ lines }: Reply, address: string): ReplyText => {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  // Longer than any real reply; the bound keeps a hostile one cheap.
  const text = lines.map(withoutCode).join(' ').slice(0, 2000).toLowerCase();
  const words = text
    .replace(/<[^<>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => !word.includes('@'));
  const own = domain === '' ? words.join(' ') : words.join(' ').replaceAll(domain, ' ');
  const local = simplify(address.slice(0, Math.max(at, 0)));
  const isTelling = EVIDENCE.some((phrases) => phrases.test(local));
  return { whole: simplify(own), evidence: isTelling ? '' : simplify(own.replace(/https?:\S*/g, ' ')) };
};

/** A rule applies when every part that it has matches. */
interface Rule {
  code?: RegExp;
  /** Tested against `-` where the reply has no enhanced code. */
  enhanced?: RegExp;
  whole?: RegExp;
  evidence?: RegExp;
  finding: Finding;
}

/**
 * The rules by which replies to RCPT are read; the first that applies counts. `mailbox_not_found` needs a 5.1.x code, or a phrase for an
 * unknown user with no code or a generic one, or the receiver's own `notFound`; 5.7.x never gives it. Rules about the sender come first:
 * to call a real mailbox invalid is the worst error.
 */
const RULES: readonly Rule[] = [
  { code: /^25[01]$/, finding: 'exists' },
  // 252 accepts without knowing (RFC 5321 §3.5.3); no other 2xx or 3xx is a reply to RCPT.
  { code: /^[23]/, finding: 'smtp_unavailable' },
  { code: /^4/, whole: GREYLISTING, finding: 'greylisted' },
  { whole: ABOUT_SENDER, finding: 'smtp_blocked' },
  { whole: BLOCKED, finding: 'smtp_blocked' },
  { enhanced: /^5\.7\./, finding: 'smtp_blocked' },
  // Not now, or not from a sender that was never seen.
  { code: /^4/, enhanced: /^4\.7\./, finding: 'greylisted' },

  { enhanced: /^[45]\.2\.2$/, finding: 'mailbox_full' },
  { code: /^(45[0-2]|55[0-4])$/, enhanced: /^(-|[45]\.[02]\.\d+)$/, evidence: FULL, finding: 'mailbox_full' },
  { whole: SESSION_LIMIT, finding: 'smtp_unavailable' },
  // Gmail answers both 4.2.1 and 5.2.1 while a mailbox receives too much.
  { whole: TOO_FAST, finding: 'greylisted' },
  // RFC 5321 §4.2.3: exceeded storage allocation. 452 is the storage of the whole server.
  { code: /^552$/, enhanced: /^-$/, finding: 'mailbox_full' },

  { code: /^5/, enhanced: /^5\.2\.1$/, finding: 'mailbox_disabled' },
  { code: /^55[0-4]$/, enhanced: /^(-|5\.[0125]\.0)$/, evidence: DISABLED, finding: 'mailbox_disabled' },

  // Mailbox, system, syntax, moved, null MX (RFC 3463 §3.2, RFC 7505 §4.2). 5.1.7 and 5.1.8 are about the sender.
  { code: /^5/, enhanced: /^5\.1\.([1236]|10)$/, finding: 'mailbox_not_found' },
  { code: /^55[0134]$/, enhanced: /^(-|5\.[0125]\.0)$/, evidence: UNKNOWN_USER, finding: 'mailbox_not_found' },

  { code: /^4/, enhanced: /^4\.[34]\./, finding: 'smtp_unavailable' },
  { code: /^45[01]$/, finding: 'greylisted' },
  // 421 and 452 above all.
  { code: /^4/, finding: 'smtp_unavailable' },
  // The command was not understood, or came out of order.
  { code: /^(50|53|555)/, finding: 'smtp_unavailable' },
  // A plain refusal may mean the mailbox, a policy or us (RFC 5321 §4.2.3 gives 550 all three meanings).
  { finding: 'smtp_blocked' },
];

/**
 * Reads the reply to RCPT.
 * @param address of the RCPT: its words, repeated in the reply, are not taken for the server's.
 * @param notFound the receiver's own phrase for an unknown mailbox, tested against code, enhanced code and simplified text.
 */
export const classifyRcpt = (reply: Reply, address: string, notFound?: RegExp): Finding => {
  if (reply.code === 250) return 'exists';
  const { whole, evidence } = read(reply, address);
  const code = String(reply.code);
  const enhanced = reply.enhanced ?? '-';
  const text = `${code} ${enhanced} ${evidence}`;
  const phrase = notFound?.exec(text)?.[0];
  // The phrase may also begin a reply that goes on about the sender.
  const rest = phrase === undefined ? '' : text.slice(phrase.length);
  if (phrase !== undefined && !ABOUT_SENDER.test(rest) && !BLOCKED.test(rest)) return 'mailbox_not_found';
  const rule = RULES.find(
    (one) =>
      (one.code?.test(code) ?? true) &&
      (one.enhanced?.test(enhanced) ?? true) &&
      (one.whole?.test(whole) ?? true) &&
      (one.evidence?.test(evidence) ?? true),
  );
  return rule?.finding ?? 'smtp_unavailable';
};

/** Reads a refusal before RCPT: of the greeting, HELO or MAIL. It says nothing about the mailbox. */
export const classifyRefusal = (reply: Reply): 'smtp_blocked' | 'smtp_unavailable' | 'greylisted' => {
  const { whole } = read(reply, '');
  if (reply.code < 500 && GREYLISTING.test(whole)) return 'greylisted';
  const isAboutUs = BLOCKED.test(whole) || ABOUT_SENDER.test(whole) || reply.enhanced?.startsWith('5.7.') === true;
  if (isAboutUs || reply.code === 550 || reply.code === 554) return 'smtp_blocked';
  return reply.code === 450 || reply.code === 451 ? 'greylisted' : 'smtp_unavailable';
};

/** True when the reply refuses one more recipient in this transaction or session, rather than this recipient. */
export const isSessionLimit = (reply: Reply): boolean => {
  const { code, enhanced } = reply;
  if (code < 400 || enhanced?.startsWith('5.1.') === true) return false;
  if (code === 421 || enhanced === '4.5.3' || enhanced === '5.5.3') return true;
  // Microsoft's reply to the second recipient.
  if (code === 451 && enhanced === '4.4.4') return true;
  const { whole } = read(reply, '');
  return SESSION_LIMIT.test(whole) || (code === 452 && enhanced === null && !FULL.test(whole));
};

/**
 * Reads a reply to any command for a sign that we ask too much: `slow` asks for less, `stop` means that the receiver shuts us out for an
 * hour or more. Null is none.
 */
export const throttlingSignal = (reply: Reply): 'slow' | 'stop' | null => {
  const { code, enhanced } = reply;
  if (code < 400 || enhanced?.startsWith('5.1.') === true) return null;
  const { whole } = read(reply, '');
  // The server does not serve the recipient's domain: no matter how often it is asked.
  if (/\brelay/.test(whole)) return null;
  if (SHUT_OUT.test(whole)) return 'stop';
  if (code < 500 && GREYLISTING.test(whole)) return null;
  const asksForLess = code === 421 || enhanced?.startsWith('4.7.') === true || TOO_FAST.test(whole);
  return asksForLess || BLOCKED.test(whole) ? 'slow' : null;
};

/** True when a reply is about the sender, that is us. */
export const isAboutSender = (reply: Reply): boolean => ABOUT_SENDER.test(read(reply, '').whole);
