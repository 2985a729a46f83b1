/** Replies too many, anywhere in a session and at any time: none becomes the reply to another command. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { EXTENSIONS } from '../../support/smtp-server.js';
import { runs } from '../../support/whole.js';
import { nobody, setUp } from './setup.js';

const SURPLUS = ['250 2.1.5 OK', '250 OK', '550 5.1.1 User unknown', '250-two\r\n250 lines', '451 4.3.0 Later'];

/**
 * A surplus reply: at the command of this number, before or after its own, in the same packet, or some milliseconds
 * later.
 */
const surplus = fc.record({
  at: fc.nat(25),
  text: fc.constantFrom(...SURPLUS),
  isBefore: fc.boolean(),
  delayMs: fc.option(fc.nat(12)),
  cut: fc.nat(8),
});

test('no surplus reply makes a mailbox invalid or an unknown one valid, with and without PIPELINING', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(surplus, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
      async (extra, isPipelining, isTogether, exist) => {
        let count = 0;
        const rcpt = (to: string): string => (to.startsWith('real') ? '250 2.1.5 OK' : nobody(to));
        const own = (command: string): string =>
          command.startsWith('RCPT') ? rcpt(/<(.*)>/.exec(command)![1]!) : '250 2.0.0 OK';
        const { prober, probe } = await setUp(t, {
          rcpt,
          extensions: EXTENSIONS.filter((one) => isPipelining || one !== 'PIPELINING'),
          on: (command, { socket }) => {
            const here = extra.filter(({ at }) => at === count);
            count += 1;
            if (here.length === 0 || /^(EHLO|QUIT)/.test(command)) return undefined;
            let reply = own(command);
            for (const { text, isBefore, delayMs, cut } of here) {
              if (delayMs === null) reply = isBefore ? `${text}\r\n${reply}` : `${reply}\r\n${text}`;
              else {
                // In two packets.
                const line = `${text}\r\n`;
                setTimeout(() => {
                  if (!socket.writable) return;
                  socket.write(line.slice(0, cut));
                  socket.write(line.slice(cut));
                }, delayMs);
              }
            }
            return reply;
          },
        });
        const locals = exist.map((exists, n) => `${exists ? 'real' : 'gone'}${n}`);
        const ask = async (local: string): Promise<[string, string[]]> => [
          local,
          await probe(`${local}@firm.org`, 4000),
        ];
        const found: [string, string[]][] = [];
        if (isTogether) found.push(...(await Promise.all(locals.map(ask))));
        else for (const local of locals) found.push(await ask(local));
        await prober.close();
        for (const [local, codes] of found) {
          const isWrong = local.startsWith('real') ? codes.includes('mailbox_not_found') : codes.length === 0;
          assert.ok(!isWrong, `${local}: ${codes.join() || 'valid'}`);
        }
      },
    ),
    { numRuns: runs(400, 20) },
  );
});
