import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { TimeoutError } from '../../util/timeout.js';
import { ProtocolError, ReplyParser, type Reply } from './reply.js';

/** Called once: with the reply, or with the error that ended the connection before it. */
export type OnReply = (reply: Reply | Error) => void;

/** Time limit of one reply of the server, in milliseconds. Callers may set shorter deadlines. */
const REPLY_MS = 60_000;
/** Time limit of the reply to QUIT, in milliseconds, unless the caller sets one. */
const QUIT_MS = 1000;

/**
 * The connection was closed by the server, or after QUIT, with one reply to each command before QUIT: every reply is
 * surely that to its command.
 */
export class InSyncClose extends Error {
  override readonly name = 'InSyncClose';
}

/** The TLS handshake failed; another connection may go without TLS. */
export class TlsError extends Error {
  override readonly name = 'TlsError';

  /** @param isLate true after a timeout. */
  constructor(readonly isLate: boolean) {
    super('The TLS handshake failed');
  }
}

/**
 * Sends commands on a socket and assigns the replies to them, in order. A surplus reply ends the connection: after it,
 * no reply could be assigned to its command.
 */
export class Connection {
  #socket: Socket;
  readonly #raw: Socket;
  #parser = new ReplyParser();
  readonly #awaited: OnReply[] = [];
  readonly #onClose: (reason: Error) => void;
  #timer: NodeJS.Timeout;
  #ended: Error | null = null;
  #isQuitting = false;

  /** @param onClose called once, after the last `OnReply`, when the socket is closed, with the first reason for it. */
  constructor(socket: Socket, onClose: (reason: Error) => void) {
    this.#socket = this.#raw = socket;
    this.#onClose = onClose;
    this.#timer = setTimeout(() => {
      this.destroy(new TimeoutError('The mail server took too long to reply'));
    }, REPLY_MS).unref();
    this.#listen(socket);
    socket.once('close', this.#onSocketClose);
  }

  readonly #onSocketClose = (): void => {
    this.#closed('The mail server closed the connection');
    this.#onClose(this.#ended ?? new Error('The connection is closed'));
  };

  readonly #onError = (error: Error): void => {
    this.destroy(error);
  };

  readonly #onData = (chunk: Buffer): void => {
    try {
      this.#deliver(this.#parser.push(chunk));
    } catch (error) {
      this.destroy(error as Error);
    }
  };

  #listen(socket: Socket): void {
    socket.on('data', this.#onData).on('error', this.#onError).on('end', this.#onEnd);
  }

  readonly #onEnd = (): void => {
    this.#closed('The mail server closed the connection');
  };

  /** Ends the connection. Its replies count as in order if only that to QUIT is missing. */
  #closed(reason: string): void {
    const missing = this.#awaited.length - (this.#isQuitting ? 1 : 0);
    this.destroy(missing > 0 ? new Error(reason) : new InSyncClose(reason));
  }

  #deliver(replies: Reply[]): void {
    // A server may send 421 and close at any time (RFC 5321 §3.8).
    const farewell = replies.length === this.#awaited.length + 1 && replies.at(-1)?.code === 421;
    if (replies.length > this.#awaited.length && !farewell) throw new ProtocolError('A reply without a command');
    this.#timer.refresh();
    for (const reply of farewell ? replies.slice(0, -1) : replies) this.#awaited.shift()?.(reply);
    if (farewell) this.#closed('The mail server closes the session');
  }

  /** True until the connection is lost or destroyed, or QUIT is sent. */
  get isOpen(): boolean {
    return this.#ended === null && !this.#isQuitting;
  }

  /**
   * Sends commands in one write; the callbacks get their replies in the same order.
   * @param commands lines with CRLF. The caller has checked that they contain no other control characters.
   */
  send(commands: string, onReplies: readonly OnReply[]): void {
    if (this.#ended) {
      for (const onReply of onReplies) onReply(this.#ended);
      return;
    }
    if (this.#awaited.length === 0) this.#timer.refresh();
    this.#awaited.push(...onReplies);
    if (commands !== '') this.#socket.write(commands);
  }

  /** Sends one command, without its CRLF, and waits for the reply. An empty command waits for the greeting. */
  ask(command: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.send(command === '' ? '' : `${command}\r\n`, [
        (reply) => {
          if (reply instanceof Error) reject(reply);
          else resolve(reply);
        },
      ]);
    });
  }

  /**
   * Upgrades to TLS. The certificate is not verified: many mail hosts have one that matches neither the MX name nor a
   * known authority, and a valid one would not prove a host that was found by plain DNS (RFC 7435). Bytes received
   * before the handshake are dropped: an attacker on the way could have inserted them (as in CVE-2021-38371).
   * @throws TlsError on a timeout, or if the handshake or the connection fails.
   */
  async startTls(host: string, timeoutMs: number): Promise<void> {
    const raw = this.#raw;
    raw.off('data', this.#onData).off('end', this.#onEnd);
    this.#parser = new ReplyParser();
    const secure = connectTls({ socket: raw, rejectUnauthorized: false, ...(isIP(host) ? {} : { servername: host }) });
    // A destroyed socket may still emit an error.
    secure.on('error', () => undefined);
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const fail = (): void => {
          reject(new TlsError(false));
        };
        timer = setTimeout(() => {
          reject(new TlsError(true));
        }, timeoutMs).unref();
        secure.once('secureConnect', resolve).once('error', fail).once('close', fail);
        raw.once('close', fail);
      });
    } catch (error) {
      secure.destroy();
      this.destroy(error as Error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    this.#socket = secure;
    this.#listen(secure);
  }

  /** Keeps the process alive (true) while a reply is awaited, or lets it end (false). */
  keepAlive(alive: boolean): void {
    if (alive) this.#raw.ref();
    else this.#raw.unref();
  }

  /**
   * Sends QUIT after commands whose replies may still be awaited, and closes the connection at the reply 221 or 421.
   * After any other reply, which may be a surplus one to an earlier command, it waits for the server to close.
   * @param waitMs the time limit, in milliseconds. A second call only shortens it.
   */
  quit(waitMs = QUIT_MS): void {
    if (this.#ended) return;
    if (!this.#isQuitting) {
      this.send('QUIT\r\n', [
        (reply) => {
          if (!(reply instanceof Error) && (reply.code === 221 || reply.code === 421))
            this.#closed('The session is over');
        },
      ]);
      this.#isQuitting = true;
      this.keepAlive(true);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.destroy(new TimeoutError('The mail server took too long to reply to QUIT'));
    }, waitMs);
  }

  /** Ends the connection at once. Every awaited reply becomes the error. */
  destroy(error: Error): void {
    this.#ended ??= error;
    clearTimeout(this.#timer);
    this.#socket.destroy();
    this.#raw.destroy();
    for (const onReply of this.#awaited.splice(0)) onReply(error);
  }
}
