/** The record types that decide where mail goes (RFC 5321 §5.1). */
export type RecordType = 'MX' | 'A' | 'AAAA';

export interface Question {
  /** A name in lower-case ASCII, without a dot at the end. */
  name: string;
  type: RecordType;
}

interface Owned {
  /** The record's name, as {@link Question} has it; `""` is the root. Octets that no host name holds are written `\DDD`. */
  name: string;
  ttlS: number;
}

/** A record of the answer or authority section, as far as its type is read here. */
export type ResourceRecord = Owned &
  (
    | { type: 'A' | 'AAAA'; address: string }
    | { type: 'MX'; preference: number; exchange: string }
    | { type: 'CNAME'; target: string }
    | { type: 'SOA'; minimumS: number }
  );

/** A response to a question. */
export interface DnsResponse {
  /** With the upper bits of the OPT record (RFC 6891 §6.1.3). */
  rcode: number;
  /** The server cut it off (TC): its records are not read. */
  truncated: boolean;
  answers: ResourceRecord[];
  authorities: ResourceRecord[];
}

/** Response codes (RFC 1035 §4.1.1). */
export const RCODE = { noError: 0, nameError: 3 } as const;

/**
 * The maximum length of a message over a stream. No mail domain needs more, and a hostile zone must not keep the thread busy
 * with 64 KB of records.
 */
export const MAX_MESSAGE_BYTES = 16_384;

/** The maximum UDP payload: the size that is not fragmented anywhere (DNS flag day 2020). */
const UDP_PAYLOAD_BYTES = 1232;

const TYPE = { A: 1, CNAME: 5, SOA: 6, MX: 15, AAAA: 28, OPT: 41 } as const;
const CLASS_IN = 1;
const FLAG = { response: 0x8000, truncated: 0x0200, recursionDesired: 0x0100 } as const;
const HEADER_BYTES = 12;
const MAX_NAME_BYTES = 255;
/** The most labels of a name. Without a bound, a message full of pointers takes quadratic time to read. */
const MAX_POINTERS = 127;

/** A question as a DNS message (RFC 1035 §4), with EDNS(0) (RFC 6891), asking for recursion. The name must be one of a host. */
export const encodeQuestion = (id: number, { name, type }: Question): Uint8Array<ArrayBuffer> => {
  const labels = name.split('.').flatMap((label) => [label.length, ...new TextEncoder().encode(label)]);
  const uint16 = (value: number): number[] => [value >> 8, value & 0xff];
  const header = [id, FLAG.recursionDesired, 1, 0, 0, 1].flatMap(uint16);
  const question = [...labels, 0, ...uint16(TYPE[type]), ...uint16(CLASS_IN)];
  const opt = [0, ...uint16(TYPE.OPT), ...uint16(UDP_PAYLOAD_BYTES), 0, 0, 0, 0, 0, 0];
  return Uint8Array.from([...header, ...question, ...opt]);
};

/** A message breaks the format. Reading past its end throws a RangeError of the DataView instead. */
class MalformedMessage extends Error {}

/** The text of each octet of a label: in lower case, and `\DDD` where no host name holds it, so that none passes for a dot. */
const OCTET_TEXT = Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  return /[\w-]/.test(character) ? character.toLowerCase() : `\\${String(octet).padStart(3, '0')}`;
});

const labelText = (view: DataView, start: number, length: number): string => {
  let text = '';
  for (let at = start; at < start + length; at++) text += OCTET_TEXT[view.getUint8(at)] ?? '';
  return text;
};

/** Reads a name, following compression (RFC 1035 §4.1.4). `end` is where the name ends in its place. */
const readName = (view: DataView, start: number): { name: string; end: number } => {
  const labels: string[] = [];
  let at = start;
  let bytes = 1;
  let pointers = 0;
  let end: number | undefined;
  // A pointer goes to a prior occurrence: each goes further back than the last, so that none can make a loop.
  let before = start;
  for (;;) {
    const length = view.getUint8(at);
    if (length >= 0xc0) {
      const target = view.getUint16(at) & 0x3fff;
      end ??= at + 2;
      pointers += 1;
      if (target >= before || pointers > MAX_POINTERS) throw new MalformedMessage();
      at = before = target;
    } else {
      bytes += length + (length > 0 ? 1 : 0);
      if (length > 63 || bytes > MAX_NAME_BYTES) throw new MalformedMessage();
      at += 1;
      if (length === 0) return { name: labels.join('.'), end: end ?? at };
      labels.push(labelText(view, at, length));
      at += length;
    }
  }
};

/** Reads a name that must end where its record does. */
const readLastName = (view: DataView, start: number, recordEnd: number): string => {
  const { name, end } = readName(view, start);
  if (end !== recordEnd) throw new MalformedMessage();
  return name;
};

const ipv4 = (view: DataView, at: number): string => [0, 1, 2, 3].map((n) => view.getUint8(at + n)).join('.');

const ipv6 = (view: DataView, at: number): string =>
  [0, 2, 4, 6, 8, 10, 12, 14].map((n) => view.getUint16(at + n).toString(16)).join(':');

/** The part of a record that its type says; null for a type that is not read here. */
const readData = (view: DataView, type: number, start: number, end: number) => {
  switch (type) {
    case TYPE.A:
      if (end - start !== 4) throw new MalformedMessage();
      return { type: 'A', address: ipv4(view, start) } as const;
    case TYPE.AAAA:
      if (end - start !== 16) throw new MalformedMessage();
      return { type: 'AAAA', address: ipv6(view, start) } as const;
    case TYPE.MX:
      return {
        type: 'MX',
        preference: view.getUint16(start),
        exchange: readLastName(view, start + 2, end),
      } as const;
    case TYPE.CNAME:
      return { type: 'CNAME', target: readLastName(view, start, end) } as const;
    case TYPE.SOA:
      // At least two names of one octet and five numbers, the last of which is MINIMUM (RFC 1035 §3.3.13).
      if (end - start < 22) throw new MalformedMessage();
      return { type: 'SOA', minimumS: readTtl(view, end - 4) } as const;
    default:
      return null;
  }
};

/** One with its highest bit set counts as 0 (RFC 2181 §8). */
const readTtl = (view: DataView, at: number): number => {
  const ttlS = view.getUint32(at);
  return ttlS < 2 ** 31 ? ttlS : 0;
};

interface Section {
  records: ResourceRecord[];
  /** The upper eight bits of the rcode, from an OPT record. */
  extendedRcode: number;
  end: number;
}

const readSection = (view: DataView, start: number, count: number): Section => {
  const records: ResourceRecord[] = [];
  let extendedRcode = 0;
  let at = start;
  for (let n = 0; n < count; n++) {
    const { name, end } = readName(view, at);
    const type = view.getUint16(end);
    const dataStart = end + 10;
    at = dataStart + view.getUint16(end + 8);
    if (at > view.byteLength) throw new MalformedMessage();
    if (type === TYPE.OPT) extendedRcode = view.getUint8(end + 4);
    const data = view.getUint16(end + 2) === CLASS_IN ? readData(view, type, dataStart, at) : null;
    if (data) records.push({ name, ttlS: readTtl(view, end + 4), ...data });
  }
  return { records, extendedRcode, end: at };
};

const decode = (view: DataView, id: number, question: Question): DnsResponse | null => {
  const flags = view.getUint16(2);
  const [questions = 0, answers = 0, authorities = 0, additionals = 0] = [4, 6, 8, 10].map((at) => view.getUint16(at));
  if (view.getUint16(0) !== id || !(flags & FLAG.response) || questions !== 1) return null;
  const { name, end } = readName(view, HEADER_BYTES);
  if (name !== question.name || view.getUint16(end) !== TYPE[question.type] || view.getUint16(end + 2) !== CLASS_IN)
    return null;
  const rcode = flags & 0xf;
  // Some servers cut in the middle of a record.
  if (flags & FLAG.truncated) return { rcode, truncated: true, answers: [], authorities: [] };
  const answer = readSection(view, end + 4, answers);
  const authority = readSection(view, answer.end, authorities);
  const { extendedRcode } = readSection(view, authority.end, additionals);
  return {
    rcode: rcode | (extendedRcode << 4),
    truncated: false,
    answers: answer.records,
    authorities: authority.records,
  };
};

/**
 * Reads a message as the response to a question that was sent.
 * @returns null when it is none: malformed, a query, or with another id or question (RFC 5452 §9.1).
 */
export const decodeResponse = (message: Uint8Array, id: number, question: Question): DnsResponse | null => {
  try {
    return decode(new DataView(message.buffer, message.byteOffset, message.byteLength), id, question);
  } catch (error) {
    if (error instanceof MalformedMessage || error instanceof RangeError) return null;
    throw error;
  }
};
