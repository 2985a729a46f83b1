import { lazy } from '../util/lazy.js';

/** A syntactically valid address. */
export interface ParsedAddress {
  ok: true;
  /** The local part as typed. */
  local: string;
  /** The domain as typed. */
  domain: string;
  /**
   * The whole address in normal form: the local part in NFC, without unnecessary quotes, and the domain in lower-case
   * ASCII (punycode if necessary). Two texts with the same `ascii` are the same mailbox.
   */
  ascii: string;
}

/** The reason why a text is not an address. */
export interface ParseFailure {
  ok: false;
  code: 'syntax_error';
  /** The offset of the fault, in UTF-16 units; the text's length if something is missing at its end. */
  offset: number;
}

/**
 * Characters that are not allowed anywhere: control, invisible, bidi, private, unassigned, lone surrogates, any space
 * except U+0020 (which a quoted local part may contain), the blank braille cell, the replacement character, which
 * stands for lost text, and three whose normal form is an ASCII character: the Greek question mark (a semicolon), the
 * Greek varia (a backtick) and the Kelvin sign. Also a combining mark at the start of a part, where it would change the
 * dot, the quote or the @ before it.
 */
const hidden = lazy(() => /[\p{C}\p{DI}\u2800\ufffd\u037e\u1fef\u212a]|(?! )\p{Z}|(^|[@."\u3002\uff0e\uff61])\p{M}/u);

/** RFC 5321 §4.1.2 Quoted-string and Dot-string, extended by RFC 6531 §3.3; matches the longest such prefix. */
const LOCAL =
  /^(?:"(?:[ !#-[\]-~\u0080-\u{10ffff}]|\\[ -~])*"|[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+)*)/u;

/** RFC 5321 §4.1.2 Domain, in lower case, labels of up to 63 octets (RFC 1035 §2.3.4); matches the longest such prefix. */
const DOMAIN = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*/;

/**
 * Most addresses: a Dot-string of ASCII and composed Latin letters, at most two octets each, and two labels or more
 * without `--`, so without punycode. Such an address is its own normal form.
 */
const PLAIN =
  /^[\w!#$%&'*+/=?^`{|}~\xc0-\u02ff-]+(?:\.[\w!#$%&'*+/=?^`{|}~\xc0-\u02ff-]+)*@[a-z\d]+(?:-[a-z\d]+)*(?:\.[a-z\d]+(?:-[a-z\d]+)*)+$/;

/** The dots of East Asian keyboards (RFC 5895 §2): ideographic, full-width and half-width. */
const DOTS = /[\u3002\uff0e\uff61]/g;

/**
 * Matches characters that RFC 5892 allows in no label, apart from upper case: first, everything except letters, digits,
 * marks, joiners (see {@link replaceJoiners}) and the exceptions of §2.6; then the letters and marks that are
 * exceptions or in excluded blocks; then punctuation outside the context that §A.3 to §A.7 require; last, hyphens at
 * the edge of a label (RFC 5891 §4.2.3.1).
 */
const disallowed = lazy(
  () =>
    // eslint-disable-next-line no-misleading-character-class -- ranges of combining marks are meant.
    /[^-.\p{L}\p{Mn}\p{Mc}\p{Nd}\u200c\u200d\xb7\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u3007\u30fb]|[\u0640\u07fa\u20d0-\u20ff\u3031-\u303b\u{1d165}-\u{1d244}]|(?![\uac00-\ud7a3])\p{sc=Hang}|(^|[^l])\xb7|\xb7(?!l)|\u0375(?!\p{sc=Greek})|(^|\P{sc=Hebrew})[\u05f3\u05f4]|(^|\.)[^.\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fb]*\u30fb[^.\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]*(?![^.])|(^|\.)-|-(?![^.])/iu,
);

/**
 * Applies UTS 46 by the host parser of URLs, the one implementation in both browsers and Node. It only gets labels of
 * letters, digits, marks, joiners, hyphens and dots. The ending prevents it from reading numbers as an IPv4 address
 * and, since it is not ASCII, makes every engine check the punycode before it.
 * @returns `""` for labels that it refuses.
 */
const hostOf = (labels: string): string => {
  try {
    return new URL(`http://${labels}.ü`).hostname.slice(0, -'.xn--tda'.length);
  } catch {
    return '';
  }
};

/**
 * Converts a non-ASCII domain. The host parser accepts more than domains allow, so disallowed characters are refused
 * first, and so are letters that it would turn into ASCII (full-width forms, `℀`). Capitals are mapped here, since
 * engines differ over `ẞ`.
 * @returns `""` for text that is not a domain.
 */
const toAscii = (domain: string): string => {
  const foreign = domain.replace(/[a-z\d.-]/gi, '');
  if (/[!-~]/.test(foreign.normalize('NFKC')) || disallowed().test(domain.normalize('NFKC'))) return '';
  return hostOf(domain.replace(/\p{Lu}/gu, (capital) => capital.toLowerCase()));
};

/** Matches a joiner, after the letter before it with its marks; the third group is all up to the letter after it. */
const joiners = lazy(() => /((?:\p{L}\p{M}*)?)([\u200c\u200d])(?=((?:\p{M}*\p{L})?))/gu);

/**
 * Replaces the joiners (U+200C, U+200D) in a text. `isLetter` is true where RFC 5892, §A.1 and §A.2, allows a joiner:
 * after a virama, and a non-joiner also between two letters that join. The host parser knows these letters, but that of
 * Chromium 147 accepts a joiner anywhere, so a joiner after a character before the Arabic block never counts as a
 * letter.
 */
export const replaceJoiners = (text: string, by: (joiner: string, isLetter: boolean, at: number) => string): string =>
  text.replace(joiners(), (_, before: string, joiner: string, next: string, at: number) => {
    const isLetter = /[^\0-\u05ff]$/.test(before) && hostOf(before + joiner + next) !== '';
    return before + by(joiner, isLetter, at + before.length);
  });

const fail = (offset: number): ParseFailure => ({ ok: false, code: 'syntax_error', offset });

/**
 * Parses an e-mail address: an RFC 5321 mailbox whose domain has two labels or more, with UTF-8 local parts (RFC 6531)
 * and internationalised domains (IDNA2008, read through UTS 46, which maps capitals and the dots of East Asian
 * keyboards). Comments, folding white space, obsolete forms and address literals are refused, and so are all invisible
 * characters except the joiners of Arabic and Indic names, where IDNA2008 allows them. Limits in octets: 64 for the
 * local part, 254 in total, 63 for a label. Never throws.
 */
export const parseAddress = (text: string): ParsedAddress | ParseFailure => {
  const { length } = text;
  const first = text.indexOf('@');
  if (first < 33 && length - first < 65 && PLAIN.test(text))
    return { ok: true, local: text.slice(0, first), domain: text.slice(first + 1), ascii: text };

  // Bounds the work below. No valid address is this long, even decomposed.
  if (length > 1000) return fail(254);
  if (hidden().test(text)) {
    const offset = replaceJoiners(text, (joiner, isLetter) => (isLetter ? 'x' : joiner)).search(hidden());
    if (offset >= 0) return fail(offset);
  }
  // A quoted local part may contain an @, a domain cannot.
  const at = text.lastIndexOf('@');
  if (at < 0) return fail(length);

  const local = text.slice(0, at);
  const legal = LOCAL.exec(local)?.[0].length ?? 0;
  if (legal < at || at === 0) return fail(legal);
  const normal = local.normalize();
  const octets = encodeURI(normal).replace(/%../g, '%').length;
  if (octets > 64) return fail(at);

  const domain = text.slice(at + 1);
  const host = /[^\0-\x7f]|xn--/i.test(domain) ? toAscii(domain.replace(DOTS, '.')) : domain.toLowerCase();
  const known = DOMAIN.exec(host)?.[0].length ?? 0;
  if (known < host.length || !host.includes('.')) return fail(Math.min(at + 1 + known, length));
  if (octets + 1 + host.length > 254) return fail(length);

  return { ok: true, local, domain, ascii: `${unquoted(normal)}@${host}` };
};

/** Removes quotes and backslashes from a local part that names the same mailbox without them (RFC 5321 §4.1.2). */
const unquoted = (local: string): string => {
  if (!local.startsWith('"')) return local;
  const content = local.slice(1, -1).replace(/\\(.)/g, '$1');
  const needless = !content.startsWith('"') && LOCAL.exec(content)?.[0] === content;
  return needless ? content : `"${content.replace(/["\\]/g, '\\$&')}"`;
};
