import { lazy } from '../../util/lazy.js';
import { DISABLED } from './phrases/disabled.js';
import { SHUT_OUT } from './phrases/throttling.js';
import { ADVICE, FILLERS, UNKNOWN_USER, UNKNOWN_USER_ALONE } from './phrases/unknown-user.js';
import { anyOf, listOf, says, simplify, wordsOf, type Phrases } from './phrases/words.js';
import { readText, type ReplyText, type Self } from './reply-text.js';
import type { Reply } from './reply.js';
import { RULES, TABLES, type Finding, type Rule, type Says } from './rules.js';

export type { Finding, Self };

// All of them together take a start a tenth of a second.
const patternOf = (...tables: Phrases[]): (() => RegExp) => lazy(() => anyOf(...tables));

const PATTERNS = Object.fromEntries(
  Object.entries(TABLES).map(([name, tables]) => [name, patternOf(...tables)]),
) as Record<Says, () => RegExp>;

const SHUTTING_OUT = patternOf(SHUT_OUT);

const vocabularyOf = (...tables: Phrases[]): (() => Set<string>) =>
  lazy(
    () =>
      new Set(
        tables.flatMap((table) => Object.values(table).flatMap(listOf)).flatMap((phrase) => wordsOf(simplify(phrase))),
      ),
  );

const FILLING = vocabularyOf(FILLERS);

/** The tables whose phrases count only if the reply says nothing else, with the words that may accompany them. */
const ALONE: Partial<Record<Says, () => Set<string>>> = {
  'unknown user, alone': FILLING,
  'unknown to Plesk': () => new Set(['sorry']),
  'unknown to Yandex': () => new Set(),
};

const proves = (name: Says, { evidence, bare }: ReplyText): boolean => {
  const beside = ALONE[name];
  if (!beside) return says(evidence, PATTERNS[name]());
  const rest = bare.replace(PATTERNS[name](), ' ');
  return rest !== bare && wordsOf(rest).every((word) => beside().has(word));
};

/** The words of all phrases for a missing mailbox. */
const READ = vocabularyOf(UNKNOWN_USER, UNKNOWN_USER_ALONE, DISABLED, FILLERS, ADVICE);

/**
 * Minimum number of bytes of words in no table that may give an unknown reason. A Chinese character has three bytes.
 */
const MIN_UNREAD = 3;

const isUnread = ({ bare }: ReplyText): boolean => {
  const unread = wordsOf(bare).filter((word) => !READ().has(word));
  return Buffer.byteLength(unread.join('')) >= MIN_UNREAD;
};

const textConditions: Record<NonNullable<Rule['text']>, (text: ReplyText) => boolean> = {
  us: ({ namesUs }) => namesUs,
  cut: ({ isCut }) => isCut,
  unread: isUnread,
};

/**
 * Reads the reply to RCPT.
 * @param address of the RCPT: its words, repeated in the reply, do not count as the server's.
 * @param notFound the receiver's phrase for an unknown mailbox, tested against code, enhanced code and simplified text.
 * @param self a reply that names our address or host is about us.
 */
export const classifyRcpt = (reply: Reply, address: string, notFound?: RegExp, self?: Self): Finding => {
  if (reply.code === 250) return 'exists';
  const text = readText(reply, address, self);
  const code = String(reply.code);
  const enhanced = reply.enhanced ?? '-';
  const applies = (rule: Rule, { reasons }: ReplyText): boolean =>
    (rule.code?.test(code) ?? true) &&
    (rule.enhanced?.test(enhanced) ?? true) &&
    (rule.inner?.test(text.inner) ?? true) &&
    (rule.text === undefined || textConditions[rule.text](text)) &&
    (rule.says === undefined || says(reasons, PATTERNS[rule.says]())) &&
    (rule.proves === undefined || proves(rule.proves, text));
  const start = `${code} ${enhanced}`;
  const phrase = notFound?.exec(`${start}${text.evidence}`.trimEnd())?.[0].slice(start.length);
  if (phrase !== undefined) {
    // The rest of the reply may be about the sender, or give another reason.
    const rest = { ...text, reasons: text.evidence.replace(phrase, ' ') };
    const isReason = (rule: Rule): boolean => (rule.says ?? rule.inner) !== undefined || rule.text === 'us';
    return RULES.find((rule) => isReason(rule) && applies(rule, rest))?.finding ?? 'mailbox_not_found';
  }
  return RULES.find((rule) => applies(rule, text))?.finding ?? 'smtp_unavailable';
};

/** Reads a refusal before RCPT: of the greeting, HELO or MAIL. It says nothing about the mailbox. */
export const classifyRefusal = (reply: Reply): 'smtp_blocked' | 'smtp_unavailable' | 'greylisted' => {
  const { whole } = readText(reply, '');
  if (reply.code < 500 && says(whole, PATTERNS.greylisting())) return 'greylisted';
  const isAboutUs =
    says(whole, PATTERNS.blocked()) || says(whole, PATTERNS.sender()) || reply.enhanced?.startsWith('5.7.') === true;
  if (isAboutUs || reply.code === 550 || reply.code === 554) return 'smtp_blocked';
  return reply.code === 450 || reply.code === 451 ? 'greylisted' : 'smtp_unavailable';
};

/** True if the reply refuses one more recipient in this transaction or session, rather than this recipient. */
export const isSessionLimit = (reply: Reply): boolean => {
  const { code, enhanced } = reply;
  if (code < 400 || enhanced?.startsWith('5.1.') === true) return false;
  if (code === 421 || enhanced === '4.5.3' || enhanced === '5.5.3') return true;
  // Microsoft's reply to the second recipient.
  if (code === 451 && enhanced === '4.4.4') return true;
  const { whole } = readText(reply, '');
  const isFull = says(whole, PATTERNS.full()) || says(whole, PATTERNS['no space']());
  return says(whole, PATTERNS['session limit']()) || (code === 452 && enhanced === null && !isFull);
};

/** The phrases with which a server asks for fewer questions. */
const SLOWING = ['too fast', 'harvest', 'blocked'] as const;

/**
 * Reads a reply to any command for a throttling signal: `slow` asks for fewer questions, `stop` means that the receiver
 * shuts us out for an hour or more.
 * @returns null for a reply without such a signal.
 */
export const throttlingSignal = (reply: Reply): 'slow' | 'stop' | null => {
  const { code, enhanced } = reply;
  // The reply is about the address: it does not exist, or Postfix is still verifying it.
  if (code < 400 || /^[45]\.1\./.test(enhanced ?? '')) return null;
  const { whole } = readText(reply, '');
  // The server does not serve the recipient's domain, at any rate.
  if (/\brelay/.test(whole)) return null;
  if (says(whole, SHUTTING_OUT())) return 'stop';
  if (code < 500 && says(whole, PATTERNS.greylisting())) return null;
  const isTooMuch = code === 421 || enhanced?.startsWith('4.7.') === true;
  return isTooMuch || SLOWING.some((name) => says(whole, PATTERNS[name]())) ? 'slow' : null;
};

/** True if the server asks for fewer questions. */
export const asksForLess = (reply: Reply): boolean =>
  reply.code === 421 || says(readText(reply, '').whole, PATTERNS['too fast']());

/** True if a reply is about the sender, that is us. */
export const isAboutSender = (reply: Reply, self?: Self): boolean => {
  const { whole, namesUs } = readText(reply, '', self);
  return namesUs || says(whole, PATTERNS.sender());
};
