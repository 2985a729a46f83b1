import assert from 'node:assert/strict';
import { test } from 'vitest';
import fc from 'fast-check';
import {
  asksForLess,
  classifyRcpt,
  classifyRefusal,
  isAboutSender,
  isSessionLimit,
  throttlingSignal,
} from '../../src/verifier/smtp/classify.js';
import { ProtocolError, ReplyParser, type Reply } from '../../src/verifier/smtp/reply.js';
import { runs } from '../support/whole.js';
import { mutatedBytes } from './mutated.js';

const ADDRESS = 'user@firm.org';
const SEEDS = [
  '250 2.1.5 OK\r\n',
  '250-mx.firm.org\r\n250-SIZE 35882577\r\n250-STARTTLS\r\n250 SMTPUTF8\r\n',
  '550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n550-5.1.1 double-checking the address\r\n550 5.1.1 https://support.example/?p=NoSuchUser a1-20si - gsmtp\r\n',
  '550 5.1.1 <user@firm.org>: Recipient address rejected: User unknown in virtual mailbox table\r\n',
  '451 4.7.1 <user@firm.org>: Recipient address rejected: Greylisted, try again in 300 seconds\r\n',
  '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org\r\n',
  '452 4.5.3 Too many recipients\r\n',
  '552 5.2.2 Mailbox full (#5.2.2)\r\n',
  '421 4.7.0 Try again later, closing connection.\r\n220 ready\r\n',
  '550 5.4.1 Recipient address rejected: Access denied. [AM0.eurprd01.prod.exchangelabs.com 2026-01-31T12:00:00Z 08DC]\r\n',
  '550 Unbekannter Empfänger; пользователь не найден; 用户不存在\r\n',
].map((text) => Buffer.from(text));
const WORDS = [
  '\r\n',
  '\n',
  '\r',
  '550-',
  '550 ',
  '5.1.1',
  '#5.1.1',
  'user',
  '<>',
  '"',
  '\x00',
  '\xff',
  '\xe2\x80\x8d',
  '24h',
  'no such ',
  '@',
];

/** The replies of a connection whose bytes come in these parts; null: they are none. */
const read = (parts: readonly Buffer[]): Reply[] | null => {
  const parser = new ReplyParser();
  try {
    return parts.flatMap((part) => parser.push(part));
  } catch (error) {
    assert(error instanceof ProtocolError, String(error));
    return null;
  }
};

test('any bytes of a mail server are the same replies, or none, wherever they are cut', () => {
  fc.assert(
    fc.property(mutatedBytes(SEEDS, WORDS), fc.nat(), (bytes, place) => {
      const cut = place % (bytes.length + 1);
      const replies = read([bytes]);
      // An error ends the connection: what came before it counts for nothing in one part.
      assert.deepEqual(read([bytes.subarray(0, cut), bytes.subarray(cut)]), replies);
      for (const reply of replies ?? []) {
        for (const line of reply.lines) assert(!line.includes('\n'));
        for (const address of [ADDRESS, '']) classifyRcpt(reply, address);
        classifyRefusal(reply);
        isSessionLimit(reply);
        throttlingSignal(reply);
        asksForLess(reply);
        isAboutSender(reply, { from: 'probe@self.org', helo: 'mx.self.org' });
      }
    }),
    { numRuns: runs(20_000, 1000) },
  );
});
