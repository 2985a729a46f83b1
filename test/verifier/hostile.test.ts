/** Zones and servers that mean harm, or are out of order: the work and the wait that they cause are bounded. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, test, type TestContext } from 'vitest';
import { createVerifier } from '../../src/verifier/index.js';
import { decodeResponse } from '../../src/verifier/dns/message.js';
import { listen, startDnsServer, type Zone } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { whole } from '../support/whole.js';
import { FOREVER, setUp } from './bench.js';
import { WAYS } from './zone.js';

const SILENT = 300;

/** The message of a question as a response with these counts and records. */
const respond = (question: Buffer, records: Buffer, answers: number): Buffer => {
  let end = 12;
  while (question[end]) end += (question[end] ?? 0) + 1;
  const head = Buffer.from(question.subarray(0, end + 5));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(answers, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, records]);
};

/** As many MX records as fit, each with a name of 127 labels as its own and as its exchanger's, by pointers to the first. */
const deepNames = (question: Buffer): Buffer => {
  const fixed = (length: number): number[] => [0, 15, 0, 1, 0, 0, 1, 44, 0, length, 0, 1];
  const deep = [...Array.from({ length: 126 }, () => [1, 0x61]).flat(), 0];
  const records: number[][] = [[0xc0, 12, ...fixed(2 + deep.length), ...deep]];
  const at = respond(question, Buffer.alloc(0), 0).length + 14;
  const pointer = [0xc0 | (at >> 8), at & 0xff];
  while (records.length < 1000) records.push([...pointer, ...fixed(4), ...pointer]);
  return respond(question, Buffer.from(records.flat()), records.length).subarray(0, 16_384);
};

/** As many empty records as fit, of a type that nobody asked for. */
const manyRecords = (question: Buffer): Buffer =>
  respond(question, Buffer.alloc(16_000, Buffer.from([0, 0, 16, 0, 1, 0, 0, 0, 9, 0, 0])), 1454);

const ATTACKS = { 'deep names': deepNames, 'many records': manyRecords } as const;

describe('a zone of', () => {
  for (const [what, message] of Object.entries(ATTACKS)) {
    for (const [name, way] of Object.entries(WAYS)) {
      test(`${what} finds nothing out, and holds nobody up, ${name}`, async (t) => {
        const zone: Zone = { 'neighbour.org': { MX: ['mx.neighbour.org'] }, 'mx.neighbour.org': { A: ['1.2.3.4'] } };
        for (let n = 0; n < 290; n++) zone[`evil${n}.org`] = { message };
        const dns = await startDnsServer({ zone });
        t.onTestFinished(() => dns.close());
        const verifier = await way(t, dns.address, { dnsTimeoutMs: 90_000 });
        t.onTestFinished(() => verifier.close());
        const attack = Promise.all(
          Array.from({ length: whole ? 290 : 50 }, (_, n) => verifier.verify(`anna@evil${n}.org`)),
        );
        assert.equal((await verifier.verify('anna@neighbour.org')).status, 'valid');
        for (const { status, sub_status } of await attack)
          assert.deepEqual([status, sub_status], ['unknown', ['dns_error']]);
      });
    }

    test(`${what} costs no more than some honest messages`, () => {
      const question = { name: 'evil.org', type: 'MX' } as const;
      const asked = Buffer.from('000701000001000000000000046576696c036f726700000f0001', 'hex');
      const exchanger = Buffer.from([0xc0, 12, 0, 15, 0, 1, 0, 0, 1, 44, 0, 7, 0, 1, 2, 0x6d, 0x78, 0xc0, 12]);
      const honest = respond(asked, Buffer.concat(Array<Buffer>(20).fill(exchanger)), 20);
      const evil = message(asked);
      assert.equal(decodeResponse(honest, 7, question)?.answers.length, 20);
      assert.equal(decodeResponse(evil, 7, question)?.rcode, 1);
      // The best of many: a busy machine takes the time of some, not of all.
      const best = (bytes: Buffer): number => {
        const times = Array.from({ length: 300 }, () => {
          const started = performance.now();
          decodeResponse(bytes, 7, question);
          return performance.now() - started;
        });
        return Math.min(...times);
      };
      best(evil);
      assert.ok(best(evil) < 1, `${best(evil)} ms`);
    });
  }
});

describe('300 silent domains', () => {
  for (const [name, way] of Object.entries(WAYS)) {
    test(`delay a neighbour by 100 ms at most, ${name}`, async (t) => {
      const zone: Zone = { 'mx.firm.org': { A: ['1.2.3.4'] } };
      for (let n = 0; n < 8; n++) zone[`neighbour${n}.org`] = { MX: ['mx.firm.org'] };
      for (let n = 0; n < SILENT; n++) zone[`silent${n}.org`] = { behaviour: 'silent' };
      const dns = await startDnsServer({ zone });
      t.onTestFinished(() => dns.close());
      const verifier = await way(t, dns.address, { dnsTimeoutMs: 20_000 });
      t.onTestFinished(() => verifier.close());
      let ended = 0;
      const silent = Array.from({ length: SILENT }, (_, n) =>
        verifier.verify(`anna@silent${n}.org`).then(() => ended++),
      );
      await eventually(() => dns.queries.length >= SILENT);
      // The best of some: a busy machine takes the time of some, not of all.
      const times: number[] = [];
      for (let n = 0; n < 8; n++) {
        const started = performance.now();
        assert.equal((await verifier.verify(`anna@neighbour${n}.org`)).status, 'valid');
        times.push(performance.now() - started);
      }
      assert.ok(Math.min(...times) < 100, times.map(Math.round).join());
      assert.equal(ended, 0);
      await verifier.close();
      await Promise.all(silent);
    });
  }

  test('of more than the places hold up a neighbour no longer than it has time', async (t) => {
    const zone: Zone = { 'firm.org': { MX: ['mx.firm.org'] } };
    for (let n = 0; n < 50; n++) zone[`silent${n}.org`] = { behaviour: 'silent' };
    const { resolver } = await setUp(t, zone, { maxInFlight: 10, timeoutMs: 1_500 });
    for (let n = 0; n < 50; n++) void resolver.resolve(`silent${n}.org`, 'MX', FOREVER);
    const reply = await resolver.resolve('firm.org', 'MX', FOREVER);
    assert.equal(reply.kind === 'failed' && reply.code, 'dns_timeout');
    assert.equal((await resolver.resolve('firm.org', 'MX', FOREVER)).kind, 'records');
  });
});

/** A server that cuts every response off over UDP, and does over TCP whatever this says. */
const startCutting = async (t: TestContext, overTcp: (socket: Socket, question: Buffer) => void): Promise<string> => {
  const { tcp, udp, port } = await listen();
  tcp.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (chunk) => {
      overTcp(socket, chunk.subarray(2));
    });
  });
  udp.on('message', (message, peer) => {
    const cut = Buffer.from(message);
    cut.writeUInt16BE(0x8380, 2);
    udp.send(cut, peer.port, peer.address);
  });
  t.onTestFinished(() => {
    udp.close();
    tcp.close();
  });
  return `127.0.0.1:${port}`;
};

const framed = (message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([message.length >> 8, message.length & 0xff]), message]);

describe('over TCP', () => {
  test('a server that breaks off at any moment causes no error that nobody catches', async (t) => {
    const exchanger = Buffer.from([0xc0, 12, 0, 15, 0, 1, 0, 0, 1, 44, 0, 3, 0, 1, 0]);
    let connections = 0;
    const address = await startCutting(t, (socket, question) => {
      const n = connections++;
      const response = framed(respond(question, exchanger, 1));
      const part = response.subarray(0, (n * 7) % (response.length + 1));
      const end = [
        () => socket.resetAndDestroy(),
        () => socket.end(),
        () => socket.destroy(),
        () => socket.write(response.subarray(part.length)),
      ][n % 4];
      const goOn = (): void => void end?.();
      if (n % 3 === 0) socket.write(part, goOn);
      else if (n % 3 === 1) goOn();
      else for (const octet of part) socket.write(Buffer.from([octet]));
      if (n % 3 === 2) globalThis.setImmediate(goOn);
    });
    const rounds = whole ? 60 : 10;
    for (let round = 0; round < rounds; round++) {
      const verifier = createVerifier({ dnsServers: [address], dnsTimeoutMs: 1000 });
      const asked = connections;
      const results = Promise.all(Array.from({ length: 40 }, (_, n) => verifier.verify(`anna@n${n}.org`)));
      // Some rounds are broken off by us, at any moment.
      if (round % 2) {
        await eventually(() => connections > asked);
        for (let n = 0; n < round; n++) await setImmediate();
        await verifier.close();
      }
      for (const { status, sub_status } of await results)
        assert.ok(status === 'unknown' || sub_status.includes('null_mx'), sub_status.join());
      await verifier.close();
    }
  });

  test('a response that never ends is read up to 16 KB, and one that trickles up to its time', async (t) => {
    const sizes: number[] = [];
    const address = await startCutting(t, (socket, question) => {
      if (!question.includes('endless')) {
        const timer = setInterval(() => socket.write(Buffer.from([1])), 5);
        socket.on('close', () => {
          clearInterval(timer);
        });
        return;
      }
      const flood = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 0xff)));
      };
      socket.on('drain', flood).on('close', () => sizes.push(socket.bytesWritten));
      flood();
    });
    const verifier = createVerifier({ dnsServers: [address], dnsTimeoutMs: 1000 });
    t.onTestFinished(() => verifier.close());
    assert.deepEqual((await verifier.verify('anna@endless.org')).sub_status, ['dns_error']);
    await eventually(() => sizes.length > 0);
    assert.ok((sizes[0] ?? Infinity) < 50_000_000);
    assert.deepEqual((await verifier.verify('anna@trickle.org')).sub_status, ['dns_timeout']);
  });

  test('ten connections at a time are enough for any number of questions', async (t) => {
    const open = new Set<Socket>();
    let most = 0;
    const address = await startCutting(t, (socket, question) => {
      open.add(socket);
      most = Math.max(most, open.size);
      socket.on('close', () => open.delete(socket));
      setTimeout(() => {
        socket.write(framed(respond(question, Buffer.from([0xc0, 12, 0, 15, 0, 1, 0, 0, 1, 44, 0, 3, 0, 1, 0]), 1)));
      }, 2);
    });
    const verifier = createVerifier({ dnsServers: [address], dnsTimeoutMs: 20_000 });
    t.onTestFinished(() => verifier.close());
    const results = await Promise.all(Array.from({ length: 200 }, (_, n) => verifier.verify(`anna@n${n}.org`)));
    assert.ok(results.every(({ sub_status }) => sub_status.includes('null_mx')));
    // One that has just ended may still be open at the other end.
    assert.ok(most <= 20, String(most));
  });
});
