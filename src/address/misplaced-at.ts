import { guessDomain, isProvider } from './guess.js';
import { PROVIDERS } from './data/providers.js';

/** Names before a dot and a provider's domain that make a page's host, and no local part. */
const HOSTS = /^(w{2,4}|e|e?-?mail|webmail|smtp|imap|pop3?|mx|login|accounts?|help|support|my|m)[.-]?$/i;

/** The characters at the place of the @ on another keyboard, or beside it: its key without Shift or AltGr, or with the other of them. */
const BESIDE_AT = /[\s"'`´¨#€$£¤§²°ºª!^~&*|/\\:;,.·<>()[\]{}=?+_%©àòç-]+$/u;
/** The same, of letters and digits that a local part may well end in. */
const KEYS_OF_AT = /[2q]$/i;

/** The known domain that a text ends in, the longest first: `johnhotmail.com` is not of mail.com. */
const domainAtEnd = (text: string): string | null => {
  for (let start = 1; start < text.length; start++) {
    const domain = text.slice(start);
    if (isProvider(domain)) return domain;
  }
  return null;
};

/** Reads a text whose @ was left out, or typed as another key: johngmail.com, john2gmail.com, john#gmail.com. */
const readWithout = (text: string): string | null => {
  const lower = text.toLowerCase();
  const known = domainAtEnd(lower);
  if (known) {
    const before = text.slice(0, -known.length);
    const mark = BESIDE_AT.exec(before) ?? KEYS_OF_AT.exec(before);
    // Of a short name, only a mark says that something was to stand before it: home.com.
    const isTold = mark !== null || (known.indexOf('.') > 4 && before.length > 1);
    const local = before.slice(0, mark?.index).replace(/[\s.]+$/, '');
    return isTold && local && !HOSTS.test(before) ? `${local}@${known}` : null;
  }
  // The domain is mistyped, too.
  const [, marked = '', domain = ''] = /^([^\s"'#€]+)\s?["'#€]\s?([a-z\d-]+[.,][a-z.]+)$/i.exec(text) ?? [];
  const meant = domain && guessDomain(domain.toLowerCase());
  if (meant && PROVIDERS.has(meant.domain)) return `${marked}@${meant.domain}`;
  for (let start = 2; start < lower.length - 6; start++) {
    const guessed = guessDomain(lower.slice(start));
    if (!guessed?.certain || !PROVIDERS.has(guessed.domain)) continue;
    const local = text.slice(0, start);
    return `${local.replace(KEYS_OF_AT, '') || local}@${guessed.domain}`;
  }
  return null;
};

/** Reads a second @: one that was typed for the dot, or a domain that was typed, or completed, twice. */
const readTwo = (text: string): string | null => {
  const [local = '', first = '', last = '', ...more] = text.split('@');
  if (!first || !last || more.length) return null;
  const end = last.toLowerCase();
  if (!local) return isProvider(end) ? `${first}@${last}` : null;
  if (first.toLowerCase() === end || (isProvider(end) && end.startsWith(`${first.toLowerCase()}.`)))
    return `${local}@${last}`;
  const joined = `${first}.${end}`.replace(/\.{2,}/g, '.').toLowerCase();
  const meant = isProvider(joined) ? joined : guessDomain(joined)?.domain;
  return meant && isProvider(meant) ? `${local}@${meant}` : null;
};

/**
 * Reads a text that is no address for its @: it is missing, another key was hit, or there are two. Such a reading is a guess: it is never
 * to be written without asking.
 * @returns the address that may be meant, or null.
 */
export const readMisplacedAt = (text: string): string | null => {
  const typed = text
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .trim()
    .replace(/[.,;]+$/, '');
  // Bounds the work below. Words may be anything.
  if (typed.length > 100 || /\s.*\s/.test(typed) || /^https?:/i.test(typed)) return null;
  return typed.includes('@') ? readTwo(typed) : readWithout(typed);
};
