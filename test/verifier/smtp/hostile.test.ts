/** Broken and hostile servers: the verdict is unknown, in time, and nothing is left open. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, test, type TestContext } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { whole } from '../../support/whole.js';
import { address, hosts, nobody, setUp, setUpProber } from './setup.js';

const UNKNOWN = ['smtp_timeout', 'smtp_unavailable', 'smtp_blocked', 'greylisted'];

/** A server that does as it likes with each socket. */
const startRaw = async (
  t: TestContext,
  onSocket: (socket: Socket) => void,
): Promise<{ port: number; open: Set<Socket> }> => {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, open };
};

/** Writes forever, as fast as the peer reads. */
const flood = (socket: Socket, chunk: string): void => {
  const more = (): void => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
};

/** Writes a byte at a time. */
const drip = (socket: Socket, text: string, ms: number): void => {
  let at = 0;
  const timer = setInterval(() => socket.writable && socket.write(text[at++ % text.length]!), ms);
  socket.on('close', () => {
    clearInterval(timer);
  });
};

const MEAN: Record<string, (socket: Socket) => void> = {
  'never greets': () => undefined,
  'greets a byte at a time': (socket) => {
    drip(socket, '220-hello there, how are you? ', 20);
  },
  'greets without end': (socket) => {
    flood(socket, '220-welcome\r\n'.repeat(5000));
  },
  'sends a line of a gigabyte': (socket) => {
    flood(socket, 'x'.repeat(1 << 20));
  },
  'sends NULs': (socket) => {
    flood(socket, '\0'.repeat(1 << 16));
  },
  'sends line ends': (socket) => {
    flood(socket, '\r\n'.repeat(1 << 15));
  },
  'sends replies without end': (socket) => {
    flood(socket, '250 2.1.5 OK\r\n'.repeat(5000));
  },
  'speaks HTTP': (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'hangs up at once': (socket) => socket.destroy(),
  'resets at once': (socket) => socket.resetAndDestroy(),
  'closes its half only': (socket) => socket.end(),
  'greets and closes its half': (socket) => socket.end('220 hi\r\n'),
  'greets and never reads': (socket) => {
    socket.pause();
    socket.write('220 hi\r\n');
  },
  'answers before it is asked': (socket) =>
    socket.write('220 hi\r\n250 hi\r\n250 OK\r\n250 OK\r\n250 OK\r\n250 OK\r\n'),
};

describe('a server that', () => {
  for (const [what, onSocket] of Object.entries(MEAN)) {
    test.concurrent(what, async (t) => {
      const { port, open } = await startRaw(t, onSocket);
      const prober = setUpProber(t, port);
      const started = performance.now();
      const codes = await prober.probe(address('anna@firm.org'), hosts('127.0.0.1'), { timeoutMs: 700 });
      assert.ok(performance.now() - started < 5000);
      assert.ok(codes.length === 1 && UNKNOWN.includes(codes[0]!), codes.join());
      // Whoever does not read does not see that the peer has gone.
      for (const socket of open) socket.resume();
      await eventually(() => open.size === 0);
    });
  }

  test('floods fills no memory', async (t) => {
    const { port } = await startRaw(t, MEAN['sends a line of a gigabyte']!);
    const prober = setUpProber(t, port, { now: () => performance.now() * 1e6 });
    const before = process.memoryUsage().rss;
    for (let n = 0; n < 20; n++)
      await prober.probe(address(`anna${n}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 1000 });
    assert.ok(process.memoryUsage().rss - before < 100 * 2 ** 20);
  });
});

describe('a session that breaks', () => {
  /** A conversation that goes well, cut off at some byte of the server's side. */
  const SAID = [
    '220 hi',
    '250-mx',
    '250-PIPELINING',
    '250 SMTPUTF8',
    '250 OK',
    '250 OK',
    '250 OK',
    '550 5.1.1 No',
  ].join('\r\n');

  test('at any byte, by FIN or by RST, is no verdict against the address', async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(SAID.length), fc.boolean(), async (cut, reset) => {
        const { port } = await startRaw(t, (socket) => {
          socket.write(SAID.slice(0, cut));
          socket.once('data', () => (reset ? socket.resetAndDestroy() : socket.end()));
        });
        const prober = setUpProber(t, port);
        const codes = await prober.probe(address('anna@firm.org'), hosts('127.0.0.1'), { timeoutMs: 1000 });
        await prober.close();
        assert.ok(codes.length === 1 && UNKNOWN.includes(codes[0]!), codes.join());
      }),
      { numRuns: whole ? 150 : 30 },
    );
  });

  test('after the RCPTs of others is opened again, and nobody notices', async (t) => {
    let rcpts = 0;
    const { server, prober } = await setUp(
      t,
      {
        rcpt: (recipient, { socket }) => {
          if (++rcpts % 7 === 0) {
            socket.resetAndDestroy();
            return null;
          }
          return /^a\d+@/.test(recipient) ? '250 2.1.5 OK' : '550 5.1.1 User unknown';
        },
      },
      {
        anyReceiver: {
          mode: 'pipelined',
          connections: 1,
          rcptsPerSession: 20,
          rate: { count: 1e6, perMs: 1000, burst: 1e5 },
        },
      },
    );
    for (let n = 0; n < 20; n++) {
      const codes = await prober.probe(address(`a${n}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 5000 });
      assert.deepEqual(codes, []);
    }
    assert.ok(server.sessions.length > 2);
  });

  test('whatever the server says, at random, comes to an end in time', async (t) => {
    const line = fc.constantFrom(
      ...[
        '220 hi',
        '250 OK',
        '250-x',
        '421 bye',
        '550 5.1.1 no',
        '354 go',
        '\0',
        'x',
        '',
        '452 4.5.3 many',
        '250 PIPELINING',
        '220-',
        '550-',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(line, { maxLength: 4 }), { maxLength: 12 }), async (turns) => {
        const { port, open } = await startRaw(t, (socket) => {
          let turn = 0;
          const say = (): void => {
            const lines = turns[turn++];
            if (!lines) socket.destroy();
            else if (lines.length > 0) socket.write(`${lines.join('\r\n')}\r\n`);
          };
          say();
          socket.on('data', say);
        });
        const prober = setUpProber(t, port);
        const started = performance.now();
        await Promise.all(
          Array.from({ length: 5 }, (_, n) =>
            prober.probe(address(`a${n}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 150 }),
          ),
        );
        assert.ok(performance.now() - started < 5000);
        await prober.close();
        await eventually(() => open.size === 0);
      }),
      { numRuns: whole ? 120 : 25 },
    );
  });
});

describe('a server that replies more than it was asked', () => {
  test('loses the session: no reply could be assigned to its command', async (t) => {
    const { probe } = await setUp(t, {
      on: (command) => (command.startsWith('RCPT') ? '550 5.1.1 No\r\n550 5.1.1 No' : undefined),
    });
    assert.deepEqual(await probe('anna@firm.org'), ['smtp_unavailable']);
  });

  test('by a reply of two lines without a hyphen: nobody gets the reply of somebody else', async (t) => {
    const { prober } = await setUp(t, {
      rcpt: (recipient) => (recipient.startsWith('anna') ? '250 OK' : '550 5.1.1 User unknown\r\n550 5.1.1 Sorry'),
    });
    const locals = ['bob', 'anna1', 'anna2', 'bill', 'anna3', 'anna4'];
    const found = await Promise.all(
      locals.map((local) => prober.probe(address(`${local}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 3000 })),
    );
    assert.deepEqual(found, Array(6).fill(['smtp_unavailable']));
    // From now on each has a connection to itself.
    const again = (local: string): Promise<string[]> =>
      prober.probe(address(`${local}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 3000 });
    for (const local of locals) {
      const [code] = await again(local);
      assert.ok(code === undefined || code === 'smtp_unavailable', `${local}: ${code}`);
    }
  });

  test('may say goodbye at any time', async (t) => {
    const { server, probe } = await setUp(t, { rcpt: nobody });
    assert.deepEqual(await probe('anna@firm.org'), ['mailbox_not_found']);
    server.sessions[0]!.socket.end('421 4.4.2 Idle for too long\r\n');
    await eventually(() => server.open === 0);
    assert.deepEqual(await probe('bob@firm.org'), ['mailbox_not_found']);
    assert.equal(server.sessions.length, 2);
  });
});

test('a server that omits a reply and hangs up gives nobody the reply of another recipient', async (t) => {
  const { prober } = await setUp(t, {
    rcpt: (recipient, { socket }) => {
      if (recipient.startsWith('anna')) return null;
      if (!recipient.startsWith('last')) return '550 5.1.1 User unknown';
      socket.end('550 5.1.1 User unknown\r\n');
      return null;
    },
  });
  const [anna] = await Promise.all(
    ['anna', 'bob', 'last'].map((local) =>
      prober.probe(address(`${local}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 3000 }),
    ),
  );
  assert.deepEqual(anna, ['smtp_timeout']);
});
