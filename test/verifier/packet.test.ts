import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { decode, encode, type Answer, type Packet } from 'dns-packet';
import fc from 'fast-check';
import { decodeAnswer, encodeQuestion, type Question } from '../../src/verifier/dns/packet.js';
import { readReply } from '../../src/verifier/dns/reply.js';

const question: Question = { name: 'firm.org', type: 'MX' };
const mx = (name: string, preference: number, exchange: string, ttl = 300): Answer => ({
  type: 'MX',
  name,
  ttl,
  data: { preference, exchange },
});
const alias = (name: string, data: string, ttl = 300): Answer => ({ type: 'CNAME', name, ttl, data });
const soa = (ttl: number, minimum: number): Answer => ({
  type: 'SOA',
  name: 'org',
  ttl,
  data: { mname: 'ns.org', rname: 'root.org', serial: 1, refresh: 1, retry: 1, expire: 1, minimum },
});

const message = (content: Packet): Buffer =>
  encode({ type: 'response', id: 7, questions: [{ name: 'firm.org', type: 'MX' }], ...content });
const read = (content: Packet) => {
  const packet = decodeAnswer(message(content), 7, question);
  return packet === null ? assert.fail('the packet was not taken') : readReply(packet, question);
};

describe('a question', () => {
  test('asks for recursion, with EDNS and a payload that is not cut into fragments', () => {
    const packet = decode(encodeQuestion(7, question));
    assert.equal(packet.id, 7);
    assert.equal(packet.flag_rd, true);
    assert.deepEqual(packet.questions, [{ name: 'firm.org', type: 'MX', class: 'IN' }]);
    const [opt] = packet.additionals ?? [];
    assert.ok(opt?.type === 'OPT' && opt.udpPayloadSize === 1232);
  });
});

describe('an answer is taken', () => {
  test('whatever the letter case of its question', () => {
    assert.ok(decodeAnswer(message({ questions: [{ name: 'FIRM.org', type: 'MX' }] }), 7, question));
  });
});

describe('an answer is ignored', () => {
  for (const [what, bytes] of [
    ['with another id', message({ id: 8 })],
    ['to another name', message({ questions: [{ name: 'other.org', type: 'MX' }] })],
    ['to another type', message({ questions: [{ name: 'firm.org', type: 'A' }] })],
    ['to no question', message({ questions: [] })],
    [
      'to two questions',
      message({
        questions: [
          { name: 'firm.org', type: 'MX' },
          { name: 'x.org', type: 'MX' },
        ],
      }),
    ],
    ['that is a question', message({ type: 'query' })],
    ['that ends too early', message({ answers: [mx('firm.org', 10, 'a.org')] }).subarray(0, 40)],
    ['that is empty', Buffer.alloc(0)],
    [
      'that counts more records than it has',
      Buffer.concat([message({}).subarray(0, 6), Buffer.from([0xff, 0xff]), message({}).subarray(8)]),
    ],
  ] as const) {
    test(what, () => {
      assert.equal(decodeAnswer(bytes, 7, question), null);
    });
  }

  test('of any bytes, without a throw', () => {
    const whole = message({ answers: [mx('firm.org', 10, 'a.org')], authorities: [soa(1, 1)] });
    const broken = fc
      .tuple(fc.nat(whole.length - 1), fc.nat(255))
      .map(([at, byte]) => Uint8Array.from(whole).fill(byte, at, at + 1));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 100 }), broken), (bytes) => {
        const packet = decodeAnswer(bytes, 7, question);
        if (packet !== null) readReply(packet, question);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a reply', () => {
  test('has the exchangers in lower case, best first, for as long as the shortest TTL', () => {
    assert.deepEqual(
      read({ answers: [mx('firm.org', 20, 'B.org', 60), mx('FIRM.org', 5, 'a.org', 90), mx('firm.org', 20, 'c.org')] }),
      {
        reply: { kind: 'records', values: ['a.org', 'b.org', 'c.org'] },
        ttlS: 60,
      },
    );
  });

  test('follows aliases, and lives no longer than they do', () => {
    const answers = [
      alias('firm.org', 'x.org', 20),
      mx('y.org', 1, 'a.org'),
      alias('x.org', 'Y.org'),
      mx('z.org', 0, 'evil.org'),
    ];
    assert.deepEqual(read({ answers }), { reply: { kind: 'records', values: ['a.org'] }, ttlS: 20 });
  });

  test('is not caught in a circle of aliases', () => {
    const { reply } = read({ answers: [alias('firm.org', 'x.org'), alias('x.org', 'firm.org')] });
    assert.deepEqual(reply, { kind: 'no_records' });
  });

  test('passes over records of other names', () => {
    assert.deepEqual(read({ answers: [mx('other.org', 1, 'evil.org')] }).reply, { kind: 'no_records' });
  });

  test('keeps the best of very many records only: it is remembered, and the zone decides how many there are', () => {
    const answers = Array.from({ length: 500 }, (_, index) => mx('firm.org', 500 - index, `mx${500 - index}.org`));
    const { reply } = read({ answers });
    assert.ok(reply.kind === 'records' && reply.values.length <= 20);
    assert.deepEqual(reply.values.slice(0, 2), ['mx1.org', 'mx2.org']);
  });

  test('shows a null MX as a dot', () => {
    assert.deepEqual(read({ answers: [mx('firm.org', 0, '.')] }).reply, { kind: 'records', values: ['.'] });
  });

  test('tells no such name from no such record, each for the time that the SOA says', () => {
    assert.deepEqual(read({ flags: 3, authorities: [soa(100, 30)] }), { reply: { kind: 'no_name' }, ttlS: 30 });
    assert.deepEqual(read({ authorities: [soa(20, 30)] }), { reply: { kind: 'no_records' }, ttlS: 20 });
    assert.deepEqual(read({ flags: 3 }), { reply: { kind: 'no_name' }, ttlS: null });
  });

  for (const [name, rcode] of [
    ['FORMERR', 1],
    ['SERVFAIL', 2],
    ['NOTIMP', 4],
    ['REFUSED', 5],
  ] as const) {
    test(`takes ${name} for a failure to find out`, () => {
      assert.deepEqual(read({ flags: rcode }).reply, { kind: 'failed', code: 'dns_error' });
    });
  }
});
