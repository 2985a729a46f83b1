/**
 * Finds the delivery status in a mail that came back (RFC 3462, RFC 3464). Strangers write such mails: each step takes time
 * in proportion to the bytes that are read, and nothing else of the mail is looked at.
 */

/** Characters of a mail's or a part's header, and parts of a mail, that are read. */
const MAX_HEADER = 65_536;
const MAX_PARTS = 50;
/** Characters of a line between parts that are read: two hyphens and 70 more (RFC 2046 §5.1.1), with room. */
const MAX_LINE = 300;

const STATUS_TYPES: readonly string[] = ['message/delivery-status', 'message/global-delivery-status'];

/** The status part of a mail, and its `Date` as it stands there. */
export interface StatusPart {
  date: string;
  text: string;
}

/** A header with what stands behind it. */
interface Entity {
  header: string;
  body: string;
}

/** Parts a text at its first empty line. */
const entityOf = (text: string): Entity => {
  const start = /^\r?\n/.exec(text);
  if (start !== null) return { header: '', body: text.slice(start[0].length) };
  const end = /\r?\n\r?\n/.exec(text);
  if (end === null) return { header: text.slice(0, MAX_HEADER), body: '' };
  return { header: text.slice(0, Math.min(end.index, MAX_HEADER)), body: text.slice(end.index + end[0].length) };
};

/** The value of the first field with a name, in lower case, unfolded (RFC 5322 §2.2.3); `""` if there is none. */
const fieldOf = (header: string, name: string): string => {
  const lines = header.split(/\r?\n/);
  const first = lines.findIndex((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  if (first < 0) return '';
  const next = lines.slice(first + 1).findIndex((line) => !/^[ \t]/.test(line));
  const folded = lines.slice(first, next < 0 ? undefined : first + 1 + next).join('');
  return folded.slice(name.length + 1).trim();
};

/** The type in a `Content-Type`, in lower case. */
const typeOf = (value: string): string => (/^[^;\s]*/.exec(value)?.[0] ?? '').toLowerCase();

/** The parameter `boundary` of a `Content-Type`; null: it has none. */
const boundaryOf = (value: string): string | null => {
  const found = /;[ \t]*boundary[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.){1,200})"|([^\s;"]{1,200}))/i.exec(value);
  return found?.[2] ?? found?.[1]?.replace(/\\(.)/g, '$1') ?? null;
};

/** The parts between the lines of a boundary (RFC 2046 §5.1.1). */
function* partsOf(body: string, boundary: string): Generator<string, void> {
  const line = `--${boundary}`;
  let start = -1;
  let parts = 0;
  for (let at = body.indexOf(line); at >= 0 && parts < MAX_PARTS; at = body.indexOf(line, at + line.length)) {
    if (at > 0 && body[at - 1] !== '\n') continue;
    const end = body.indexOf('\n', at);
    const rest = body.slice(at + line.length, Math.min(end < 0 ? body.length : end, at + MAX_LINE));
    // Another boundary may begin with this one.
    if (!/^(?:--)?[ \t]*\r?$/.test(rest)) continue;
    if (start >= 0) yield body.slice(start, at).replace(/\r?\n$/, '');
    parts += 1;
    start = end < 0 || rest.startsWith('--') ? -1 : end + 1;
    if (start < 0) return;
  }
  // A mail that was cut short ends within a part.
  if (start >= 0 && parts < MAX_PARTS) yield body.slice(start);
}

/** The bytes of a text in quoted-printable (RFC 2045 §6.7). What is not of that form stays as it is. */
const fromQuotedPrintable = (text: string): Buffer => {
  const joined = text.replace(/=[ \t]{0,76}\r?\n/g, '');
  const bytes = Buffer.allocUnsafe(joined.length);
  let length = 0;
  for (let at = 0; at < joined.length; at++) {
    const hex = joined[at] === '=' ? joined.slice(at + 1, at + 3) : '';
    const isByte = /^[\da-f]{2}$/i.test(hex);
    bytes[length++] = isByte ? parseInt(hex, 16) : joined.charCodeAt(at);
    if (isByte) at += 2;
  }
  return bytes.subarray(0, length);
};

/** The text of a body in the encoding that its header names (RFC 2045 §6). */
const decoded = ({ header, body }: Entity): string => {
  const encoding = fieldOf(header, 'content-transfer-encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  const bytes = encoding === 'quoted-printable' ? fromQuotedPrintable(body) : Buffer.from(body, 'latin1');
  return bytes.toString('utf8');
};

/** @returns null for a mail that is no report, or has no status among its parts. */
export const findStatus = (mail: Buffer): StatusPart | null => {
  const { header, body } = entityOf(mail.toString('latin1'));
  const type = fieldOf(header, 'content-type');
  const boundary = boundaryOf(type);
  if (typeOf(type) !== 'multipart/report' || boundary === null) return null;
  for (const part of partsOf(body, boundary)) {
    const entity = entityOf(part);
    if (STATUS_TYPES.includes(typeOf(fieldOf(entity.header, 'content-type'))))
      return { date: fieldOf(header, 'date'), text: decoded(entity) };
  }
  return null;
};
