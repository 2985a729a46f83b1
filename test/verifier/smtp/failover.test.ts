/** Failover from one server of a domain to the next. */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { startSmtpServer } from '../../support/smtp-server.js';
import { address, hosts, onlyAnna, setUp, setUpProber } from './setup.js';

describe('several servers', () => {
  const [first, second] = ['127.0.0.1', '127.0.0.2'];
  const probeBoth = async (
    t: Parameters<typeof setUp>[0],
    script: Parameters<typeof startSmtpServer>[0],
  ): Promise<{ codes: string[]; asked: readonly string[] }> => {
    const one = await startSmtpServer({ ...script, host: first });
    const two = await startSmtpServer({ rcpt: onlyAnna, host: second, port: one.port });
    t.onTestFinished(async () => {
      await one.close();
      await two.close();
    });
    const prober = setUpProber(t, one.port);
    const codes = await prober.probe(address('bob@firm.org'), hosts(first, second), { timeoutMs: 5000 });
    return { codes, asked: two.recipients };
  };

  for (const [what, script] of [
    ['421 at its greeting', { greeting: '421 4.3.2 Busy' }],
    ['554 at its greeting', { greeting: '554 No' }],
    ['a refused EHLO', { on: (command: string) => (command.startsWith('EHLO') ? '550 5.7.1 Go away' : undefined) }],
    ['a refused MAIL', { on: (command: string) => (command.startsWith('MAIL') ? '451 4.3.0 Later' : undefined) }],
    ['silence', { greeting: null }],
  ] as const) {
    test(`the second is asked after ${what} of the first`, async (t) => {
      const { codes, asked } = await probeBoth(t, script);
      assert.deepEqual([codes, asked], [['mailbox_not_found'], ['bob@firm.org']]);
    });
  }

  for (const reply of ['450 4.2.0 Busy', '421 4.3.2 Going down', '550 5.7.1 Blocked', '252 Perhaps']) {
    test(`the second is not asked after ${reply} to RCPT: a backup would accept anything`, async (t) => {
      const { codes, asked } = await probeBoth(t, { rcpt: () => reply });
      assert.equal(codes.length, 1);
      assert.deepEqual(asked, []);
    });
  }

  test('addresses of one host are tried in order, of both families', async (t) => {
    const server = await startSmtpServer({ host: '::1', rcpt: onlyAnna }).catch(() => null);
    t.skip(!server, 'this machine has no IPv6');
    if (!server) return;
    t.onTestFinished(() => server.close());
    const prober = setUpProber(t, server.port);
    const host = { host: 'mx.test', addresses: ['127.0.0.9', '::1'] };
    assert.deepEqual(await prober.probe(address('anna@firm.org'), hosts(host), { timeoutMs: 10_000 }), []);
  });

  test('exchangers are looked up only as they are needed', async (t) => {
    const { prober } = await setUp(t, { rcpt: onlyAnna });
    let looked = 0;
    let ended = false;
    // eslint-disable-next-line @typescript-eslint/require-await
    async function* counted(): AsyncGenerator<{ host: string; addresses: string[] }, undefined> {
      try {
        for (;;) {
          looked += 1;
          yield { host: 'mx.test', addresses: ['127.0.0.1'] };
        }
      } finally {
        ended = true;
      }
    }
    await prober.probe(address('bob@firm.org'), counted(), { timeoutMs: 10_000 });
    assert.equal(looked, 1);
    await eventually(() => ended);
  });

  test('when all refuse, the most informative failure is reported', async (t) => {
    const { prober } = await setUp(t, { greeting: '554 5.7.1 Blocked' });
    const codes = await prober.probe(address('a@firm.org'), hosts('127.0.0.9', '127.0.0.1', '127.0.0.9'), {
      timeoutMs: 10_000,
    });
    assert.deepEqual(codes, ['smtp_blocked']);
  });
});
