import { readBytes } from '../read.js';
import { decodeAnswer, encodeQuestion, MAX_ANSWER_BYTES, type DnsPacket, type Question } from './packet.js';
import type { Transport } from './transport.js';

/** The media type of a DNS message (RFC 8484 §6). */
const MEDIA_TYPE = 'application/dns-message';

/** An answer that lay in an HTTP cache has lived for part of its TTL already (RFC 8484 §5.1). */
const aged = (packet: DnsPacket, ageS: number): DnsPacket => {
  if (!(ageS > 0)) return packet;
  for (const record of [...(packet.answers ?? []), ...(packet.authorities ?? [])]) {
    if ('ttl' in record) record.ttl = Math.max(0, (record.ttl ?? 0) - ageS);
  }
  return packet;
};

/** What is wrong with a response, as far as its head tells; null when it should hold a DNS message. */
const faultOf = ({ ok, status, headers }: Response): string | null => {
  if (!ok) return `The DNS server answered with HTTP status ${status}`;
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase() === MEDIA_TYPE
    ? null
    : 'The DNS server answered with something that is no DNS message';
};

const ask = async (url: string, question: Question, signal: AbortSignal): Promise<DnsPacket> => {
  // An id of 0 (RFC 8484 §4.1): the request itself tells which answer belongs to it.
  const id = 0;
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE },
    body: new Uint8Array(encodeQuestion(id, question)),
    // Not followed: who asks named this server, and no other.
    redirect: 'manual',
    signal,
  });
  const fault = faultOf(response);
  if (fault !== null) {
    void response.body?.cancel().catch(() => undefined);
    throw new Error(fault);
  }
  const packet = decodeAnswer(await readBytes(response.body, MAX_ANSWER_BYTES, signal), id, question);
  if (packet === null) throw new Error('The DNS server answered another question, or none');
  // What was cut off could be all that was asked for; there is no other way to ask for it.
  if (packet.flag_tc) throw new Error('The DNS server cut its answer off');
  return aged(packet, Number(response.headers.get('age')));
};

/**
 * Asks over HTTPS (RFC 8484), for runtimes that know no datagrams.
 * @param url where the server takes a POST.
 */
export const dohTransport =
  (url: string): Transport =>
  (question, signal) =>
    ask(url, question, signal);
