import { classifyRefusal } from './classify.js';
import type { Connection } from './connection.js';
import { SessionError } from './question.js';
import type { Reply } from './reply.js';

export interface HandshakeOptions {
  /** The name of the host, for TLS. */
  host: string;
  /** The name of this machine. */
  helo: string;
  /** How long a TLS handshake may take, in milliseconds; null to go without TLS. */
  tlsTimeoutMs: number | null;
}

/** The keywords of a server's reply to EHLO, in upper case. */
export type Extensions = ReadonlySet<string>;

const refused = (reply: Reply): SessionError => new SessionError(classifyRefusal(reply), reply);

const isOk = ({ code }: Reply): boolean => code >= 200 && code < 300;

/** EHLO, and HELO for servers that know no extensions (RFC 5321 §3.2). */
const hello = async (connection: Connection, helo: string): Promise<Extensions> => {
  const reply = await connection.ask(`EHLO ${helo}`);
  if (isOk(reply)) {
    const keywords = reply.lines.slice(1).map((line) => line.trim().split(/[ =]/, 1)[0]?.toUpperCase() ?? '');
    return new Set(keywords);
  }
  if (reply.code < 500 || reply.code > 504) throw refused(reply);
  const plain = await connection.ask(`HELO ${helo}`);
  if (!isOk(plain)) throw refused(plain);
  return new Set();
};

/**
 * Greeting, EHLO or HELO, and STARTTLS where it is offered.
 * @returns the extensions that the server offers now.
 * @throws SessionError when the server refuses, TlsError when the handshake failed, and what ended the connection.
 */
export const shakeHands = async (
  connection: Connection,
  { host, helo, tlsTimeoutMs }: HandshakeOptions,
): Promise<Extensions> => {
  const greeting = await connection.ask('');
  if (greeting.code !== 220) throw refused(greeting);
  const extensions = await hello(connection, helo);
  if (tlsTimeoutMs === null || !extensions.has('STARTTLS')) return extensions;
  const reply = await connection.ask('STARTTLS');
  // It may be out of order for now (RFC 3207 §4, 454).
  if (reply.code !== 220) return extensions;
  await connection.startTls(host, tlsTimeoutMs);
  return hello(connection, helo);
};
