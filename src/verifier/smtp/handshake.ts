import { classifyRefusal } from './classify.js';
import type { Connection } from './connection.js';
import { SessionError } from './recipient-query.js';
import type { Reply } from './reply.js';

export interface HandshakeOptions {
  /** The name of the host, for TLS. */
  host: string;
  /** The name of this machine. */
  helo: string;
  /** Time limit of the TLS handshake, in milliseconds; null to go without TLS. */
  tlsTimeoutMs: number | null;
  /** True for the host names of receivers that are never asked. */
  isNeverAsked: (host: string) => boolean;
}

/** The keywords of a server's reply to EHLO, in upper case. */
export type Extensions = ReadonlySet<string>;

const refused = (reply: Reply): SessionError => new SessionError(classifyRefusal(reply), reply);

const isOk = ({ code }: Reply): boolean => code >= 200 && code < 300;

/**
 * Reads the server's own name at the beginning of the greeting and of the reply to EHLO (RFC 5321 §4.2). A domain may
 * name its MX as it likes, although the host is a gateway.
 * @throws SessionError for the name of a receiver that is never asked.
 */
const readName = (reply: Reply, isNeverAsked: (host: string) => boolean): void => {
  const name = /^[\w.-]{1,253}/.exec(reply.lines[0]?.trimStart() ?? '')?.[0];
  if (name !== undefined && isNeverAsked(name)) throw new SessionError('smtp_not_checked', reply);
};

/** Sends EHLO, and HELO to servers without extensions (RFC 5321 §3.2). */
const hello = async (connection: Connection, { helo, isNeverAsked }: HandshakeOptions): Promise<Extensions> => {
  const reply = await connection.ask(`EHLO ${helo}`);
  if (isOk(reply)) {
    readName(reply, isNeverAsked);
    const keywords = reply.lines.slice(1).map((line) => line.trim().split(/[ =]/, 1)[0]?.toUpperCase() ?? '');
    return new Set(keywords);
  }
  if (reply.code < 500 || reply.code > 504) throw refused(reply);
  const plain = await connection.ask(`HELO ${helo}`);
  if (!isOk(plain)) throw refused(plain);
  readName(plain, isNeverAsked);
  return new Set();
};

/**
 * Reads the greeting, and sends EHLO or HELO, and STARTTLS if it is offered.
 * @returns the extensions that the server offers afterwards.
 * @throws SessionError if the server refuses or is never asked, TlsError if the handshake failed, and the error that
 * ended the connection.
 */
export const shakeHands = async (connection: Connection, options: HandshakeOptions): Promise<Extensions> => {
  const { host, tlsTimeoutMs, isNeverAsked } = options;
  const greeting = await connection.ask('');
  if (greeting.code !== 220) throw refused(greeting);
  readName(greeting, isNeverAsked);
  const extensions = await hello(connection, options);
  if (tlsTimeoutMs === null || !extensions.has('STARTTLS')) return extensions;
  const reply = await connection.ask('STARTTLS');
  // TLS may be temporarily out of order (RFC 3207 §4, 454).
  if (reply.code !== 220) return extensions;
  await connection.startTls(host, tlsTimeoutMs);
  return hello(connection, options);
};
