/**
 * The commands of a session, and how probes share it.
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1
 * @see https://www.rfc-editor.org/rfc/rfc2920
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { eventually } from '../../support/eventually.js';
import type { SmtpSession } from '../../support/smtp-server.js';
import { address, hosts, nobody, onlyAnna, QUICK, setUp } from './setup.js';

describe('a session', () => {
  test('greets with the name, asks from the reverse path, and leaves with QUIT', async (t) => {
    const { server, prober, probe } = await setUp(t, { rcpt: onlyAnna });
    assert.deepEqual(await probe('bob@firm.org'), ['mailbox_not_found']);
    await prober.close();
    assert.deepEqual(server.sessions[0]!.commands, [
      'EHLO verifier.test',
      'MAIL FROM:<probe@verifier.test>',
      'RCPT TO:<bob@firm.org>',
      'RSET',
      'QUIT',
    ]);
    await eventually(() => server.open === 0);
  });

  test('is shared by all who ask the same server: RCPTs go out together', async (t) => {
    const { server, prober } = await setUp(t, { rcpt: onlyAnna });
    const probes = Array.from({ length: 40 }, (_, n) =>
      prober.probe(address(`p${n}@firm${n % 3}.org`), hosts({ host: `mx${n % 3}.test`, addresses: ['127.0.0.1'] }), {
        timeoutMs: 5000,
      }),
    );
    assert.ok((await Promise.all(probes)).every(([code]) => code === 'mailbox_not_found'));
    assert.equal(server.sessions.length, 1);
    // Each in a transaction of its own, and the control.
    assert.equal(server.sessions[0]!.commands.filter((command) => command.startsWith('MAIL')).length, 41);
  });

  test('that the server ends at once is not opened again and again', async (t) => {
    for (const on of [
      (command: string) => (command.startsWith('EHLO') ? '250 mx.test\r\n421 Bye' : undefined),
      (command: string, { socket }: SmtpSession) => {
        if (!command.startsWith('EHLO')) return undefined;
        socket.end('250 mx.test\r\n');
        return null;
      },
    ]) {
      const { server, probe } = await setUp(t, { on });
      assert.deepEqual(await probe('anna@firm.org', 1000), ['smtp_unavailable']);
      assert.ok(server.sessions.length <= 3, `${server.sessions.length} connections`);
    }
  });

  test('takes the phrase of Microsoft 365 for an unknown mailbox for no throttling', async (t) => {
    const { prober } = await setUp(t, {
      rcpt: (to) => (to.startsWith('anna@') ? '250 OK' : '550 5.4.1 Recipient address rejected: Access denied. [X]'),
    });
    const microsoft = { host: 'firm-org.mail.protection.outlook.com', addresses: ['127.0.0.1'] };
    for (const domain of ['a.org', 'b.org', 'c.org', 'd.org'])
      assert.deepEqual(
        await prober.probe(address(`anna@${domain}`), hosts(microsoft), { timeoutMs: 5000 }),
        [],
        domain,
      );
  });

  test('that takes long for one caller is waited for by another with more time', async (t) => {
    const { probe } = await setUp(t, {
      on: (command, { socket }) => {
        if (!command.startsWith('RCPT') || command.includes('anna')) return undefined;
        setTimeout(() => socket.write('550 5.1.1 No such user\r\n'), 300);
        return null;
      },
    });
    const [short, long] = await Promise.all([probe('anna@firm.org', 150), probe('anna.b@firm.org', 5000)]);
    assert.deepEqual([short, long], [['smtp_timeout'], []]);
  });

  for (const from of ['', 'probe@verifier.test']) {
    test(`from <${from}> has one RCPT a transaction: a bounce has one recipient, and a refusal may spoil the next`, async (t) => {
      const { server, prober } = await setUp(t, { rcpt: onlyAnna }, { from });
      const probes = ['a', 'b'].map((local) =>
        prober.probe(address(`${local}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 5000 }),
      );
      await Promise.all(probes);
      const mail = `MAIL FROM:<${from}>`;
      assert.deepEqual(server.sessions[0]!.commands.slice(1), [
        ...[mail, 'RCPT TO:<a@firm.org>', 'RSET', mail, 'RCPT TO:<b@firm.org>', 'RSET'],
        ...[mail, 'RCPT TO:<postmaster@firm.org>', 'QUIT'],
      ]);
    });
  }

  test('sends RCPTs together only where the rate wants more than one within the time of a reply', async (t) => {
    for (const [count, most] of [
      [50, 1],
      [1_000_000, 3],
    ] as const) {
      let awaited = 0;
      let reached = 0;
      const { prober } = await setUp(
        t,
        {
          on: (command, { socket }) => {
            if (!command.startsWith('RCPT')) return undefined;
            reached = Math.max(reached, (awaited += 1));
            setTimeout(() => {
              awaited -= 1;
              socket.write('451 4.3.0 Later\r\n');
            }, 20);
            return null;
          },
        },
        { anyReceiver: { ...QUICK, connections: 1, rate: { count, perMs: 60_000, burst: 20 } } },
      );
      await Promise.all(
        [1, 2, 3].map((n) => prober.probe(address(`p${n}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 3000 })),
      );
      assert.equal(reached, most);
    }
  });

  test('without PIPELINING waits for each reply', async (t) => {
    let awaited = 0;
    const { prober } = await setUp(
      t,
      {
        extensions: [],
        on: (command, { socket }) => {
          assert.equal(awaited, 0, `${command} came before the reply to the one before`);
          if (/^(EHLO|QUIT)/.test(command)) return undefined;
          awaited += 1;
          setTimeout(() => {
            awaited -= 1;
            socket.write(`${command.startsWith('RCPT') ? onlyAnna(command.slice(9)) : '250 OK'}\r\n`);
          }, 5);
          return null;
        },
      },
      { anyReceiver: { ...QUICK, connections: 1 } },
    );
    const probes = Array.from({ length: 5 }, (_, n) =>
      prober.probe(address(`p${n}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 5000 }),
    );
    assert.ok((await Promise.all(probes)).every(([code]) => code === 'mailbox_not_found'));
  });

  test('has no more RCPTs than the receiver bears', async (t) => {
    const { server, prober } = await setUp(
      t,
      { rcpt: onlyAnna },
      { anyReceiver: { ...QUICK, connections: 2, rcptsPerSession: 4 } },
    );
    const probes = Array.from({ length: 21 }, (_, n) =>
      prober.probe(address(`p${n}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 5000 }),
    );
    assert.ok((await Promise.all(probes)).every(([code]) => code === 'mailbox_not_found'));
    const counts = server.sessions.map(
      ({ commands }) => commands.filter((command) => command.startsWith('RCPT')).length,
    );
    assert.ok(
      counts.every((count) => count <= 4),
      counts.join(),
    );
    // At most one control a session.
    const all = counts.reduce((sum, count) => sum + count);
    assert.ok(all >= 21 && all <= 21 + counts.length, `${all} RCPTs`);
  });

  test('is closed with QUIT when nothing was asked for some seconds', async (t) => {
    const { server, probe } = await setUp(t, { rcpt: onlyAnna });
    await probe('bob@firm.org');
    await eventually(() => server.open === 0);
    assert.equal(server.sessions[0]!.commands.at(-1), 'QUIT');
  });
});

describe('SMTPUTF8', () => {
  test('is asked for only where the local part needs it', async (t) => {
    const { server, probe } = await setUp(t, { rcpt: () => '550 5.1.1 No' });
    await probe('jürgen@firm.org');
    await probe('anna@münchen.de');
    assert.deepEqual(server.sessions[0]!.commands.slice(1), [
      'MAIL FROM:<probe@verifier.test> SMTPUTF8',
      'RCPT TO:<jürgen@firm.org>',
      'RSET',
      'QUIT',
    ]);
    assert.deepEqual(server.sessions[1]!.commands.slice(1, 3), [
      'MAIL FROM:<probe@verifier.test>',
      'RCPT TO:<anna@xn--mnchen-3ya.de>',
    ]);
  });

  test('not offered: the address is not asked for, and nothing is said against it', async (t) => {
    const { server, probe } = await setUp(t, { extensions: ['PIPELINING'] });
    assert.deepEqual(await probe('jürgen@firm.org'), ['smtp_unavailable']);
    assert.deepEqual(server.recipients, []);
  });
});

describe('a session that the server limits', () => {
  test('to one recipient a transaction is not limited by that', async (t) => {
    let inTransaction = 0;
    const { server, prober } = await setUp(t, {
      on: (command) => {
        if (command.startsWith('MAIL')) inTransaction = 0;
        return undefined;
      },
      rcpt: (to) => (++inTransaction > 1 ? '451 4.4.4 Mail received as unauthenticated' : nobody(to)),
    });
    const ask = (n: number): Promise<string[]> =>
      prober.probe(address(`p${n}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 5000 });
    assert.deepEqual((await Promise.all([1, 2, 3].map(ask))).flat(), Array(3).fill('mailbox_not_found'));
    const before = server.recipients.length;
    assert.deepEqual((await Promise.all([4, 5, 6].map(ask))).flat(), Array(3).fill('mailbox_not_found'));
    assert.equal(server.recipients.length - before, 4, 'each once, and a control');
  });

  test('by 421 after some recipients: the others go on in another one', async (t) => {
    const { server, prober } = await setUp(t, {
      rcpt: (to, { commands, socket }) => {
        if (commands.filter((command) => command.startsWith('RCPT')).length <= 3) return nobody(to);
        socket.end('421 4.7.0 Too many errors\r\n');
        return null;
      },
    });
    const probes = Array.from({ length: 8 }, (_, n) =>
      prober.probe(address(`p${n}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 5000 }),
    );
    assert.deepEqual((await Promise.all(probes)).flat(), Array(8).fill('mailbox_not_found'));
    assert.ok(server.sessions.length >= 3);
  });

  test('at its first recipient is not opened again: 452 is the outcome', async (t) => {
    const { server, probe } = await setUp(t, { rcpt: () => '452 4.5.3 Too many recipients' });
    assert.deepEqual(await probe('anna@firm.org'), ['smtp_unavailable']);
    assert.equal(server.recipients.length, 1);
  });
});
