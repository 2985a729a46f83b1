/** Lists as mail programs write them: `Anna <anna@firm.org>, "Berg, Ben" <ben@firm.org>`, in one line or many. */
import { turns } from '../../../../util/turns.js';
import type { Record } from '../records.js';
import type { Line } from './lines.js';

/** A mailbox (RFC 5322, 3.4). */
interface Mailbox {
  name: string;
  email: string;
}

const ATOM = String.raw`[^\s<>()@,;:"\\[\]]+`;
const ADDRESS = new RegExp(String.raw`^(?:mailto:)?((?:"[^"]*"|${ATOM})@(?:${ATOM}|\[[^\]]*\]))$`, 'iu');
/** The field of a message before its addresses. */
const FIELD = /^\s*(?:from|to|cc|bcc|reply-to|sender|an|von|de|à|para)\s*:\s*/iu;
/** A list as programs write it: `['anna@firm.org', 'ben@firm.org']`, `emails: {…}`, `const emails = [...];`, `array(…)`. */
const PRINTED = /^(?:[\w\s$"']{0,100}[=:]\s*|%w)?(?:\[([^[\]]*)\]|\{([^{}]*)\}|\w{0,20}\(([^()]*,[^()]*)\))\s*[;,]?$/u;
const SEPARATOR = /^(?:\s*[,;]\s*|\s+)/u;

/** The name before an angle bracket: quotes and escapes are no part of it. */
const plainName = (text: string): string =>
  text
    .trim()
    .replace(/^"((?:[^"\\]|\\.)*)"$/u, '$1')
    .replace(/^'(.*)'$/u, '$1')
    .replace(/\\(.)/gu, '$1')
    .trim();

const NAMED = /^((?:"(?:[^"\\]|\\.)*"|[^"<>,;])*)<([^<>]*)>/u;
/** Outlook writes `Berg, Ben <ben@firm.org>` without quotes. */
const LOOSE = /^((?:"(?:[^"\\]|\\.)*"|[^"<>;@])*)<([^<>]*)>/u;
/** Outlook shows `Anna Berg (anna@firm.org)`, and quotes `Anna Berg [mailto:anna@firm.org]`. */
const BRACKETED = /^([^"<>,;()[\]@]{1,200})[([]([^"<>,;()[\]\s]+)[)\]]/u;
const BARE = /^(?:"[^"@]+@[^"]+"|[^\s<>,;"()]+@[^\s<>,;"()]+)/u;
const COMMENT = /^\s*\(([^()]*)\)/u;

/** Reads a mailbox at the start of a text. @returns it with its length. */
const mailboxAt = (text: string): (Mailbox & { length: number; isNamed: boolean }) | undefined => {
  const named = NAMED.exec(text) ?? (BARE.test(text) ? null : (LOOSE.exec(text) ?? BRACKETED.exec(text)));
  if (named !== null) {
    const [all, name = '', address = ''] = named;
    const email = ADDRESS.exec(address.trim())?.[1];
    return email === undefined ? undefined : { name: plainName(name), email, length: all.length, isNamed: true };
  }
  const [bare = ''] = BARE.exec(text) ?? [];
  const email = ADDRESS.exec(bare.replace(/^"|"$/gu, '').trim())?.[1];
  if (email === undefined) return undefined;
  const comment = COMMENT.exec(text.slice(bare.length));
  return {
    name: comment?.[1]?.trim() ?? '',
    email,
    length: bare.length + (comment?.[0].length ?? 0),
    isNamed: comment !== null,
  };
};

/** The longest name and address that are looked for in words. */
const MAX_WORDS = 400;
/** The longest line that is looked at. */
const MAX_LINE = 131_072;

/** A name and an address with a space between them. */
const WORDS = /^\s*(?:([^@,;|\t:<>"]*[^\s@,;|\t:<>"])\s+(\S+@\S+)|(\S+@\S+)\s+([^@,;|\t:<>"]*[^\s@,;|\t:<>"]))\s*$/u;

const wordsOf = (text: string): Mailbox | undefined => {
  if (text.length > MAX_WORDS) return undefined;
  const [, before, second, first, behind] = WORDS.exec(text) ?? [];
  const email = ADDRESS.exec(second ?? first ?? '')?.[1];
  return email === undefined ? undefined : { name: (before ?? behind ?? '').trim(), email };
};

/** The mailboxes of a line. */
interface Parsed {
  mailboxes: Mailbox[];
  /** True if the line is more than an address: it has a name or brackets, or several addresses. */
  isMore: boolean;
}

const ENDS_ADDRESS = /[\s",;<>@]/u;

/** True if an address ends before a place in a text. */
const endsWithAddress = (text: string, end: number): boolean => {
  let at = end - 1;
  while (at >= 0 && /[\s>]/u.test(text.charAt(at))) at -= 1;
  const domain = at;
  while (at >= 0 && !ENDS_ADDRESS.test(text.charAt(at))) at -= 1;
  return at > 0 && at < domain && text.charAt(at) === '@' && !ENDS_ADDRESS.test(text.charAt(at - 1));
};

/**
 * Finds where the last mailbox ends in a text that may be cut within the next: behind a comma or semicolon. 0: there is
 * none.
 */
export const endOfMailboxes = (text: string): number => {
  for (let at = text.length - 1; at > 0; at -= 1)
    if ((text[at] === ',' || text[at] === ';') && endsWithAddress(text, at)) return at + 1;
  return 0;
};

/** Reads a line that holds nothing but mailboxes; undefined: it does not. */
export const parseMailboxes = (line: string): Parsed | undefined => {
  if (line.length > MAX_LINE) return undefined;
  const mailboxes: Mailbox[] = [];
  const inside = line.replace(FIELD, '').trim();
  const [, inBrackets = '', inBraces = '', inParentheses = ''] = PRINTED.exec(inside) ?? [];
  const text = (inBrackets || inBraces || inParentheses || inside).trim();
  let isMore = text !== line.trim();
  for (let at = 0; at < text.length;) {
    const found = mailboxAt(text.slice(at));
    const behind = found && text.slice(at + found.length);
    const separator = behind === undefined ? undefined : behind === '' ? '' : SEPARATOR.exec(behind)?.[0];
    if (found === undefined || separator === undefined) {
      const words = mailboxes.length < 2 ? wordsOf(text) : undefined;
      return words && { mailboxes: [words], isMore: true };
    }
    mailboxes.push({ name: found.name, email: found.email });
    isMore ||= found.isNamed;
    at += found.length + separator.length;
  }
  if (mailboxes.length === 0) return undefined;
  return { mailboxes, isMore: isMore || mailboxes.length > 1 };
};

/** Lines that are looked at. */
const SAMPLE = 200;
/** Lines before the first with an address. */
const MAX_BEFORE = 20;

/** The way in which a text is a list of mailboxes. */
export interface MailboxText {
  /** Lines before the first with a mailbox: titles. */
  skipped: number;
  /** True if a mailbox of the first lines has a name. */
  hasNames: boolean;
}

/**
 * Finds out if a text is a list of mailboxes: all of its first lines are, and one is more than an address.
 * @param lines the first lines, each whole.
 */
export const asMailboxText = (lines: readonly string[]): MailboxText | undefined => {
  const skipped = lines.findIndex((line) => line.includes('@') && !/^\s*(?:#|\/\/)/.test(line));
  // A line with delimiters before them is a header.
  if (skipped < 0 || skipped > MAX_BEFORE || lines.slice(0, skipped).some((line) => /[,;\t|]/u.test(line)))
    return undefined;
  const parsed = lines
    .slice(skipped, skipped + SAMPLE)
    .filter((line) => line.trim() !== '')
    .map(parseMailboxes);
  if (!parsed.some((line) => line?.isMore) || !parsed.every((line) => line !== undefined)) return undefined;
  return { skipped, hasNames: parsed.some((line) => line.mailboxes.some(({ name }) => name !== '')) };
};

/**
 * Reads mailboxes, a row for each. Any other line is a row as it is: nothing is left out.
 * @yields the header first, if the mailboxes have names.
 */
export async function* readMailboxes(
  lines: AsyncIterable<readonly Line[]>,
  { skipped, hasNames }: MailboxText,
): AsyncGenerator<Record[], void, undefined> {
  if (hasNames) yield [{ cells: ['name', 'email'], line: skipped + 1 }];
  for await (const part of lines) {
    const records: Record[] = [];
    for (const { text, line } of part) {
      if (line <= skipped || text.trim() === '') continue;
      const mailboxes = parseMailboxes(text)?.mailboxes ?? [{ name: '', email: text.trim() }];
      for (const { name, email } of mailboxes) records.push({ cells: hasNames ? [name, email] : [email], line });
      if (turns.isOver()) await turns.rest();
    }
    yield records;
  }
}
