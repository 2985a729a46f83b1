/** Replies to RCPT that a recipient's domain may word, at a server that it shares with others. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test, type TestContext } from 'vitest';
import { memoryShapingStore, type ShapingStore } from '../../../src/verifier/shaping/store.js';
import { Isolation } from '../../../src/verifier/smtp/isolation.js';
import type { ProberOptions } from '../../../src/verifier/smtp/prober.js';
import type { SmtpScript } from '../../support/smtp-server.js';
import { nobody, QUICK, setUp } from './setup.js';

const SERVER = '127.0.0.1';
const SHUT_OUT = '421 4.7.0 Messages from you are temporarily deferred';
const SLOW_DOWN = '451 4.7.0 Too fast, slow down';

/** A store that lists what was slowed. */
const watched = (): { store: ShapingStore; slowed: string[]; taken: Map<string, number> } => {
  const store = memoryShapingStore();
  const slowed: string[] = [];
  const taken = new Map<string, number>();
  return {
    slowed,
    taken,
    store: {
      ...store,
      async take(receiver, wanted, rate) {
        const turns = await store.take(receiver, wanted, rate);
        taken.set(receiver, (taken.get(receiver) ?? 0) + turns.granted);
        return turns;
      },
      slowDown(receiver, rate, severity) {
        slowed.push(`${receiver} ${severity}`);
        return store.slowDown(receiver, rate, severity);
      },
    },
  };
};

/** A server that gives the domains under `evil` this reply, and knows no mailbox of the others but the postmaster's. */
const shared = (reply: string): SmtpScript => ({
  rcpt: (recipient) => (recipient.includes('evil') ? reply : nobody(recipient)),
});

const start = async (t: TestContext, script: SmtpScript, options: Partial<ProberOptions> = {}) => {
  const { store, slowed, taken } = watched();
  const { server, probe } = await setUp(t, script, { store, ...options });
  return { server, probe, slowed, taken };
};

describe('a throttling reply to RCPT', () => {
  for (const [reply, severity, code] of [
    [SHUT_OUT, 'stop', 'greylisted'],
    [SLOW_DOWN, 'slow', 'greylisted'],
    ['550 5.7.1 Blocked', 'slow', 'smtp_blocked'],
  ] as const) {
    test(`slows its domain, not the server that others share: ${reply}`, async (t) => {
      const { probe, slowed } = await start(t, shared(reply));
      assert.deepEqual(await probe('a@evil.org'), [code]);
      assert.deepEqual(slowed, [`${SERVER} evil.org ${severity}`]);
      const others = await Promise.all(Array.from({ length: 50 }, (_, n) => probe(`a@firm${n}.org`)));
      assert.deepEqual(others.flat(), Array(50).fill('mailbox_not_found'));
    });
  }

  test('leaves its domain no turn in time, and asks the server no more for it', async (t) => {
    const { server, probe } = await start(t, shared(SHUT_OUT));
    await probe('a@evil.org');
    const before = server.recipients.length;
    assert.deepEqual(await probe('b@evil.org'), ['smtp_not_checked']);
    assert.equal(server.recipients.length, before);
  });

  test('slows no server by any number of subdomains of one domain', async (t) => {
    const { probe, slowed } = await start(t, shared(SHUT_OUT));
    for (let n = 0; n < 10; n++) await probe(`a@s${n}.evil.org`);
    assert.ok(!slowed.includes(`${SERVER} slow`), slowed.join());
  });

  test('halves the rate of the server when several domains have it', async (t) => {
    const { probe, slowed } = await start(t, shared(SHUT_OUT));
    for (const domain of ['evil1.org', 'evil2.org', 'evil3.org']) await probe(`a@${domain}`);
    assert.ok(slowed.includes(`${SERVER} slow`));
    assert.ok(!slowed.includes(`${SERVER} stop`));
  });

  test('is taken back by a verdict for another domain', async (t) => {
    const { probe, slowed } = await start(t, shared(SLOW_DOWN));
    for (const domain of ['evil1.org', 'firm1.org', 'evil2.org', 'firm2.org', 'evil3.org', 'evil4.org'])
      await probe(`a@${domain}`);
    assert.ok(!slowed.includes(`${SERVER} slow`), slowed.join());
  });

  test('counts for all of a receiver that has a rule', async (t) => {
    const rule = { ...QUICK, name: 'provider', suffixes: ['mx.test'] };
    const { probe, slowed } = await start(t, shared(SHUT_OUT), { receivers: [rule] });
    await probe('a@evil.org');
    assert.deepEqual(slowed, ['provider stop']);
  });
});

for (const [point, script] of [
  ['the greeting', { greeting: SHUT_OUT }],
  ['EHLO', { on: (command: string) => (command.startsWith('EHLO') ? SHUT_OUT : undefined) }],
  ['MAIL', { on: (command: string) => (command.startsWith('MAIL') ? SHUT_OUT : undefined) }],
] as const) {
  test(`a throttling reply to ${point} slows the server: no domain words it`, async (t) => {
    const { probe, slowed } = await start(t, script);
    await probe('a@evil.org');
    assert.deepEqual(slowed, [`${SERVER} stop`]);
  });
}

describe('an isolated domain', () => {
  /** Refuses every second recipient under `evil` in a transaction. */
  const limiting: SmtpScript = {
    rcpt: (recipient, { commands }) => {
      const rcpts = commands.filter((command) => command.startsWith('RCPT')).length;
      return recipient.includes('evil') && rcpts > 1 ? '452 4.5.3 Too many recipients' : nobody(recipient);
    },
  };

  test('has sessions of its own: its session limits are not those of others', async (t) => {
    const { server, probe } = await start(t, limiting);
    const evil = await Promise.all([1, 2, 3, 4].map((n) => probe(`p${n}@evil.org`)));
    assert.deepEqual(evil.flat(), Array(4).fill('mailbox_not_found'));
    const before = server.sessions.length;
    const others = await Promise.all(Array.from({ length: 30 }, (_, n) => probe(`a@firm${n}.org`)));
    assert.deepEqual(others.flat(), Array(30).fill('mailbox_not_found'));
    assert.equal(server.sessions.length - before, 1);
    const [session] = server.sessions.slice(before);
    assert.ok((session?.commands.filter((command) => command.startsWith('RCPT')).length ?? 0) > 30);
    await probe('p9@evil.org');
    // The control has a session of its own.
    assert.equal(server.sessions.length - before, 3);
  });

  test('loses no query to its isolation, however many wait', async (t) => {
    const { server, probe } = await start(t, limiting);
    const found = await Promise.all(Array.from({ length: 25 }, (_, n) => probe(`p${n}@evil.org`, 20_000)));
    assert.deepEqual(found.flat(), Array(25).fill('mailbox_not_found'));
    // At most all but one of the first group are sent again, and for four refusals there is a control.
    assert.ok(server.recipients.length < 60, `${server.recipients.length} RCPTs`);
  });

  test('uses turns of the server too, and never its last connection', async (t) => {
    const { server, probe, taken } = await start(t, limiting, { anyReceiver: { ...QUICK, connections: 2 } });
    await Promise.all([1, 2, 3].map((n) => probe(`p${n}@evil.org`)));
    const all = server.recipients.length;
    assert.equal(taken.get(SERVER), all);
    let most = 0;
    const evil = Array.from({ length: 10 }, (_, n) =>
      probe(`p${n}@evil${n % 5}.org`, 20_000).finally(() => (most = Math.max(most, server.open))),
    );
    await Promise.all(evil);
    assert.equal(taken.get(SERVER), server.recipients.length);
    assert.ok(most <= 2, `${most} connections`);
  });

  test('is one like the others again after two hours', async (t) => {
    let now = 0;
    const { server, probe, slowed } = await start(t, shared('550 5.7.1 Blocked'), { now: () => now });
    await probe('a@evil.org');
    now += 7_300_000;
    await Promise.all(['b@evil.org', 'b@firm.org'].map((text) => probe(text)));
    assert.equal(slowed.length, 2);
    assert.ok(server.sessions.some(({ commands }) => commands.filter((one) => one.startsWith('RCPT')).length >= 2));
  });
});

test('signals of fewer than three registrable domains never count for the server', () => {
  const domain = fc
    .tuple(fc.stringMatching(/^[a-z]{1,3}$/), fc.constantFrom('one.org', 'two.org'))
    .map((all) => all.join('.'));
  fc.assert(
    fc.property(fc.array(domain, { maxLength: 50 }), fc.constantFrom('throttling', 'limit'), (domains, signal) => {
      const isolation = new Isolation(() => 0);
      for (const one of domains) {
        assert.ok(!isolation.record(SERVER, one, signal));
        assert.ok(isolation.has(SERVER, one) && !isolation.has('127.0.0.2', one));
      }
    }),
  );
});
