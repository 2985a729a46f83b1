/** Aborts, closing, and bounds of the prober. */
import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import type { ReceiverRule } from '../../../src/verifier/shaping/receivers.js';
import { memoryShapingStore } from '../../../src/verifier/shaping/store.js';
import { eventually } from '../../support/eventually.js';
import { startSmtpServer } from '../../support/smtp-server.js';
import { address, hosts, onlyAnna, QUICK, setUp, setUpProber } from './setup.js';

/** The same for servers on many loopback addresses. */
const PORT = 25_625;

const SERIAL: Omit<ReceiverRule, 'name' | 'suffixes'> = { ...QUICK, mode: 'single', connections: 1 };

describe('an abort', () => {
  test('ends the wait with its reason, and the session when nobody else waits', async (t) => {
    const { server, prober } = await setUp(t, { rcpt: () => null });
    const controller = new AbortController();
    const probing = prober.probe(address('a@firm.org'), hosts('127.0.0.1'), {
      timeoutMs: 60_000,
      signal: controller.signal,
    });
    await eventually(() => server.recipients.length === 1);
    controller.abort(new Error('enough'));
    await assert.rejects(probing, /enough/);
    await eventually(() => server.open === 0);
    await assert.rejects(
      prober.probe(address('a@firm.org'), hosts('127.0.0.1'), { timeoutMs: 1000, signal: controller.signal }),
      /enough/,
    );
  });

  test('leaves the others their session', async (t) => {
    const held: (() => void)[] = [];
    let isHolding = true;
    const { server, prober } = await setUp(t, {
      on: (command, { socket }) => {
        if (!isHolding || (held.length === 0 && !command.startsWith('RCPT'))) return undefined;
        held.push(() => socket.write(command.startsWith('RCPT') ? '452 4.2.2 Mailbox full\r\n' : '250 OK\r\n'));
        return null;
      },
    });
    const controller = new AbortController();
    const [first, second] = [controller.signal, undefined].map((signal, n) =>
      prober.probe(address(`p${n}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 60_000, ...(signal ? { signal } : {}) }),
    );
    // RCPT, RSET, MAIL, RCPT.
    await eventually(() => held.length === 4);
    controller.abort(new Error('enough'));
    await assert.rejects(first!, /enough/);
    isHolding = false;
    for (const answer of held) answer();
    assert.deepEqual(await second, ['mailbox_full']);
    assert.equal(server.sessions.length, 1);
  });
});

describe('a server that announces the name of a receiver that is never asked', () => {
  for (const [point, script] of [
    ['in its greeting', { greeting: '220 mx0a-001.pphosted.com ESMTP' }],
    ['in its greeting of two lines', { greeting: '220-MX0A.pphosted.com. ESMTP\r\n220 No bulk mail' }],
    [
      'in its reply to EHLO',
      {
        on: (command: string) => (command.startsWith('EHLO') ? '250-mx.iphmx.com Hello\r\n250 PIPELINING' : undefined),
      },
    ],
    [
      'in its reply to HELO',
      {
        on: (command: string) =>
          command.startsWith('EHLO') ? '502 No' : command.startsWith('HELO') ? '250 mx.iphmx.com' : undefined,
      },
    ],
  ] as const) {
    test(`${point} gets QUIT before MAIL, and is not connected to again for hours`, async (t) => {
      let now = 0;
      const { server, probe } = await setUp(t, script, { now: () => now });
      assert.deepEqual(await probe('a@firm.org'), ['smtp_not_checked']);
      await eventually(() => server.open === 0);
      const { commands } = server.sessions[0]!;
      assert.equal(commands.at(-1), 'QUIT');
      assert.ok(!commands.some((command) => /^(MAIL|RCPT)/.test(command)), commands.join());
      now += 5 * 3_600_000;
      assert.deepEqual(await probe('a@other.org'), ['smtp_not_checked']);
      assert.equal(server.sessions.length, 1);
      now += 2 * 3_600_000;
      await probe('a@firm.org');
      assert.equal(server.sessions.length, 2);
    });
  }

  test('elsewhere than at the start of a reply is asked', async (t) => {
    const { probe } = await setUp(t, { greeting: '220 mx.test ESMTP not mx.pphosted.com', rcpt: onlyAnna });
    assert.deepEqual(await probe('bob@firm.org'), ['mailbox_not_found']);
  });
});

describe('a receiver that is quiet once more after a new one took its place', () => {
  test('leaves the new one where it is: probes share its session', async (t) => {
    const released: number[] = [];
    const store = memoryShapingStore();
    const connect: typeof store.connect = async (...given) => {
      const lease = await store.connect(...given);
      return (
        lease && {
          release: () => {
            lease.release();
            released.push(1);
          },
        }
      );
    };
    const { server, probe } = await setUp(
      t,
      {
        rcpt: (recipient, { socket }) => {
          if (!recipient.startsWith('first')) return '451 4.3.0 Later';
          socket.end('451 4.3.0 Later\r\n');
          return null;
        },
      },
      { store: { ...store, connect } },
    );
    let second: Promise<string[]>;
    let rounds = 0;
    do {
      rounds += 1;
      await probe(`first${rounds}@firm.org`);
      await eventually(() => server.open === 0);
      second = probe('second@firm.org');
      // Until the lease is released, the receiver of the first session has one more run to come. On a busy machine it
      // may have come.
    } while (released.length === rounds);
    await second;
    await eventually(() => released.length === rounds);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const before = server.sessions.length;
    await probe('third@firm.org');
    assert.equal(server.sessions.length, before);
  });
});

describe('a slow greeting', () => {
  test('that a hasty check did not wait for is waited for by one with more time, and by no other', async (t) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    t.onTestFinished(() => void vi.useRealTimers());
    const { server, prober, probe } = await setUp(t, { greeting: null, rcpt: onlyAnna });
    const controller = new AbortController();
    const { signal } = controller;
    const hasty = prober.probe(address('a@firm.org'), hosts('127.0.0.1'), { timeoutMs: 60_000, signal });
    await eventually(() => server.sessions.length === 1);
    vi.advanceTimersByTime(4000);
    controller.abort(new Error('enough'));
    await assert.rejects(hasty, /enough/);
    await eventually(() => server.open === 0);
    assert.deepEqual(await probe('b@firm.org', 3900), ['smtp_timeout']);
    assert.equal(server.sessions.length, 1, 'the failure is known');
    const patient = probe('c@firm.org', 5000);
    await eventually(() => server.sessions.length === 2);
    server.sessions[1]!.socket.write('220 mx.test ESMTP\r\n');
    assert.deepEqual(await patient, ['mailbox_not_found']);
  });
});

describe('the prober', () => {
  test('answers what is in flight when it is closed, and leaves no socket', async (t) => {
    const { server, prober, probe } = await setUp(t, { rcpt: () => null });
    const probing = probe('a@firm.org', 60_000);
    await eventually(() => server.recipients.length === 1);
    await prober.close();
    assert.deepEqual(await probing, ['smtp_unavailable']);
    await eventually(() => server.open === 0);
    assert.deepEqual(await probe('a@firm.org'), ['smtp_unavailable']);
  });

  test('sends no control character, whoever made the address', async (t) => {
    const { server, prober } = await setUp(t);
    for (const ascii of ['a@b.org>\r\nDATA', 'a\0@b.org', 'a\n@b.org', 'a\u0085@b.org', '']) {
      const forged = { ok: true, local: '', domain: '', ascii } as const;
      await assert.rejects(prober.probe(forged, hosts('127.0.0.1'), { timeoutMs: 1000 }), RangeError);
    }
    assert.equal(server.sessions.length, 0);
  });

  for (const [option, options] of Object.entries({
    helo: { helo: 'a\r\nb' },
    'helo with a space': { helo: 'a b' },
    from: { from: 'no address' },
    'from beyond ASCII': { from: 'jürgen@firm.org' },
    sourceAddresses: { sourceAddresses: ['here'] },
    proxy: { proxy: 'http://127.0.0.1:1080' },
  })) {
    test(`refuses an unreadable ${option}`, (t) => {
      assert.throws(() => setUpProber(t, 25, options), RangeError);
    });
  }

  test('asks no receiver that is never asked', async (t) => {
    const { server, prober } = await setUp(t);
    for (const host of ['mx1-eu1.ppe-hosted.com', 'mta5.am0.yahoodns.net', 'eu-smtp-inbound-1.mimecast.com']) {
      const found = await prober.probe(address('a@firm.org'), hosts({ host, addresses: ['127.0.0.1'] }), {
        timeoutMs: 1000,
      });
      assert.deepEqual(found, ['smtp_not_checked']);
    }
    assert.equal(server.sessions.length, 0);
  });

  test('asks one at a time where a receiver wants it so', async (t) => {
    const { server, prober } = await setUp(t, { rcpt: onlyAnna }, { anyReceiver: SERIAL });
    await Promise.all(
      [1, 2].map((n) => prober.probe(address(`p${n}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 5000 })),
    );
    assert.deepEqual(
      server.sessions[0]!.commands.map((command) => command.slice(0, 4)),
      ['EHLO', 'MAIL', 'RCPT', 'RSET', 'MAIL', 'RCPT', 'RSET', 'MAIL', 'RCPT', 'QUIT'],
    );
  });

  test('does not dial a server again that has just refused', async (t) => {
    let now = 0;
    const { server, probe } = await setUp(t, { greeting: '554 No' }, { now: () => now });
    for (let n = 0; n < 3; n++) assert.deepEqual(await probe('a@firm.org'), ['smtp_blocked']);
    assert.equal(server.sessions.length, 1);
    now += 11_000;
    await probe('a@firm.org');
    assert.equal(server.sessions.length, 2);
  });

  test('asks each server from one of its source addresses, always the same, and some from each', async (t) => {
    const sourceAddresses = ['127.0.0.21', '127.0.0.22', '::1'];
    const anyReceiver = { ...QUICK, rcptsPerSession: 1 };
    const servers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => startSmtpServer({ rcpt: onlyAnna, host: `127.0.9.${n + 1}`, port: PORT })),
    );
    t.onTestFinished(() => Promise.all(servers.map((server) => server.close())).then(() => undefined));
    const prober = setUpProber(t, PORT, { sourceAddresses, anyReceiver });
    const used = new Set<string>();
    for (const [n, { sessions }] of servers.entries()) {
      for (const local of ['a', 'b', 'c'])
        await prober.probe(address(`${local}@firm.org`), hosts(`127.0.9.${n + 1}`), { timeoutMs: 10_000 });
      const froms = new Set(sessions.map(({ from }) => from!));
      assert.equal(froms.size, 1);
      used.add([...froms][0]!);
    }
    assert.deepEqual([...used].sort(), ['127.0.0.21', '127.0.0.22']);
  });
});
