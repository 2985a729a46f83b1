// Without `node:`: where there is no Node, the build puts portable-buffer.ts into its place.
import { Buffer } from 'buffer';
import { decode, encode, RECURSION_DESIRED, type DecodedPacket } from 'dns-packet';

/** The record types that decide where mail goes (RFC 5321 §5.1). */
export type RecordType = 'MX' | 'A' | 'AAAA';

export interface Question {
  /** A name in lower-case ASCII, without a dot at the end. */
  name: string;
  type: RecordType;
}

/** An answer as it came. `rcode` is the header's (RFC 1035 §4.1.1), by its name. */
export interface DnsPacket extends DecodedPacket {
  rcode: string;
}

/** How large an answer may come over UDP: what passes everywhere without being cut into fragments (DNS flag day 2020). */
const UDP_PAYLOAD = 1232;

/**
 * How long an answer over a stream may be: no mail domain has one as long as this. Reading 64 KB of records would take the one thread
 * 50 ms, at a stranger's wish.
 */
export const MAX_ANSWER_BYTES = 16_384;

/** A question as a DNS message, with EDNS(0) (RFC 6891), asking for recursion. */
export const encodeQuestion = (id: number, { name, type }: Question): Buffer =>
  encode({
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    questions: [{ name, type, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_PAYLOAD,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  });

/**
 * Reads a message as the answer to a question that was sent.
 * @returns null when it is none: malformed, no response, or with another id or question (RFC 5452 §9.1).
 */
export const decodeAnswer = (message: Uint8Array, id: number, question: Question): DnsPacket | null => {
  const copy = Buffer.alloc(message.length);
  copy.set(message);
  let packet: DnsPacket;
  try {
    // The header's rcode is there, but the codec's types do not say so.
    packet = decode(copy) as DnsPacket;
  } catch {
    return null;
  }
  const [asked] = packet.questions ?? [];
  if (packet.type !== 'response' || packet.id !== id || packet.questions?.length !== 1 || asked === undefined)
    return null;
  return asked.name.toLowerCase() === question.name && asked.type === question.type ? packet : null;
};
