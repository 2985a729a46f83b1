import assert from 'node:assert/strict';
import { test } from 'vitest';
import { decode, encode, type Answer, type Packet } from 'dns-packet';
import fc from 'fast-check';
import { decodeResponse, type Question, type RecordType } from '../../src/verifier/dns/message.js';
import { readReply } from '../../src/verifier/dns/reply.js';
import { runs } from '../support/whole.js';
import { mutatedBytes } from './mutated.js';

const ID = 7;
const NAME = 'firm.org';
const TYPES: RecordType[] = ['MX', 'A', 'AAAA'];

const answers: Answer[] = [
  { type: 'CNAME', name: NAME, ttl: 60, data: 'mail.firm.org' },
  { type: 'MX', name: 'mail.firm.org', ttl: 60, data: { preference: 10, exchange: 'mx.provider.org' } },
  { type: 'MX', name: NAME, ttl: 60, data: { preference: 0, exchange: '.' } },
  { type: 'A', name: NAME, ttl: 60, data: '192.0.2.1' },
  { type: 'AAAA', name: NAME, ttl: 60, data: '2001:db8::1' },
];
const soa: Answer = {
  type: 'SOA',
  name: 'org',
  ttl: 60,
  data: { mname: 'ns.org', rname: 'root.org', serial: 1, refresh: 1, retry: 1, expire: 1, minimum: 60 },
};

const seedOf = (type: RecordType, packet: Packet): Buffer =>
  encode({ type: 'response', id: ID, questions: [{ name: NAME, type }], ...packet });
const SEEDS = TYPES.flatMap((type) => [
  seedOf(type, { answers }),
  seedOf(type, { answers: answers.filter((one) => one.type === type) }),
  seedOf(type, { flags: 3, authorities: [soa] }),
  seedOf(type, { authorities: [{ type: 'NS', name: 'org', data: 'ns.org' }] }),
  seedOf(type, { additionals: [{ type: 'OPT', name: '.', udpPayloadSize: 1232, flags: 0, options: [] } as never] }),
]);
/** Pointers, lengths, types and counts. */
const WORDS = [
  '\xc0\x0c',
  '\xc0\x00',
  '\xff\xff',
  '\x00',
  '\x3f',
  '\x40',
  '\x00\x0f',
  '\x00\x01',
  '\x00\x05',
  '\x04firm\x03org\x00',
];

/** A message as another implementation writes it again, and the number of its records of a type; null where it cannot. */
const rewritten = (bytes: Buffer, { type }: Question): { again: Buffer; count: number } | null => {
  try {
    const again = encode(decode(bytes));
    const records = (decode(again).answers ?? []) as { type: string; class?: string }[];
    return { again, count: records.filter((one) => one.type === type && one.class === 'IN').length };
  } catch {
    return null;
  }
};

test('any DNS message is a response or none', () => {
  fc.assert(
    fc.property(mutatedBytes(SEEDS, WORDS), fc.constantFrom(...TYPES), (bytes, type) => {
      const question: Question = { name: NAME, type };
      const response = decodeResponse(bytes, ID, question);
      if (response !== null) readReply(response, question);
    }),
    { numRuns: runs(50_000, 5000) },
  );
});

test('a DNS message that another implementation writes has the records that it reads', () => {
  fc.assert(
    fc.property(mutatedBytes(SEEDS, WORDS), fc.constantFrom(...TYPES), (bytes, type) => {
      const question: Question = { name: NAME, type };
      const other = rewritten(bytes, question);
      const response = other && decodeResponse(other.again, ID, question);
      if (!response || response.rcode === 1 || response.truncated) return;
      assert.equal(response.answers.filter((one) => one.type === type).length, other.count);
    }),
    { numRuns: runs(10_000, 1000) },
  );
});
