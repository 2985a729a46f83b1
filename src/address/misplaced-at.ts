import { guessDomain, isProvider } from './guess-domain.js';
import { PROVIDERS } from './data/providers.js';

/** Names before a dot and a provider's domain that make a host of a page, not a local part. */
const HOSTS = /^(w{2,4}|e|e?-?mail|webmail|smtp|imap|pop3?|mx|login|accounts?|help|support|my|m)[.-]?$/i;

/** The characters on the key of the @, or beside it, on some keyboard. */
const BESIDE_AT = /[\s"'`´¨#€$£¤§²°ºª!^~&*|/\\:;,.·<>()[\]{}=?+_%©àòç-]+$/u;
/** Letters and digits on such a key, with which a local part may well end. */
const KEYS_OF_AT = /[2q]$/i;

/** The known domain at the end of a text, the longest first: `johnhotmail.com` does not end with mail.com. */
const domainAtEnd = (text: string): string | null => {
  for (let start = 1; start < text.length; start++) {
    const domain = text.slice(start);
    if (isProvider(domain)) return domain;
  }
  return null;
};

/** Reads a text without an @, or with another character in its place: johngmail.com, john2gmail.com, john#gmail.com. */
const readWithout = (text: string): string | null => {
  const lower = text.toLowerCase();
  const known = domainAtEnd(lower);
  if (known) {
    const before = text.slice(0, -known.length);
    const mark = BESIDE_AT.exec(before) ?? KEYS_OF_AT.exec(before);
    // Before a short name, only a mark shows that a local part was meant: home.com.
    const isTold = mark !== null || (known.indexOf('.') > 4 && before.length > 1);
    const local = before.slice(0, mark?.index).replace(/[\s.]+$/, '');
    return isTold && local && !HOSTS.test(before) ? `${local}@${known}` : null;
  }
  // The domain is misspelt, too.
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

/** Reads a text with a second @: typed in place of the dot, or because the domain was typed, or completed, twice. */
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
 * Reads an address with a misplaced @: it is missing, another key was hit, or there are two. The result is a guess:
 * never write it without asking.
 * @returns the address that may be meant, or null.
 */
export const readMisplacedAt = (text: string): string | null => {
  const typed = text
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .trim()
    .replace(/[.,;]+$/, '');
  // Bounds the work below. Text with several words may be anything.
  if (typed.length > 100 || /\s.*\s/.test(typed) || /^https?:/i.test(typed)) return null;
  return typed.includes('@') ? readTwo(typed) : readWithout(typed);
};
