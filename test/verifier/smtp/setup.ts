import type { TestContext } from 'vitest';
import { parseAddress, type ParsedAddress } from '../../../src/address/index.js';
import { createProber, type ProberOptions } from '../../../src/verifier/smtp/prober.js';
import type { MailHost, Prober } from '../../../src/verifier/types.js';
import type { ReceiverRule } from '../../../src/verifier/shaping/receivers.js';
import { startSmtpServer, type SmtpScript, type SmtpServer } from '../../support/smtp-server.js';

export const address = (text: string): ParsedAddress => {
  const parsed = parseAddress(text);
  if (!parsed.ok) throw new Error(`no address: ${text}`);
  return parsed;
};

/** Exchangers as DNS would find them, one after the other. */
export async function* hosts(...list: (MailHost | string)[]): AsyncGenerator<MailHost, undefined> {
  for (const one of list)
    yield await Promise.resolve(typeof one === 'string' ? { host: 'mx.test', addresses: [one] } : one);
}

/** A rule that does not slow a test down. */
export const QUICK: Omit<ReceiverRule, 'name' | 'suffixes'> = {
  mode: 'pipelined',
  connections: 5,
  rcptsPerSession: 100,
  rate: { count: 1_000_000, perMs: 1000, burst: 1000 },
};

/** A prober with a reverse path, so that sessions hold many RCPTs; it ends with the test. */
export const setUpProber = (t: TestContext, port: number, options: Partial<ProberOptions> = {}): Prober => {
  const prober = createProber({
    helo: 'verifier.test',
    from: 'probe@verifier.test',
    port,
    anyReceiver: QUICK,
    ...options,
  });
  t.onTestFinished(() => prober.close());
  return prober;
};

/** A scripted server and a prober that asks it. */
export const setUp = async (
  t: TestContext,
  script: SmtpScript = {},
  options: Partial<ProberOptions> = {},
): Promise<{ server: SmtpServer; prober: Prober; probe: (text: string, timeoutMs?: number) => Promise<string[]> }> => {
  const server = await startSmtpServer(script);
  t.onTestFinished(() => server.close());
  const prober = setUpProber(t, server.port, options);
  const probe = (text: string, timeoutMs = 5000): Promise<string[]> =>
    prober.probe(address(text), hosts('127.0.0.1'), { timeoutMs });
  return { server, prober, probe };
};

/** True for the mailbox that every domain has (RFC 5321 §4.5.1). */
export const isPostmaster = (recipient: string): boolean => recipient.startsWith('postmaster@');

/** A server that knows one mailbox, and the postmaster's. */
export const onlyAnna = (recipient: string): string =>
  recipient.startsWith('anna@') || isPostmaster(recipient) ? '250 2.1.5 OK' : '550 5.1.1 User unknown';

/** A server that knows the postmaster only. */
export const nobody = (recipient: string): string =>
  isPostmaster(recipient) ? '250 2.1.5 OK' : '550 5.1.1 User unknown';
