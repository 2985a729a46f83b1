import { DISABLED } from './phrases/disabled.js';
import { BLOCKLISTS, NO_REASON } from './phrases/policy.js';
import { FULL } from './phrases/quota.js';
import { UNKNOWN_USER } from './phrases/unknown-user.js';
import { anyOf, says, simplify } from './phrases/words.js';
import type { Reply } from './reply.js';

/** The names by which a reply may refer to us. */
export interface Self {
  /** The reverse path, without brackets; empty for the null one. */
  from: string;
  /** The name in HELO. */
  helo: string;
}

/**
 * The text of a reply, simplified, without the address that it repeats, since `nosuchuser@firm.com` in a reply proves
 * nothing.
 */
export interface ReplyText {
  /** All words, including those of URLs, which name blocklists. */
  whole: string;
  /**
   * The words that may give a reason: those of URLs only if no other words say that the user is unknown, and
   * blocklists.
   */
  reasons: string;
  /**
   * The words that may describe the mailbox: without URLs, and without a local part that itself reads like a finding.
   */
  evidence: string;
  /** The evidence without words that contain a digit, such as ids of messages and hosts. */
  bare: string;
  /**
   * The codes inside the text: those of another server's reply that it repeats, such as `552 5.2.2`, and those behind a
   * `#`.
   */
  inner: string;
  /** True if the text names our address, its domain, or our host. */
  namesUs: boolean;
  /** True if the text is longer than any real reply: its end was not read. */
  isCut: boolean;
}

/** Maximum length of the text in characters, which keeps a hostile reply cheap. */
const MAX_LENGTH = 4000;

const TELLING = anyOf(UNKNOWN_USER, DISABLED, FULL);
const UNKNOWN = anyOf(UNKNOWN_USER);
const LISTS = anyOf(BLOCKLISTS);
const EMPTY_WORDS = anyOf(NO_REASON);

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

const withoutCode = (line: string): string => line.replace(/^[245]\.\d{1,3}\.\d{1,3} /, '');

/** Codes inside a text: a reply code with an enhanced one, or after `said:`; and an enhanced code behind a `#`. */
const INNER = /\bsaid:? 4\d\d\b|\b[45]\d\d[ -]#?[45]\.\d{1,3}\.\d{1,3}\b|#[45]\.\d{1,3}\.\d{1,3}\b/g;

const URL = /(?:https?:|www\.)\S*/g;

/** True if a text contains a name that is not part of a longer one. */
const holds = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\p{L}\p{N}._-])${escape(name)}(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`, 'u').test(text);

const namesUs = (text: string, domain: string, { from, helo }: Self): boolean => {
  // A name without a dot, such as `mail`, could be an ordinary word.
  const names = [from.slice(from.lastIndexOf('@') + 1), helo.replace(/^\[(?:ipv6:)?|\]$/gi, '')]
    .map((name) => name.toLowerCase())
    .filter((name) => /[.:]/.test(name) && name !== domain);
  if (from === '' ? text.includes('<>') : text.includes(from.toLowerCase())) return true;
  return names.some((name) => holds(text, name));
};

/**
 * Removes a local part at the places where servers repeat it: in quotes or brackets, before dots or a colon, last after
 * a colon, or as a name.
 */
const withoutRepeated = (text: string, local: string): string => {
  // Most replies repeat nothing, and a pattern of its own for each costs more than the rest of the reading.
  if (local === '' || !text.includes(local)) return text;
  const name = escape(local);
  const places = [
    String.raw`["'(<[]${name}["')>\]]`,
    String.raw`(?<!\S)${name}(?=\.\.| ?:)`,
    String.raw`(?<=[:-] )${name}(?=[.!)]*$)`,
    String.raw`(?<=\b(?:user|mailbox|account|recipient) )${name}(?= (?:is |was )?(?:unknown|not (?:found|known|exist)|does not exist|doesn't exist))`,
  ];
  return text.replace(new RegExp(places.join('|'), 'gmu'), ' ');
};

/** Removes everything that looks like an address, and the recipient's domain. */
const withoutAddresses = (text: string, domain: string): string => {
  const pieces = text.split(/([\s<>()[\],;:"']+)/).filter((piece) => !piece.includes('@'));
  return domain === '' ? pieces.join('') : pieces.join('').replaceAll(domain, ' ');
};

const without = (text: string, isOut: (word: string) => boolean): string =>
  text
    .split(/(\s+)/)
    .filter((word) => !isOut(word))
    .join('');

/**
 * Removes the names of hosts, such as `mx1.spamfilter.example`, whose words mean nothing. A code of Exchange, such as
 * `RESOLVER.RST.AuthRequired`, has no digit.
 */
const withoutHosts = (text: string): string =>
  without(text, (word) => /\d/.test(word) && /[a-z]/.test(word) && word.split('.').length > 2);

const withoutDigits = (text: string): string => without(text, (word) => /\d/.test(word));

/** A short duration, such as `24h`. */
const DURATION = /(?<![^\s(])\d{1,3}(?:s|m|h|d|secs?|mins?|hrs?)(?![\w@-]|\.\w)/g;

/** Normalises characters, and writes durations out. The length of the text is bounded after normalisation. */
const fold = (text: string): string => text.normalize('NFKD').toLowerCase().replace(DURATION, 'hours');

/**
 * Reads the text of a reply.
 * @param address of the RCPT; empty for a reply to another command.
 */
export const readText = ({ lines }: Reply, address: string, self?: Self): ReplyText => {
  const asked = fold(address);
  const at = asked.lastIndexOf('@');
  const domain = asked.slice(at + 1);
  const local = asked.slice(0, Math.max(at, 0)).replace(/^"|"$/g, '');
  const full = lines.map(withoutCode).join('\n');
  const folded = fold(full.slice(0, MAX_LENGTH));
  const cut = folded.slice(0, MAX_LENGTH);
  const text = asked === '' ? cut : cut.replaceAll(asked, ' ');
  const whole = simplify(withoutAddresses(text, domain));
  const unnamed = withoutRepeated(text, local);
  const ownText = withoutHosts(withoutAddresses(unnamed.replace(URL, ' '), domain));
  const own = simplify(ownText);
  const name = simplify(local);
  // A reply that repeats the name at a recognisable place does not repeat it elsewhere.
  const isHidden = unnamed === cut && says(name, TELLING);
  const strip = (words: string): string => (isHidden ? words.replaceAll(name, ' ') : words);
  const evidence = strip(own);
  const isUnknown = says(evidence, UNKNOWN);
  // A word that the text has only where it may repeat the local part counts as a reason, unless other words say what is
  // meant.
  const reasons = (isUnknown ? own : whole).replace(EMPTY_WORDS, ' ');
  const lists = isUnknown ? [...whole.matchAll(LISTS)].join('') : '';
  return {
    whole,
    reasons: lists === '' ? reasons : `${reasons.trimEnd()}${lists} `,
    evidence,
    bare: strip(simplify(withoutDigits(ownText)).replace(EMPTY_WORDS, ' ')),
    inner: (text.match(INNER) ?? []).join(' '),
    namesUs: self !== undefined && namesUs(text, domain, self),
    isCut: Math.max(full.length, folded.length) > MAX_LENGTH,
  };
};
