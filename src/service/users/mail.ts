import { setTimeout as sleep } from 'node:timers/promises';
import type { Transporter } from 'nodemailer';
import { errorCode } from '../../util/errors.js';
import type { Logger } from '../monitoring/log.js';
import { createBackground } from '../http/background.js';
import type { Letter } from './letters.js';
import type { MailOptions } from './users-options.js';

export interface Mailer {
  /** Sends a mail after the response. Never rejects: a failure is logged. */
  send(to: string, letter: Letter): void;
  /** Resolves when no mail is on its way. */
  idle(): Promise<void>;
  /** Gives mails on their way some seconds, and closes. */
  close(): Promise<void>;
}

const MAX_RUNNING = 4;
const MAX_WAITING = 1000;
/** Waits between the attempts to send a mail, in ms. */
const RETRY_AFTER_MS = [2000, 20_000];
const CONNECT_MS = 10_000;
const SOCKET_MS = 30_000;

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** The code of the server's reply to a mail that failed; undefined if there was none. */
const replyTo = (error: unknown): number | undefined => (error as { responseCode?: number }).responseCode;

/** True if another attempt may succeed: there was no reply, or one of 4yz (RFC 5321 §4.2.1). */
const mayRetry = (error: unknown): boolean => (replyTo(error) ?? 0) < 500;

const transportOf = async (url: string): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer');
  const { hostname, username } = new URL(url);
  return createTransport({
    url,
    // A password does not go through the network in the clear. On this machine, mail servers have certificates of their own.
    requireTLS: username !== '' && !isLoopback(hostname),
    ignoreTLS: isLoopback(hostname),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/**
 * Creates the sender of mails. Without a server each mail's link is a warning in the log, for the operator to pass on.
 * @param hashOf the keyed hash of an address: no address is in the log.
 */
export const createMailer = (
  options: MailOptions | undefined,
  log: Logger,
  hashOf: (email: string) => Buffer,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): Mailer => {
  const background = createBackground(MAX_RUNNING, MAX_WAITING);
  let transport: Promise<Transporter> | undefined;
  const fieldsOf = (to: string, { kind }: Letter) => ({ mail: kind, to: hashOf(to).toString('hex').slice(0, 16) });

  const attempt = async (to: string, { subject, text }: Letter, { url, from }: MailOptions): Promise<void> => {
    const address = { name: '', address: to };
    await (
      await (transport ??= transportOf(url))
    ).sendMail({
      from,
      to: address,
      envelope: { from, to },
      subject,
      text,
      // RFC 3834 §5: no out-of-office reply.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
  const deliver = async (to: string, letter: Letter, by: MailOptions, signal: AbortSignal): Promise<void> => {
    for (const wait of [...retryAfterMs, null]) {
      try {
        await attempt(to, letter, by);
        return;
      } catch (error) {
        if (wait === null || !mayRetry(error) || signal.aborted) throw error;
        await sleep(wait, undefined, { signal });
      }
    }
  };
  return {
    send(to, letter) {
      const fields = fieldsOf(to, letter);
      if (options === undefined) {
        if (letter.link !== null) log.warn({ ...fields, link: letter.link }, 'a mail to pass on: SMTP_URL is not set');
        return;
      }
      const queued = background.run((signal) =>
        deliver(to, letter, options, signal).catch((error: unknown) => {
          // Without the text of the reply, which may quote the address.
          log.error({ ...fields, code: errorCode(error), reply: replyTo(error) }, 'a mail could not be sent');
        }),
      );
      if (!queued) log.error(fields, 'a mail was dropped: too many are waiting');
    },
    idle: () => background.idle(),
    close: async () => {
      await background.close();
      (await transport)?.close();
    },
  };
};
