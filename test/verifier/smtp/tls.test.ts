/**
 * STARTTLS, against the npm package `smtp-server`, and against servers that do it badly.
 * @see https://www.rfc-editor.org/rfc/rfc3207
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, test, type TestContext } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { startSmtpServer } from '../../support/smtp-server.js';
import { address, hosts, onlyAnna, setUpProber } from './setup.js';

/** It has a certificate of its own, which no authority signed. */
const startWithTls = async (
  t: TestContext,
  options: SMTPServerOptions = {},
): Promise<{ port: number; secured: boolean[] }> => {
  const secured: boolean[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH'],
    logger: false,
    onRcptTo: ({ address: recipient }, session, done) => {
      secured.push(session.secure);
      done(recipient.startsWith('anna@') ? null : Object.assign(new Error('No such user'), { responseCode: 550 }));
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  t.onTestFinished(async () => {
    server.close();
    await once(server.server, 'close');
  });
  return { port: (server.server.address() as AddressInfo).port, secured };
};

describe('STARTTLS', () => {
  test('is used where it is offered, whatever the certificate', async (t) => {
    const { port, secured } = await startWithTls(t);
    const prober = setUpProber(t, port);
    const ask = (local: string): Promise<string[]> =>
      prober.probe(address(`${local}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 5000 });
    assert.deepEqual(await ask('anna'), []);
    assert.deepEqual(await ask('bob'), ['mailbox_not_found']);
    assert.deepEqual(await ask('jürgen'), ['mailbox_not_found']);
    assert.ok(secured.length >= 3 && secured.every(Boolean));
  });

  test('is not used when it is turned off, or not offered', async (t) => {
    for (const [server, options] of [
      [await startWithTls(t), { tls: false }],
      [await startWithTls(t, { hideSTARTTLS: true }), {}],
    ] as const) {
      const prober = setUpProber(t, server.port, options);
      assert.deepEqual(await prober.probe(address('bob@firm.org'), hosts('127.0.0.1'), { timeoutMs: 5000 }), [
        'mailbox_not_found',
      ]);
      assert.deepEqual(server.secured, [false]);
    }
  });

  const offering = ['PIPELINING', 'STARTTLS'];
  for (const [what, reply, afterwards = ''] of [
    ['hangs', '220 Go ahead'],
    ['answers with garbage', '220 Go ahead', '\0\0\0garbage'],
    ['is out of order', '454 4.7.0 TLS not available'],
  ] as const) {
    test(`that ${what}: the server is asked without`, async (t) => {
      const server = await startSmtpServer({
        extensions: offering,
        rcpt: onlyAnna,
        on: (command, { socket }) => {
          if (command !== 'STARTTLS') return undefined;
          setTimeout(() => socket.write(afterwards), 20);
          return reply;
        },
      });
      t.onTestFinished(() => server.close());
      const prober = setUpProber(t, server.port);
      const ask = (): Promise<string[]> =>
        prober.probe(address('bob@firm.org'), hosts('127.0.0.1'), { timeoutMs: 4000 });
      assert.deepEqual(await ask(), ['mailbox_not_found']);
      const sessions = server.sessions.length;
      assert.deepEqual(await ask(), ['mailbox_not_found']);
      assert.equal(server.sessions.length, sessions + 1, 'the lesson is remembered');
    });
  }

  test('that resets the connection: the next one goes without', async (t) => {
    const server = await startSmtpServer({
      extensions: offering,
      rcpt: onlyAnna,
      on: (command, { socket }) => {
        if (command !== 'STARTTLS') return undefined;
        socket.write('220 Go ahead\r\n', () => socket.resetAndDestroy());
        return null;
      },
    });
    t.onTestFinished(() => server.close());
    const prober = setUpProber(t, server.port);
    assert.deepEqual(await prober.probe(address('bob@firm.org'), hosts('127.0.0.1'), { timeoutMs: 10_000 }), [
      'mailbox_not_found',
    ]);
  });

  for (const [what, injected] of [
    ['whole replies', '250-mx\r\n250 PIPELINING\r\n250 OK\r\n550 5.1.1 No such user\r\n'],
    ['the beginning of one', '550 5.1.1 No'],
  ] as const) {
    test(`takes no word for the server's that came before the handshake: ${what}`, async (t) => {
      let told = 0;
      const server = await startSmtpServer({
        extensions: offering,
        rcpt: () => '250 OK',
        on: (command, { socket }) => {
          if (command !== 'STARTTLS') return undefined;
          told += 1;
          socket.write(`220 Go ahead\r\n${injected}`);
          return null;
        },
      });
      t.onTestFinished(() => server.close());
      const prober = setUpProber(t, server.port);
      const [code] = await prober.probe(address('anna@firm.org'), hosts('127.0.0.1'), { timeoutMs: 4000 });
      assert.equal(told, 1);
      assert.ok(code === 'catch_all' || code === 'smtp_unavailable', code);
      await prober.close();
      await eventually(() => server.open === 0);
    });
  }

  test('is offered to a check with more time, after one that had too little for it', async (t) => {
    const server = await startSmtpServer({
      extensions: offering,
      rcpt: onlyAnna,
      on: (command, { socket }) => {
        if (command !== 'STARTTLS') return undefined;
        // It never answers the handshake.
        socket.write('220 Go ahead\r\n');
        return null;
      },
    });
    t.onTestFinished(() => server.close());
    const prober = setUpProber(t, server.port);
    const ask = (timeoutMs: number): Promise<string[]> =>
      prober.probe(address('bob@firm.org'), hosts('127.0.0.1'), { timeoutMs });
    await ask(100);
    // For as long as the first check's connections take to end, others share what it knows.
    await eventually(async () => {
      const before = server.sessions.length;
      const [code] = await ask(1500);
      // A paused process ends a check as one whose time is up.
      assert.ok(code === 'mailbox_not_found' || code === 'smtp_timeout', code);
      const isOffered = server.sessions.slice(before).some(({ commands }) => commands.includes('STARTTLS'));
      return code === 'mailbox_not_found' && isOffered;
    });
  });
});
