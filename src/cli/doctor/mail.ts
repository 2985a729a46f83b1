import type { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { errorCode, errorReason } from '../../util/errors.js';
import { isPublicAddress } from '../../util/ip-address.js';
import type { SmtpSettings } from '../../config/setting-groups.js';
import { createDialer } from '../../verifier/smtp/dial.js';
import { readProxy } from '../../verifier/smtp/options.js';
import { EXAMINATION_MS, type Finding } from './finding.js';

/** A provider whose mail servers accept connections from everywhere. */
const RECEIVER = 'gmail.com';
const MAX_GREETING = 512;

const readGreeting = async (socket: Socket, signal: AbortSignal): Promise<string> => {
  const [chunk] = (await once(socket, 'data', { signal })) as [Buffer];
  return chunk.subarray(0, MAX_GREETING).toString('latin1').split(/\r?\n/)[0] ?? '';
};

/**
 * Connects to the mail server of {@link RECEIVER}.
 * @returns the local address of the connection.
 */
const connectOut = async (resolver: Resolver, { port, proxy, sourceAddresses }: SmtpSettings): Promise<string> => {
  const exchangers = await resolver.resolveMx(RECEIVER);
  const best = exchangers.sort((a, b) => a.priority - b.priority)[0]?.exchange ?? '';
  const [address = ''] = await resolver.resolve4(best);
  const signal = AbortSignal.timeout(EXAMINATION_MS);
  const dial = createDialer({ sourceAddresses, proxy: proxy === null ? null : readProxy(proxy) });
  const socket = await dial(address, port, signal);
  socket.on('error', () => undefined);
  try {
    const greeting = await readGreeting(socket, signal);
    if (!greeting.startsWith('220')) throw new Error(`its greeting was ${JSON.stringify(greeting.slice(0, 80))}`);
    return socket.localAddress ?? '';
  } finally {
    socket.destroy();
  }
};

/**
 * Examines if mail servers on the internet can be reached.
 * @returns the local address of the connection, or null.
 */
export const examinePort = async (
  resolver: Resolver,
  smtp: SmtpSettings,
): Promise<{ finding: Finding; address: string | null }> => {
  const part = `port ${smtp.port}`;
  try {
    const address = await connectOut(resolver, smtp);
    const text = `the mail server of ${RECEIVER} can be reached${smtp.proxy === null ? '' : ' through SMTP_PROXY'}`;
    return { finding: { level: 'ok', part, text }, address: smtp.proxy === null ? address : null };
  } catch (error) {
    const late = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
    const reason = late ? 'no answer' : (errorCode(error) ?? errorReason(error));
    const advice = smtp.probe
      ? 'Mailboxes cannot be probed: ask the hosting provider to open it, set SMTP_PROXY, or set SMTP_PROBE=off.'
      : 'Most hosting providers close it. SMTP_PROBE stays off, and nothing else needs it.';
    const level = smtp.probe ? 'error' : 'warning';
    return {
      finding: { level, part, text: `the mail server of ${RECEIVER} cannot be reached (${reason}). ${advice}` },
      address: null,
    };
  }
};

const lookUp = async (resolver: Resolver, name: string, address: string): Promise<string[]> =>
  (isIP(address) === 6 ? resolver.resolve6(name) : resolver.resolve4(name)).catch(() => []);

/**
 * Examines if the name for HELO and the address of this machine resolve to each other: mail servers distrust a machine
 * without that.
 * @param address the local address of a connection to the internet, or null.
 */
export const examineName = async (resolver: Resolver, helo: string, address: string | null): Promise<Finding> => {
  const part = 'HELO';
  const level = 'warning';
  if (!helo.includes('.') || helo.startsWith('[')) {
    return {
      level,
      part,
      text: `"${helo}" is not fully qualified. Set SMTP_HELO to a name that resolves to this machine.`,
    };
  }
  if (address === null || !isPublicAddress(address)) {
    const text =
      `the public address of this machine is not known${address === null ? '' : ` (${address} is a private one)`}; ` +
      `check that ${helo} resolves to it, and its PTR record to ${helo}.`;
    return { level, part, text };
  }
  const addresses = await lookUp(resolver, helo, address);
  if (!addresses.includes(address)) {
    const text = `${helo} does not resolve to ${address}, the address of this machine. Add that record, or set SMTP_HELO to a name that does.`;
    return { level, part, text };
  }
  const names = await resolver.reverse(address).catch(() => []);
  return names.some((name) => name.toLowerCase() === helo.toLowerCase())
    ? { level: 'ok', part, text: `${helo} and ${address} resolve to each other` }
    : {
        level,
        part,
        text: `the PTR record of ${address} is ${names[0] ?? 'missing'}, not ${helo}. The owner of the address can set it.`,
      };
};
