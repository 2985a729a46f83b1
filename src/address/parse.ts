/** A syntactically valid address. */
export interface ParsedAddress {
  ok: true;
  /** The local part as typed. */
  local: string;
  /** The domain as typed. */
  domain: string;
  /**
   * The whole address in normal form: the local part in NFC, without quotes it does not need, and the domain in lower-case
   * ASCII (punycode where needed). Two texts with the same `ascii` are the same mailbox.
   */
  ascii: string;
}

/** The reason why a text is not an address. */
export interface ParseFailure {
  ok: false;
  code: 'syntax_error';
  /** The offset of the fault, in UTF-16 units; the text's length when something is missing at its end. */
  offset: number;
}

/**
 * Characters that are allowed nowhere: control, invisible, bidi, private, unassigned, lone surrogates, any space but the plain one (which a
 * quoted local part may hold), the blank braille cell, and the Greek question mark, whose normal form is a semicolon.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800\u037e]|(?! )\p{Zs}/u;

/** RFC 5321 §4.1.2 Quoted-string and Dot-string, widened by RFC 6531 §3.3; matches the longest such prefix. */
const LOCAL =
  /^(?:"(?:[ !#-[\]-~\u0080-\u{10ffff}]|\\[ -~])*"|[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]+)*)/u;

/** RFC 5321 §4.1.2 Domain, in lower case, labels of up to 63 octets (RFC 1035 §2.3.4); matches the longest such prefix. */
const DOMAIN = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*/;

const octets = (text: string): number => new TextEncoder().encode(text).length;

/**
 * UTS 46 through the one implementation that browsers and Node both bring. The host parser of a URL takes more than domains do, so
 * nothing but letters, digits, hyphens and plain dots may come in, no letter that would turn into one of those on the way
 * (full-width forms, `℀`). The ending keeps it from reading numbers as an IPv4 address and, not being ASCII, makes every engine check
 * the punycode before it.
 * @returns `""` for a text that is no domain.
 */
const toAscii = (domain: string): string => {
  const foreign = domain.replace(/[a-z\d.-]/gi, '');
  if (/[!-~\u3002]/.test(foreign.normalize('NFKC'))) return '';
  if (foreign === '' && !/(^|\.)xn--/i.test(domain)) return domain.toLowerCase();
  try {
    return new URL(`http://${domain}.ü`).hostname.slice(0, -'.xn--tda'.length);
  } catch {
    return '';
  }
};

/**
 * Reads a text as an e-mail address: an RFC 5321 mailbox whose domain has two labels or more, with UTF-8 local parts (RFC 6531) and
 * internationalised domains (UTS 46). Comments, folding white space, obsolete forms and address literals are refused, and so is every
 * character that cannot be seen. Limits in octets: 64 for the local part, 254 in all, 63 a label. Never throws.
 */
export const parseAddress = (text: string): ParsedAddress | ParseFailure => {
  const fail = (offset: number): ParseFailure => ({ ok: false, code: 'syntax_error', offset });
  // Bounds the work below. No valid address is this long, even decomposed.
  if (text.length > 1000) return fail(254);
  const hidden = text.search(HIDDEN);
  if (hidden >= 0) return fail(hidden);
  // A quoted local part may hold an @, a domain cannot.
  const at = text.lastIndexOf('@');
  if (at < 0) return fail(text.length);

  const local = text.slice(0, at);
  const legal = LOCAL.exec(local)?.[0].length ?? 0;
  if (legal < at || at === 0) return fail(legal);
  const normal = local.normalize();
  if (octets(normal) > 64) return fail(at);

  const domain = text.slice(at + 1);
  const ascii = toAscii(domain);
  const known = DOMAIN.exec(ascii)?.[0].length ?? 0;
  if (known < ascii.length || !ascii.includes('.')) return fail(Math.min(at + 1 + known, text.length));
  if (octets(normal) + 1 + ascii.length > 254) return fail(text.length);

  return { ok: true, local, domain, ascii: `${unquoted(normal)}@${ascii}` };
};

/** Removes quotes and backslashes from a local part that names the same mailbox without them (RFC 5321 §4.1.2). */
const unquoted = (local: string): string => {
  if (!local.startsWith('"')) return local;
  const content = local.slice(1, -1).replace(/\\(.)/g, '$1');
  const needless = !content.startsWith('"') && LOCAL.exec(content)?.[0] === content;
  return needless ? content : `"${content.replace(/["\\]/g, '\\$&')}"`;
};
