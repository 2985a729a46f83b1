/** A real SMTP server on loopback that keeps what it gets. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { domainToASCII } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { eventually } from '../../support/eventually.js';

export interface Mail {
  from: string;
  to: string[];
  /** Headers and body, decoded from quoted-printable. */
  raw: string;
}

export interface Mailbox {
  /** The setting SMTP_URL. */
  url: string;
  mails: Mail[];
  /** Waits for the next mail to an address, and takes it out. */
  next(to: string): Promise<Mail>;
  /** Waits for the next mail to an address; gives the token of its link. */
  token(to: string): Promise<string>;
  close(): Promise<void>;
}

const decoded = (raw: string): string =>
  raw.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** The server decodes domains. */
const inAscii = (address: string): string => address.replace(/[^@]*$/, domainToASCII);

export const tokenOf = (text: string): string => /#[a-z]+=([\w-]{43})/.exec(text)![1]!;

/** @param refusals the codes with which the first mails are refused. */
export const startMailbox = async (refusals: number[] = []): Promise<Mailbox> => {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      void text(stream).then((raw) => {
        const responseCode = refusals.shift();
        if (responseCode !== undefined) {
          done(Object.assign(new Error(`refused ${rcptTo[0]?.address ?? ''}`), { responseCode }));
          return;
        }
        const from = mailFrom === false ? '' : mailFrom.address;
        mails.push({ from, to: rcptTo.map(({ address }) => inAscii(address)), raw: decoded(raw) });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const next = async (to: string): Promise<Mail> => {
    const index = (): number => mails.findIndex((mail) => mail.to.includes(to));
    await eventually(() => index() >= 0);
    return mails.splice(index(), 1)[0]!;
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    next,
    token: async (to) => tokenOf((await next(to)).raw),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
};
