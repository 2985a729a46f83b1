/**
 * One attempt: which hosts it reaches, and what a receiver may do to it.
 * @see https://www.standardwebhooks.com/
 */
import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { createHostLookUp, type HostLookUp, type LookUp } from '../../../../src/service/outgoing/look-up.js';
import { send, type SendOptions } from '../../../../src/service/lists/callbacks/send.js';
import { startDnsServer, type DnsServer, type Zone } from '../../../support/dns-server.js';
import { eventually } from '../../../support/eventually.js';
import { silent, startReceiver, status, type Receiver } from './receiver.js';

const BODY = '{"type":"test"}';
const QUICK_MS = 300;

describe('an attempt', () => {
  const zone: Zone = {
    'loopback.test': { A: ['127.0.0.1'] },
    'mixed.test': { A: ['93.184.215.14', '127.0.0.1'] },
    'private.test': { A: ['10.0.0.1'] },
    'metadata.test': { A: ['169.254.169.254'] },
    'unspecified.test': { A: ['0.0.0.0'] },
    'mapped.test': { AAAA: ['::ffff:127.0.0.1'] },
    'six.test': { AAAA: ['::1'] },
    'unique.test': { AAAA: ['fd00::1'] },
    'nat64.test': { AAAA: ['64:ff9b::7f00:1'] },
    'alias.test': { CNAME: 'loopback.test' },
  };
  let dns: DnsServer;
  let receiver: Receiver;
  const opened: { close: () => unknown }[] = [];

  let names: HostLookUp;
  let lookUp: LookUp;

  const post = (url: string, options: Partial<SendOptions> = {}) =>
    send(url, BODY, {}, { allowPrivate: true, lookUp, ...options });

  /** A server below HTTP. */
  const listen = async (onSocket: (socket: Socket) => void): Promise<string> => {
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      onSocket(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.push({
      close: () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };

  beforeAll(async () => {
    dns = await startDnsServer({ zone });
    names = createHostLookUp({ dnsServers: [dns.address], allowPrivate: true });
    ({ lookUp } = names);
    receiver = await startReceiver();
  });
  afterEach(() => {
    receiver.answer = status(204);
    for (const one of opened.splice(0)) one.close();
  });
  afterAll(async () => {
    await receiver.close();
    names.close();
    await dns.close();
  });

  it('delivers the body as it is', async () => {
    const { messages, url } = receiver;
    const { ms, ...outcome } = await post(url);
    assert.deepEqual(outcome, { status: 204, reason: null, retryAfter: null });
    assert.ok(ms >= 0);
    const { body, headers } = messages.at(-1)!;
    assert.equal(body, BODY);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['connection'], 'close');
  });

  it('reaches no address of a private network', async () => {
    const before = receiver.connections();
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0177.0.0.1',
      '0.0.0.0',
      '[::]',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '10.0.0.1',
    ])
      for (const scheme of ['http', 'https']) {
        const { reason } = await post(`${scheme}://${host}:${receiver.port}/`, { allowPrivate: false });
        assert.equal(reason, 'the URL is not allowed', host);
      }
    assert.equal(receiver.connections(), before);
  });

  it('reaches no name of a private network, also if only one of its addresses is private', async () => {
    const before = receiver.connections();
    for (const host of Object.keys(zone)) {
      const outcome = await post(`https://${host}:${receiver.port}/`, { allowPrivate: false });
      assert.deepEqual([outcome.status, outcome.reason], [null, 'the host is of a private network'], host);
    }
    const { reason } = await post(`https://localhost:${receiver.port}/`, { allowPrivate: false });
    assert.equal(reason, 'the host is of a private network');
    assert.equal(receiver.connections(), before);
  });

  it('connects to the very addresses that were checked: a name that changes is looked up once', async () => {
    const other = await startReceiver();
    opened.push(other);
    let calls = 0;
    const rebinding: LookUp = () => {
      calls += 1;
      return Promise.resolve([{ address: calls === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
    };
    const { status } = await post(`http://rebinding.test:${receiver.port}/`, { lookUp: rebinding });
    assert.deepEqual([status, calls], [204, 1]);
    assert.equal(receiver.messages.at(-1)!.headers['host'], `rebinding.test:${receiver.port}`);
    // Each attempt checks what the name is then: a reply without a TTL counts for a second.
    zone['changing.test'] = { A: ['93.184.215.14'], ttl: 0 };
    assert.deepEqual(await lookUp('changing.test'), [{ address: '93.184.215.14', family: 4 }]);
    zone['changing.test'] = { A: ['127.0.0.1'], ttl: 0 };
    await setTimeout(1100);
    const before = receiver.connections();
    const { reason } = await post(`https://changing.test:${receiver.port}/`, { allowPrivate: false });
    assert.deepEqual([reason, receiver.connections()], ['the host is of a private network', before]);
  });

  it('names a host that is not found, or takes no connection', async () => {
    assert.equal((await post('http://nobody.test/')).reason, 'the host has no address');
    const closed = await startReceiver();
    await closed.close();
    assert.equal((await post(closed.url)).reason, 'ECONNREFUSED');
  });

  it('follows no redirect', async () => {
    const other = await startReceiver();
    opened.push(other);
    for (const code of [301, 302, 303, 307, 308]) {
      receiver.answer = status(code, { location: other.url });
      const outcome = await post(receiver.url);
      assert.deepEqual([outcome.status, outcome.reason], [code, 'redirects are not followed']);
    }
    assert.equal(other.connections(), 0);
  });

  it('takes 2xx alone for delivered, and keeps nothing of other answers but Retry-After', async () => {
    for (const code of [200, 201, 299]) {
      receiver.answer = status(code);
      assert.equal((await post(receiver.url)).reason, null);
    }
    receiver.answer = (response) => {
      response.writeHead(503, 'anna@firma-eins.de', { 'retry-after': '60' }).end('anna@firma-eins.de');
    };
    const outcome = await post(receiver.url);
    assert.deepEqual({ ...outcome, ms: 0 }, { status: 503, reason: 'the status is not 2xx', retryAfter: '60', ms: 0 });
  });

  it('ends in time at a receiver that never answers, or answers a byte at a time', async () => {
    receiver.answer = silent;
    assert.equal((await post(receiver.url, { timeoutMs: QUICK_MS })).reason, 'no answer in time');
    const drip = (text: string) => (socket: Socket) => {
      let at = 0;
      const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ''), 20);
      socket.on('close', () => {
        clearInterval(timer);
      });
    };
    const headers = await post(await listen(drip('HTTP/1.1 200 OK\r\nx: yyyyyyyyyyyyyyyyyyyyyyy')), {
      timeoutMs: QUICK_MS,
    });
    assert.equal(headers.reason, 'no answer in time');
    assert.equal((await post(await listen(() => undefined), { timeoutMs: QUICK_MS })).reason, 'no answer in time');
    // Its status has come: the body does not matter.
    receiver.answer = (response) => {
      response.writeHead(200).write('a');
    };
    await eventually(async () => (await post(receiver.url, { timeoutMs: QUICK_MS })).reason === null);
    await eventually(() => receiver.open() === 0);
  });

  it('reads little of a huge answer', async () => {
    let written = 0;
    receiver.answer = (response) => {
      const chunk = Buffer.alloc(65_536);
      const more = (): void => {
        while (!response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', more);
            return;
          }
        }
      };
      response.writeHead(200);
      more();
    };
    assert.equal((await post(receiver.url)).reason, null);
    await eventually(() => receiver.open() === 0);
    // The kernel buffers some of it.
    assert.ok(written < 20_000_000, `${written} bytes`);
    receiver.answer = (response) => {
      for (let n = 0; n < 100; n += 1) response.setHeader(`x-${n}`, 'a'.repeat(500));
      response.end();
    };
    assert.equal((await post(receiver.url)).reason, 'HPE_HEADER_OVERFLOW');
  });

  it('ends at a server that speaks no HTTP, or another protocol', async () => {
    const says = (text: string) => listen((socket) => void socket.on('data', () => socket.end(text)));
    assert.match((await post(await says('220 mail.example ESMTP\r\n'))).reason ?? '', /^HPE_/);
    assert.equal((await post(await says(''))).reason, 'ECONNRESET');
    const { reason } = await post(
      await says('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    );
    assert.equal(reason, 'the connection failed');
    const { port } = receiver;
    assert.match((await post(`https://127.0.0.1:${port}/`)).reason ?? '', /SSL|EPROTO/);
  });

  it('can be broken off', async () => {
    receiver.answer = silent;
    const end = new AbortController();
    const sending = post(receiver.url, { signal: end.signal });
    await eventually(() => receiver.open() > 0);
    end.abort();
    assert.equal((await sending).status, null);
    assert.equal((await post(receiver.url, { signal: end.signal })).status, null);
    await eventually(() => receiver.open() === 0);
  });
});
