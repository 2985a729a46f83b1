/** The two steps of a list: a real DNS server, and real SMTP servers on 127.0.0.0/8. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, test, type TestContext } from 'vitest';
import type { ValidationResult } from '../../src/protocol/index.js';
import { createVerifier, type Asked, type BulkVerifier, type LookedUp } from '../../src/verifier/index.js';
import type { ReceiverRule } from '../../src/verifier/shaping/receivers.js';
import { memoryShapingStore } from '../../src/verifier/shaping/store.js';
import type { ProbeQuestion, ProberOptions, VerifierOptions } from '../../src/verifier/index.js';
import { startDnsServer, type DnsServer, type Zone } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { startSmtpServer, type SmtpScript, type SmtpServer } from '../support/smtp-server.js';
import { onlyAnna, QUICK } from './smtp/setup.js';

const ZONE: Zone = {
  'firm.org': {
    MX: [
      [10, 'mx.firm.org'],
      [20, 'mx.other.org'],
    ],
  },
  'other.org': { MX: ['mx.other.org'] },
  'many.org': { MX: ['mx.many.org'] },
  'never.org': { MX: ['mx.never.org'] },
  'mixed.org': {
    MX: [
      [10, 'first.never.org'],
      [20, 'mx.firm.org'],
    ],
  },
  'first.never.org': { A: ['127.0.0.3'] },
  'mx.firm.org': { A: ['127.0.0.2'] },
  'mx.other.org': { A: ['127.0.0.2'] },
  'mx.many.org': { A: ['127.0.0.2'] },
  'mx.never.org': { A: ['127.0.0.2'] },
  'hmail.com': { MX: ['mx.firm.org'] },
};

const RULES: readonly ReceiverRule[] = [
  { ...QUICK, name: 'many', suffixes: ['many.org'], rate: { count: 60, perMs: 60_000, burst: 10 } },
  { ...QUICK, name: 'never', suffixes: ['never.org'], mode: 'none' },
];

/** Of a verifier; `smtp: null`: without SMTP. */
type Options = Omit<VerifierOptions, 'smtp'> & { smtp?: ProberOptions | null };

interface Setting {
  dns: DnsServer;
  server: SmtpServer;
  /** Opens a verifier, as another process would. */
  open: (options?: Options) => BulkVerifier;
}

const setUp = async (t: TestContext, script: SmtpScript = { rcpt: onlyAnna }): Promise<Setting> => {
  const dns = await startDnsServer({ zone: ZONE });
  t.onTestFinished(() => dns.close());
  const server = await startSmtpServer({ ...script, host: '127.0.0.2' });
  t.onTestFinished(() => server.close());
  const ours: ProberOptions = {
    helo: 'probe.test',
    from: 'probe@verifier.test',
    port: server.port,
    anyReceiver: QUICK,
    receivers: RULES,
  };
  const open = ({ smtp = ours, ...options }: Options = {}): BulkVerifier => {
    const asking = smtp && { smtp };
    const verifier = createVerifier({ dnsServers: [dns.address], privateNetworks: true, ...options, ...asking });
    t.onTestFinished(() => verifier.close());
    return verifier;
  };
  return { dns, server, open };
};

/** All of them, each index once, in the order of the list. */
const collect = async <T extends LookedUp | Asked>(found: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const one of found) {
    assert.equal(all[one.index], undefined);
    all[one.index] = one;
  }
  return all;
};

/** The questions of a list, as another process reads them. */
const stored = (found: readonly LookedUp[]): ProbeQuestion[] =>
  found.flatMap((one) => ('question' in one ? [JSON.parse(JSON.stringify(one.question)) as ProbeQuestion] : []));

const statusOf = (one: LookedUp | Asked): string => ('result' in one ? one.result.status : 'none');

describe('lookUpMany()', () => {
  test('gives each address its result, or the question for its receiver', async (t) => {
    const { open, server } = await setUp(t);
    const list = ['anna@', 'anna@firm.org', 'anna@none.org', 'anna@many.org', 'anna@never.org', 'anna@other.org'];
    const found = await collect(open().lookUpMany(list));
    assert.deepEqual(
      found.map((one) => ('question' in one ? one.question.receiver : one.result.sub_status)),
      [['syntax_error'], '127.0.0.2', ['domain_not_found'], 'many', ['smtp_not_checked'], '127.0.0.2'],
    );
    assert.equal(server.sessions.length, 0);
  });

  test('gives results alone without SMTP, as verifyMany()', async (t) => {
    const { open } = await setUp(t);
    const list = ['anna@', 'anna@firm.org', 'info@hmail.com', 'anna@none.org'];
    const found = await collect(open({ smtp: null, now: () => new Date(0) }).lookUpMany(list));
    const expected: ValidationResult[] = [];
    for await (const result of open({ smtp: null, now: () => new Date(0) }).verifyMany(list)) expected.push(result);
    assert.deepEqual(
      found.map((one) => 'result' in one && one.result),
      list.map((email) => expected.find((result) => result.email === email)),
    );
  });

  test('yields what is found out before a slow address, and reads no more than there is room for', async (t) => {
    const { dns, open } = await setUp(t);
    let read = 0;
    function* list(): Generator<string> {
      for (; read < 1000; read++) yield read === 0 ? 'anna@silent.org' : 'anna@';
    }
    dns.setMode('silent');
    const found = open().lookUpMany(list(), { inFlight: 5 });
    const first = await found.next();
    assert.ok(first.value && first.value.index === 1);
    assert.ok(read <= 7, String(read));
    await found.return();
  });

  test('asks no other exchanger of a domain whose first is never asked', async (t) => {
    const { open, server } = await setUp(t);
    const verifier = open();
    for (const wanted of ['from the DNS', 'from memory']) {
      const found = await collect(verifier.lookUpMany(['anna@mixed.org', 'ben@mixed.org']));
      const codes = found.map((one) => ('result' in one ? one.result.sub_status : ['a question']));
      assert.deepEqual(codes, [['smtp_not_checked'], ['smtp_not_checked']], wanted);
    }
    assert.equal(server.sessions.length, 0);
  });

  test('gives the same from memory as from the DNS, without a question', async (t) => {
    const { dns, open } = await setUp(t);
    const list = ['anna@', 'anna@firm.org', 'info@hmail.com', 'anna@none.org', 'anna@many.org', 'anna@never.org'];
    for (const smtp of [null, undefined]) {
      const verifier = open({ now: () => new Date(0), ...(smtp === null && { smtp }) });
      const [first, asked] = [await collect(verifier.lookUpMany(list)), dns.queries.length];
      assert.deepEqual(await collect(verifier.lookUpMany(list)), first);
      assert.equal(dns.queries.length, asked);
    }
  });

  test('reads no more than there is room for while it answers from memory', async (t) => {
    const { open } = await setUp(t);
    const verifier = open();
    await collect(verifier.lookUpMany(['anna@other.org']));
    for (const inFlight of [1, 5, 100]) {
      let read = 0;
      function* list(): Generator<string> {
        for (; read < 1000; read++) yield 'ben@other.org';
      }
      let taken = 0;
      for await (const { index } of verifier.lookUpMany(list(), { inFlight })) {
        assert.equal(index, taken);
        taken += 1;
        assert.ok(read <= taken + inFlight + 1, `${read} read, ${taken} taken, ${inFlight} in flight`);
      }
      assert.equal(taken, 1000);
    }
  });

  test('asks DNS once for a domain', async (t) => {
    const { dns, open } = await setUp(t);
    // Patient: a question that waits for a share of the timeout is asked again.
    const verifier = open({ dnsTimeoutMs: 60_000 });
    await collect(verifier.lookUpMany(Array.from({ length: 300 }, (_, n) => `p${n}@other.org`)));
    assert.equal(dns.queries.filter(({ name }) => name === 'other.org').length, 1);
  });

  test('ends with the reason of its signal, and refuses a bound below 1 and a text', async (t) => {
    const { dns, open } = await setUp(t);
    dns.setMode('silent');
    const controller = new AbortController();
    const found = collect(open().lookUpMany(['anna@firm.org'], { signal: controller.signal }));
    await eventually(() => dns.queries.length);
    controller.abort(new Error('enough'));
    await assert.rejects(found, { message: 'enough' });
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
    await assert.rejects(collect(open().lookUpMany([], { inFlight: 0 })), {
      name: 'RangeError',
      message: 'inFlight must be 1 or more, got 0',
    });
    await assert.rejects(collect(open().lookUpMany('anna@firm.org')), {
      name: 'TypeError',
      message: 'the items are a text: put it into an array',
    });
  });
});

test('a list that is ended while its addresses are looked up reads no further one, and closes their source', async (t) => {
  const { dns, open } = await setUp(t);
  dns.setMode('silent');
  const controller = new AbortController();
  let [read, closed] = [0, false];
  async function* list(): AsyncGenerator<string> {
    try {
      for (;;) {
        read += 1;
        yield await Promise.resolve(`p${read}@firm.org`);
      }
    } finally {
      closed = true;
    }
  }
  const found = collect(open().lookUpMany(list(), { inFlight: 1, signal: controller.signal }));
  await eventually(() => dns.queries.length);
  controller.abort(new Error('enough'));
  await assert.rejects(found, { message: 'enough' });
  await eventually(() => closed);
  assert.equal(read, 1);
});

describe('askMany()', () => {
  test('answers the questions that another verifier stored', async (t) => {
    const { open } = await setUp(t);
    const list = ['anna@firm.org', 'info@other.org', 'berta@hmail.com', 'anna@hmail.com'];
    const questions = stored(await collect(open().lookUpMany(list)));
    assert.equal(questions.length, 4);
    const asked = await collect(open({ now: () => new Date(0) }).askMany(questions));
    const whole = open({ now: () => new Date(0) });
    const expected = await Promise.all(list.map((email) => whole.verify(email)));
    assert.deepEqual(
      asked.map((one) => 'result' in one && one.result),
      expected,
    );
    assert.deepEqual(asked.map(statusOf), ['valid', 'invalid', 'invalid', 'valid']);
  });

  test('asks the address that a host has by then, or the one it had if DNS is silent', async (t) => {
    const { dns, open } = await setUp(t);
    const questions = stored(await collect(open().lookUpMany(['anna@firm.org'])));
    const moved = questions.map((question) => ({
      ...question,
      route: { ...question.route, addresses: ['127.0.0.9'], next: [] },
    }));
    assert.deepEqual((await collect(open().askMany(moved))).map(statusOf), ['valid']);
    dns.setMode('silent');
    assert.deepEqual((await collect(open({ dnsTimeoutMs: 50 }).askMany(questions))).map(statusOf), ['valid']);
  });

  test('says when to ask a greylisted one again, until it has no tries left', async (t) => {
    const { open, server } = await setUp(t, { rcpt: () => '450 4.2.0 Greylisted, try again later' });
    const verifier = open({ now: () => new Date(0) });
    let questions = stored(await collect(verifier.lookUpMany(['anna@firm.org'])));
    for (const minutes of [5, 15, 45]) {
      const [asked] = await collect(verifier.askMany(questions));
      assert.ok(asked && 'askAgainAt' in asked);
      assert.equal(asked.askAgainAt.getTime(), minutes * 60_000);
      questions = [JSON.parse(JSON.stringify(asked.question)) as ProbeQuestion];
    }
    const [last] = await collect(verifier.askMany(questions));
    assert.ok(last && 'result' in last);
    assert.deepEqual([last.result.status, last.result.sub_status], ['unknown', ['greylisted']]);
    // The first time, a random name and the postmaster are asked for too.
    assert.equal(server.recipients.length, 6);
  });

  test('ends with the reason of its signal', async (t) => {
    const { open, server } = await setUp(t, { greeting: null });
    const questions = stored(await collect(open().lookUpMany(['anna@firm.org'])));
    const controller = new AbortController();
    const asked = collect(open().askMany(questions, { signal: controller.signal }));
    await eventually(() => server.sessions.length);
    controller.abort(new Error('enough'));
    await assert.rejects(asked, { message: 'enough' });
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  });

  test('says that nobody was asked, without SMTP', async (t) => {
    const { open } = await setUp(t);
    const questions = stored(await collect(open().lookUpMany(['anna@firm.org'])));
    const [asked] = await collect(open({ smtp: null }).askMany(questions));
    assert.ok(asked && 'result' in asked && asked.result.sub_status.includes('smtp_not_checked'));
  });
});

test('a verifier says if it asks mail servers', async (t) => {
  const { open } = await setUp(t);
  assert.deepEqual([open().asksMailboxes, open({ smtp: null }).asksMailboxes], [true, false]);
});

describe('receiverRate()', () => {
  test('is the rate of a receiver, less while it throttles us, and 0 without SMTP', async (t) => {
    const { open, server } = await setUp(t);
    const store = memoryShapingStore();
    const smtp = { helo: 'probe.test', port: server.port, receivers: RULES, anyReceiver: QUICK, store };
    const verifier = open({ smtp });
    assert.equal(await verifier.receiverRate('many'), 50 / 60);
    assert.equal(await verifier.receiverRate('127.0.0.2'), 999_000);
    await store.slowDown('many', { count: 60, perMs: 60_000, burst: 10 }, 'stop');
    assert.equal(await verifier.receiverRate('many'), 1 / 60);
    assert.equal(await open({ smtp: null }).receiverRate('many'), 0);
  });
});
