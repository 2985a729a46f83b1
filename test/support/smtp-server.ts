/**
 * A scripted SMTP server on loopback, for replies that no well-behaved server gives.
 * @example
 * const server = await startSmtpServer({ rcpt: (address) => (address.startsWith('anna@') ? '250 OK' : '550 5.1.1 No') });
 * server.port; server.sessions; // the commands of every connection
 * await server.close();
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** One connection. */
export interface SmtpSession {
  readonly socket: Socket;
  /** The client's address. */
  readonly from: string | undefined;
  /** Every command, without its CRLF. */
  readonly commands: string[];
}

export interface SmtpScript {
  /** A loopback address; 127.0.0.1 by default. */
  host?: string;
  /** Chosen by the system by default. */
  port?: number;
  /** The first reply, without CRLF at its end; null for silence. */
  greeting?: string | null;
  /** The keywords after the first line of EHLO's reply. */
  extensions?: readonly string[];
  /** The reply to RCPT; 250 by default. */
  rcpt?: (address: string, session: SmtpSession) => string | null;
  /**
   * Replies to a command before the rest of the script does: with lines, or null for silence; undefined leaves it to
   * the rest. It may write to the socket itself.
   */
  on?: (command: string, session: SmtpSession) => string | null | undefined;
}

export interface SmtpServer {
  readonly port: number;
  readonly sessions: readonly SmtpSession[];
  /** All RCPTs, in the order in which they came. */
  readonly recipients: readonly string[];
  /** The number of open connections. */
  readonly open: number;
  close(): Promise<void>;
}

export const EXTENSIONS = ['PIPELINING', 'ENHANCEDSTATUSCODES', '8BITMIME', 'SMTPUTF8'] as const;

export const startSmtpServer = async (script: SmtpScript = {}): Promise<SmtpServer> => {
  const { host = '127.0.0.1', port = 0, greeting = '220 mx.test ESMTP', extensions = EXTENSIONS } = script;
  const sessions: SmtpSession[] = [];
  const recipients: string[] = [];
  const open = new Set<Socket>();

  const answer = (command: string, session: SmtpSession): string | null => {
    const own = script.on?.(command, session);
    if (own !== undefined) return own;
    const verb = command.split(/[ :]/, 1)[0]?.toUpperCase();
    if (verb === 'EHLO')
      return ['mx.test', ...extensions].map((l, i, { length }) => `250${i < length - 1 ? '-' : ' '}${l}`).join('\r\n');
    if (verb === 'RCPT') return script.rcpt ? script.rcpt(recipients.at(-1)!, session) : '250 2.1.5 OK';
    if (verb === 'QUIT') {
      session.socket.end('221 2.0.0 Bye\r\n');
      return null;
    }
    return /^(HELO|MAIL|RSET)$/.test(verb ?? '') ? '250 OK' : '502 5.5.1 Unknown command';
  };

  const server = createServer((socket) => {
    const session: SmtpSession = { socket, from: socket.remoteAddress, commands: [] };
    sessions.push(session);
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    if (greeting !== null) socket.write(`${greeting}\r\n`);
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop()!;
      for (const command of lines) {
        session.commands.push(command);
        const [, recipient] = /^RCPT TO:<(.*)>/i.exec(command) ?? [];
        if (recipient !== undefined) recipients.push(recipient);
        const reply = answer(command, session);
        if (reply !== null && socket.writable) socket.write(`${reply}\r\n`);
      }
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sessions,
    recipients,
    get open() {
      return open.size;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
