import { HEADER_BYTES, MalformedMessage, readLastName, readName, skipName, sourceOf, type Source } from './name.js';

/** The record types that decide where mail goes (RFC 5321 §5.1). */
export type RecordType = 'MX' | 'A' | 'AAAA';

export interface Question {
  /** A name in lower-case ASCII, without a dot at the end. */
  name: string;
  type: RecordType;
}

interface Owned {
  /**
   * The record's name, in the form of {@link Question}; `""` is the root. Octets that no host name contains are written
   * `\DDD`.
   */
  name: string;
  ttlS: number;
}

/** A record of the answer section: of the requested type, or an alias. Others are not read. */
export type ResourceRecord = Owned &
  (
    | { type: 'A' | 'AAAA'; address: string }
    | { type: 'MX'; preference: number; exchange: string }
    | { type: 'CNAME'; target: string }
  );

/** A response to a question. */
export interface DnsResponse {
  /**
   * The response code, with the upper bits of the OPT record (RFC 6891 §6.1.3). A malformed response has
   * {@link RCODE.formatError}.
   */
  rcode: number;
  /** The server truncated the response (TC): its records are not read. */
  truncated: boolean;
  answers: ResourceRecord[];
  /** TTL of a negative reply, in seconds (RFC 2308 §5); null without an SOA record. */
  negativeTtlS: number | null;
  /** The authority section only names other servers: NS records without an SOA (RFC 2308 §2.2). */
  referral: boolean;
}

/** Response codes (RFC 1035 §4.1.1). */
export const RCODE = { noError: 0, formatError: 1, nameError: 3 } as const;

/**
 * The maximum length of a message over a stream. No mail domain needs more, and a hostile zone must not keep the thread
 * busy with 64 KB of records.
 */
export const MAX_MESSAGE_BYTES = 16_384;

/**
 * Maximum number of records in a message, by its counts, and of answers that are read. A message with more counts as
 * malformed.
 */
const MAX_RECORDS = 400;
const MAX_READ = 128;
/** The maximum UDP payload: the size that is not fragmented anywhere (DNS flag day 2020). */
const UDP_PAYLOAD_BYTES = 1232;

const TYPE = { A: 1, NS: 2, CNAME: 5, SOA: 6, MX: 15, AAAA: 28, OPT: 41 } as const;
const CLASS_IN = 1;
const DOT = 0x2e;
const FLAG = { response: 0x8000, truncated: 0x0200, recursionDesired: 0x0100 } as const;
/**
 * The bytes after the type of a question: its class, then the OPT record: the name of the root, the type, the payload
 * size, and zeros.
 */
const AFTER_TYPE = [0, CLASS_IN, 0, 0, TYPE.OPT, UDP_PAYLOAD_BYTES >> 8, UDP_PAYLOAD_BYTES & 0xff, 0, 0, 0, 0, 0, 0];

/** Memory for many messages: V8 takes longer to allocate a small array outside its heap than to fill it. */
let slab = new Uint8Array(0);
let slabUsed = 0;
const SLAB_BYTES = 16_384;

const allocate = (length: number): Uint8Array<ArrayBuffer> => {
  if (slabUsed + length > slab.length) {
    slab = new Uint8Array(SLAB_BYTES);
    slabUsed = 0;
  }
  slabUsed += length;
  return slab.subarray(slabUsed - length, slabUsed);
};

/**
 * Encodes a question as a DNS message (RFC 1035 §4), with EDNS(0) (RFC 6891), asking for recursion. The name must be a
 * host name.
 */
export const encodeQuestion = (id: number, { name, type }: Question): Uint8Array<ArrayBuffer> => {
  const end = HEADER_BYTES + name.length + 2;
  const message = allocate(end + 2 + AFTER_TYPE.length);
  message[0] = id >> 8;
  message[1] = id & 0xff;
  message[2] = FLAG.recursionDesired >> 8;
  // One question, one additional record.
  message[5] = 1;
  message[11] = 1;
  // Each dot is replaced by the length of the label after it. The first label has an extra octet for its length.
  let label = HEADER_BYTES;
  for (let n = 0; n <= name.length; n++) {
    const at = HEADER_BYTES + 1 + n;
    const code = n < name.length ? name.charCodeAt(n) : DOT;
    if (code !== DOT) {
      message[at] = code;
    } else {
      message[label] = at - label - 1;
      label = at;
    }
  }
  message[end + 1] = TYPE[type];
  message.set(AFTER_TYPE, end + 2);
  return message;
};

const ipv4 = (view: DataView, at: number): string =>
  `${view.getUint8(at)}.${view.getUint8(at + 1)}.${view.getUint8(at + 2)}.${view.getUint8(at + 3)}`;

const ipv6 = (view: DataView, at: number): string =>
  [0, 2, 4, 6, 8, 10, 12, 14].map((n) => view.getUint16(at + n).toString(16)).join(':');

/** A TTL with its highest bit set counts as 0 (RFC 2181 §8). */
const readTtl = (view: DataView, at: number): number => {
  const ttlS = view.getUint32(at);
  return ttlS < 2 ** 31 ? ttlS : 0;
};

/** Reads the data of an answer, by its type. */
const readData = (source: Source, type: number, start: number, end: number) => {
  const { view } = source;
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
        exchange: readLastName(source, start + 2, end),
      } as const;
    default:
      return { type: 'CNAME', target: readLastName(source, start, end) } as const;
  }
};

/** The position of a record's parts. */
interface Place {
  name: number;
  type: number;
  class: number;
  ttl: number;
  data: number;
  end: number;
}

/**
 * Walks over the records of a section.
 * @returns the end of the section.
 */
const walk = (source: Source, start: number, count: number, visit: (place: Place) => void): number => {
  const { view } = source;
  let at = start;
  for (let n = 0; n < count; n++) {
    const fixed = skipName(source, at);
    const data = fixed + 10;
    const end = data + view.getUint16(fixed + 8);
    if (end > view.byteLength) throw new MalformedMessage();
    visit({ name: at, type: view.getUint16(fixed), class: view.getUint16(fixed + 2), ttl: fixed + 4, data, end });
    at = end;
  }
  return at;
};

/** Reads the sections after the question, each record only as far as it is needed. */
const readSections = (source: Source, start: number, { type }: Question, response: DnsResponse): void => {
  const { view } = source;
  const [answers, authorities, additionals] = [view.getUint16(6), view.getUint16(8), view.getUint16(10)];
  if (answers + authorities + additionals > MAX_RECORDS) throw new MalformedMessage();
  const answersEnd = walk(source, start, answers, (record) => {
    if ((record.type !== TYPE[type] && record.type !== TYPE.CNAME) || record.class !== CLASS_IN) return;
    if (response.answers.length >= MAX_READ) throw new MalformedMessage();
    const data = readData(source, record.type, record.data, record.end);
    response.answers.push({ name: readName(source, record.name), ttlS: readTtl(view, record.ttl), ...data });
  });
  const authoritiesEnd = walk(source, answersEnd, authorities, (record) => {
    if (record.class !== CLASS_IN) return;
    if (record.type === TYPE.NS) response.referral = true;
    if (record.type !== TYPE.SOA || response.negativeTtlS !== null) return;
    // At least two names of one octet and five numbers, the last of which is MINIMUM (RFC 1035 §3.3.13).
    if (record.end - record.data < 22) throw new MalformedMessage();
    response.negativeTtlS = Math.min(readTtl(view, record.ttl), readTtl(view, record.end - 4));
  });
  if (response.negativeTtlS !== null) response.referral = false;
  walk(source, authoritiesEnd, additionals, (record) => {
    if (record.type === TYPE.OPT) response.rcode |= view.getUint8(record.ttl) << 4;
  });
};

/** True if a message is a response with the id and the question that were sent (RFC 5452 §9.1). */
const answersQuestion = (source: Source, id: number, question: Question): boolean => {
  const { view } = source;
  if (view.getUint16(0) !== id || !(view.getUint16(2) & FLAG.response) || view.getUint16(4) !== 1) return false;
  const end = skipName(source, HEADER_BYTES);
  return (
    view.getUint16(end) === TYPE[question.type] &&
    view.getUint16(end + 2) === CLASS_IN &&
    readName(source, HEADER_BYTES) === question.name
  );
};

/** The result of a step of reading; false if the message is malformed. */
const attempt = (read: () => boolean): boolean => {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedMessage || error instanceof RangeError) return false;
    throw error;
  }
};

/**
 * Reads a message as the response to a question that was sent. The work is bounded for any message.
 * @returns null for a message that is not a response to it: a query, or with another id or question (RFC 5452 §9.1).
 */
export const decodeResponse = (message: Uint8Array, id: number, question: Question): DnsResponse | null => {
  const source = sourceOf(message);
  if (!attempt(() => answersQuestion(source, id, question))) return null;
  source.questionName = question.name;
  const flags = source.view.getUint16(2);
  const truncated = (flags & FLAG.truncated) !== 0;
  const response: DnsResponse = { rcode: flags & 0xf, truncated, answers: [], negativeTtlS: null, referral: false };
  // Some servers truncate in the middle of a record.
  if (truncated) return response;
  const start = skipName(source, HEADER_BYTES) + 4;
  const isWhole = attempt(() => {
    readSections(source, start, question, response);
    return true;
  });
  return isWhole ? response : { ...response, rcode: RCODE.formatError, answers: [] };
};
