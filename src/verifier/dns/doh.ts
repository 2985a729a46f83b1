import { readBody } from '../../util/read-body.js';
import { decodeResponse, encodeQuestion, MAX_MESSAGE_BYTES, type DnsResponse, type Question } from './message.js';
import { askByPromise, type Transport } from './transport.js';

/** The media type of a DNS message (RFC 8484 §6). */
const MEDIA_TYPE = 'application/dns-message';

/** Subtracts the time that a response spent in an HTTP cache from its TTL (RFC 8484 §5.1). */
const aged = (response: DnsResponse, ageS: number): DnsResponse => {
  if (!(ageS > 0)) return response;
  const left = (ttlS: number): number => Math.max(0, ttlS - ageS);
  const { answers, negativeTtlS } = response;
  return {
    ...response,
    answers: answers.map((record) => ({ ...record, ttlS: left(record.ttlS) })),
    negativeTtlS: negativeTtlS === null ? null : left(negativeTtlS),
  };
};

/** The problem with an HTTP response, by its status and headers; null if it should hold a DNS message. */
const faultOf = ({ ok, status, headers }: Response): string | null => {
  if (!ok) return `The DNS server answered with HTTP status ${status}`;
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase() === MEDIA_TYPE ? null : 'The DNS server did not answer with a DNS message';
};

const ask = async (url: string, question: Question, signal: AbortSignal): Promise<DnsResponse> => {
  // The id is 0 (RFC 8484 §4.1): HTTP itself connects the response with the request.
  const id = 0;
  const http = await fetch(url, {
    method: 'POST',
    headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE },
    body: encodeQuestion(id, question),
    // Redirects are not followed: the caller chose this server.
    redirect: 'manual',
    signal,
  });
  const fault = faultOf(http);
  if (fault !== null) {
    void http.body?.cancel().catch(() => undefined);
    throw new Error(fault);
  }
  const response = decodeResponse(await readBody(http, { maxBytes: MAX_MESSAGE_BYTES, signal }), id, question);
  if (response === null) throw new Error('The DNS server answered another question, or none');
  // The missing part may hold the answer, and HTTPS has no fallback to TCP.
  if (response.truncated) throw new Error('The DNS server truncated its response');
  return aged(response, Number(http.headers.get('age')));
};

/**
 * Queries over HTTPS (RFC 8484), for runtimes without UDP.
 * @param url to which the query is posted.
 */
export const dohTransport = (url: string): Transport => ({
  ask: askByPromise((question, signal) => ask(url, question, signal)),
  close: () => undefined,
});
