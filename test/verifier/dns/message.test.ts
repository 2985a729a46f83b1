/** @see https://www.rfc-editor.org/rfc/rfc1035#section-4 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { decode, encode, type Answer, type Packet } from 'dns-packet';
import fc from 'fast-check';
import { decodeResponse, encodeQuestion, type Question } from '../../../src/verifier/dns/message.js';
import { readReply } from '../../../src/verifier/dns/reply.js';
import { whole } from '../../support/whole.js';

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
  const response = decodeResponse(message(content), 7, question);
  return response === null ? assert.fail('the response was not taken') : readReply(response, question);
};

describe('a question', () => {
  test('asks for recursion, with EDNS and a payload that is not cut into fragments', () => {
    const packet = decode(Buffer.from(encodeQuestion(7, question)));
    assert.equal(packet.id, 7);
    assert.equal(packet.flag_rd, true);
    assert.deepEqual(packet.questions, [{ name: 'firm.org', type: 'MX', class: 'IN' }]);
    const [opt] = packet.additionals ?? [];
    assert.ok(opt?.type === 'OPT' && opt.udpPayloadSize === 1232);
  });
});

describe('a response is taken', () => {
  test('whatever the letter case of its question', () => {
    assert.ok(decodeResponse(message({ questions: [{ name: 'FIRM.org', type: 'MX' }] }), 7, question));
  });
});

describe('a response is ignored', () => {
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
    ['that ends in its question', message({}).subarray(0, 20)],
    ['that is empty', Buffer.alloc(0)],
  ] as const) {
    test(what, () => {
      assert.equal(decodeResponse(bytes, 7, question), null);
    });
  }
});

/** Says that a response is known as the one to the question, and as one that breaks the format. */
const assertUnreadable = (bytes: Uint8Array, what?: string): void => {
  const response = decodeResponse(bytes, 7, question);
  assert.deepEqual([response?.rcode, response?.answers], [1, []], what);
  assert.deepEqual(response && readReply(response, question).reply, { kind: 'failed', code: 'dns_error' });
};

describe('a response that breaks the format finds nothing out', () => {
  test('as one that ends too early', () => {
    assertUnreadable(message({ answers: [mx('firm.org', 10, 'a.org')] }).subarray(0, 40));
  });

  test('as one that counts more records than it has', () => {
    assertUnreadable(Buffer.concat([message({}).subarray(0, 6), Buffer.from([0, 9]), message({}).subarray(8)]));
    assertUnreadable(Buffer.concat([message({}).subarray(0, 6), Buffer.from([0xff, 0xff]), message({}).subarray(8)]));
  });

  test('of any bytes, without a throw', () => {
    const honest = message({
      answers: [alias('firm.org', 'b.org'), mx('b.org', 10, 'a.org')],
      authorities: [soa(1, 1), { type: 'NS', name: 'org', data: 'ns.org' }],
    });
    const broken = fc
      .array(fc.tuple(fc.nat(honest.length - 1), fc.oneof(fc.nat(255), fc.constantFrom(0xc0, 0xc1, 0xff, 0))), {
        minLength: 1,
        maxLength: 6,
      })
      .map((changes) => changes.reduce((bytes, [at, byte]) => bytes.fill(byte, at, at + 1), Uint8Array.from(honest)));
    const tail = fc
      .uint8Array({ maxLength: 400 })
      .map((bytes) =>
        Buffer.concat([message({}).subarray(0, 6), Buffer.from([0, 3, 0, 3]), message({}).subarray(10), bytes]),
      );
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 100 }), broken, tail), (bytes) => {
        const response = decodeResponse(bytes, 7, question);
        if (response !== null) readReply(response, question);
      }),
      { numRuns: whole ? 200_000 : 5000 },
    );
  });
});

/** The response to the question with one record, written by hand: its name and data stand as they are given. */
const withRecord = (
  name: number[],
  type: number,
  data: number[],
  { ttl = [0, 0, 0, 9], klass = 1 } = {},
): Uint8Array => {
  const head = [...message({})];
  head[7] = 1;
  return Uint8Array.from([...head, ...name, 0, type, 0, klass, ...ttl, data.length >> 8, data.length & 0xff, ...data]);
};

/** Where the question's name stands, and what comes after the question. */
const QNAME = 12;
const AFTER_QUESTION = message({}).length;
const pointer = (to: number): number[] => [0xc0 | (to >> 8), to & 0xff];
const TYPE = { A: 1, CNAME: 5, MX: 15 } as const;

const answersOf = (bytes: Uint8Array) => decodeResponse(bytes, 7, question)?.answers;

describe('a message', () => {
  const host = fc.domain();
  const ttl = fc.nat(2 ** 31 - 1);
  const record: fc.Arbitrary<Answer> = fc.oneof(
    fc.record({ type: fc.constant('A' as const), name: host, ttl, data: fc.ipV4() }),
    fc.record({ type: fc.constant('CNAME' as const), name: host, ttl, data: host }),
    fc
      .record({ name: host, ttl, preference: fc.nat(65_535), exchange: host })
      .map(({ preference, exchange, ...rest }) => ({ ...rest, type: 'MX' as const, data: { preference, exchange } })),
    fc.record({ type: fc.constant('TXT' as const), name: host, ttl, data: fc.string({ maxLength: 200 }) }),
  );
  const expected = ({ name, ...rest }: Answer): unknown[] => {
    const owner = name.toLowerCase();
    if (rest.type === 'A') return [{ name: owner, ttlS: rest.ttl, type: 'A', address: rest.data }];
    if (rest.type === 'CNAME') return [{ name: owner, ttlS: rest.ttl, type: 'CNAME', target: rest.data.toLowerCase() }];
    if (rest.type !== 'MX') return [];
    const { preference, exchange } = rest.data;
    return [{ name: owner, ttlS: rest.ttl, type: 'MX', preference, exchange: exchange.toLowerCase() }];
  };
  const asking = (type: Question['type'], content: Packet) =>
    decodeResponse(message({ questions: [{ name: 'firm.org', type }], ...content }), 7, { name: 'firm.org', type });

  test('of any records is read as another codec wrote it, as far as it is looked at', () => {
    const records = fc.array(record, { maxLength: 10 });
    fc.assert(
      fc.property(fc.constantFrom('A', 'MX'), records, records, records, (type, answers, authorities, additionals) => {
        const response = asking(type, { answers, authorities, additionals });
        const looked = answers.filter((answer) => answer.type === type || answer.type === 'CNAME');
        assert.deepEqual(response?.answers, looked.flatMap(expected));
        assert.deepEqual([response.rcode, response.negativeTtlS, response.referral], [0, null, false]);
      }),
    );
  });

  test('has IPv6 addresses that mean what another codec wrote', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);
        // The other codec writes some rare spellings wrong.
        const data = canonical(text);
        const answers: Answer[] = [{ type: 'AAAA', name: 'firm.org', ttl: 1, data }];
        const [found] = asking('AAAA', { answers })?.answers ?? [];
        assert.ok(found?.type === 'AAAA');
        assert.equal(canonical(found.address), data);
      }),
    );
  });

  test('may point to names that stand before', () => {
    // "mx" and then the question's name; the record's own name is the question's "org", of "firm.org".
    const data = [0, 10, 2, 0x6d, 0x78, ...pointer(QNAME)];
    assert.deepEqual(answersOf(withRecord(pointer(QNAME + 5), TYPE.MX, data)), [
      { name: 'org', ttlS: 9, type: 'MX', preference: 10, exchange: 'mx.firm.org' },
    ]);
  });

  for (const [what, name] of [
    ['to itself', pointer(AFTER_QUESTION)],
    ['past itself', pointer(AFTER_QUESTION + 2)],
    ['back into its own name', [1, 0x61, ...pointer(AFTER_QUESTION)]],
    ['past the end of the message', pointer(0x3fff)],
  ] as const) {
    test(`that points ${what} is not followed`, () => {
      assertUnreadable(withRecord([...name], TYPE.MX, [0, 1, 0]));
    });
  }

  test('of nothing but pointers is given up soon', () => {
    const chain = Array.from({ length: 4000 }, (_, n) => pointer(n === 0 ? QNAME : AFTER_QUESTION + 12 + 2 * (n - 1)));
    const bytes = withRecord([0], 16, chain.flat());
    const last = AFTER_QUESTION + 11 + 2 * 3999;
    const all = Uint8Array.from([...bytes, ...pointer(last), 0, 15, 0, 1, 0, 0, 0, 9, 0, 3, 0, 1, 0]);
    all[7] = 2;
    assertUnreadable(all);
  });

  test('with a name of more than 255 octets, or a label of an unknown kind, is not read', () => {
    const label = [63, ...Array<number>(63).fill(0x61)];
    const long = (labels: number): number[] => [...Array.from({ length: labels }, () => label).flat(), 0];
    const from = (name: number[]) => withRecord(name, TYPE.MX, [0, 1, 0]);
    assert.equal(answersOf(from(long(3)))?.length, 1);
    assertUnreadable(from(long(4)));
    assertUnreadable(from([0x41, 0x61, 0]));
  });

  test('with data that is shorter or longer than its type says is not read', () => {
    for (const [type, data] of [
      [TYPE.MX, [0]],
      [TYPE.MX, [0, 10, ...pointer(QNAME), 0]],
      [TYPE.CNAME, []],
    ] as const)
      assertUnreadable(withRecord(pointer(QNAME), type, [...data]), `${type} ${data.join()}`);
    for (const data of [[], [127, 0, 0], [127, 0, 0, 1, 0]]) {
      const asked: Question = { name: 'firm.org', type: data.length > 3 ? 'AAAA' : 'A' };
      const bytes = withRecord(pointer(QNAME), asked.type === 'A' ? TYPE.A : 28, data);
      bytes[AFTER_QUESTION - 3] = asked.type === 'A' ? TYPE.A : 28;
      assert.equal(decodeResponse(bytes, 7, asked)?.rcode, 1);
    }
  });

  test('has no dot in a label, nor anything that no host name holds', () => {
    const target = [4, 0x61, 0x2e, 0x62, 0x20, 2, 0x5a, 0xff, 0];
    const [alias] = answersOf(withRecord(pointer(QNAME), TYPE.CNAME, target)) ?? [];
    assert.ok(alias?.type === 'CNAME');
    assert.equal(alias.target, 'a\\046b\\032.z\\255');
  });

  test('holds records of the Internet only', () => {
    assert.deepEqual(answersOf(withRecord(pointer(QNAME), TYPE.MX, [0, 1, 0], { klass: 3 })), []);
  });

  test('has a TTL of 0 where its highest bit is set', () => {
    const [record] = answersOf(withRecord(pointer(QNAME), TYPE.MX, [0, 1, 0], { ttl: [0x80, 0, 0, 1] })) ?? [];
    assert.equal(record?.ttlS, 0);
  });

  test('that was cut off is known as such, wherever it ends', () => {
    const TRUNCATED = 0x0200;
    const whole = message({ answers: [mx('firm.org', 10, 'a.org')], flags: TRUNCATED });
    for (let length = AFTER_QUESTION; length <= whole.length; length++) {
      const response = decodeResponse(whole.subarray(0, length), 7, question);
      assert.deepEqual([response?.rcode, response?.truncated, response?.answers], [0, true, []]);
    }
  });

  test('has the whole response code: BADVERS is no NOERROR', () => {
    const response = decodeResponse(
      message({
        additionals: [
          {
            type: 'OPT',
            name: '.',
            udpPayloadSize: 1232,
            extendedRcode: 1,
            ednsVersion: 0,
            flags: 0,
            flag_do: false,
            options: [],
          },
        ],
      }),
      7,
      question,
    );
    assert.equal(response?.rcode, 16);
    assert.deepEqual(readReply(response, question).reply, { kind: 'failed', code: 'dns_error' });
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
    const answers = Array.from({ length: 100 }, (_, index) => mx('firm.org', 100 - index, `mx${100 - index}.org`));
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
