/** @see https://www.rfc-editor.org/rfc/rfc1928 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readProxy } from '../../../src/verifier/smtp/options.js';
import { eventually } from '../../support/eventually.js';
import { startSocksServer } from '../../support/socks-server.js';
import { address, hosts, onlyAnna, setUp } from './setup.js';

describe('through a SOCKS5 proxy', () => {
  for (const login of [undefined, 'user:pass:word']) {
    test(`servers are asked, ${login === undefined ? 'without' : 'with'} a login`, async (t) => {
      const socks = await startSocksServer(login);
      t.onTestFinished(() => socks.close());
      const credentials = login === undefined ? '' : 'user:pass%3Aword@';
      const { server, probe } = await setUp(
        t,
        { rcpt: onlyAnna },
        { proxy: `socks5://${credentials}127.0.0.1:${socks.port}` },
      );
      assert.deepEqual(await probe('anna@firm.org'), []);
      assert.deepEqual(await probe('bob@firm.org'), ['mailbox_not_found']);
      assert.deepEqual(socks.destinations, [`127.0.0.1:${server.port}`]);
    });
  }

  test('a wrong login, and a server that cannot be reached, find out nothing', async (t) => {
    const socks = await startSocksServer('user:right');
    t.onTestFinished(() => socks.close());
    const wrong = await setUp(t, {}, { proxy: `socks5://user:wrong@127.0.0.1:${socks.port}` });
    assert.deepEqual(await wrong.probe('a@firm.org'), ['smtp_unavailable']);
    assert.equal(wrong.server.sessions.length, 0);
    const { prober } = await setUp(t, {}, { proxy: `socks5://user:right@127.0.0.1:${socks.port}` });
    assert.deepEqual(await prober.probe(address('a@firm.org'), hosts('127.0.0.9'), { timeoutMs: 2000 }), [
      'smtp_unavailable',
    ]);
  });

  test('a proxy that keeps silent ends in time, and leaves no socket', async (t) => {
    const open = new Set<unknown>();
    const silent = createServer((socket) => {
      open.add(socket.resume());
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    t.onTestFinished(() => void silent.close());
    const { probe } = await setUp(t, {}, { proxy: `socks5://127.0.0.1:${(silent.address() as AddressInfo).port}` });
    assert.deepEqual(await probe('a@firm.org', 300), ['smtp_timeout']);
    await eventually(() => open.size === 0);
  });
});

describe('a proxy URL', () => {
  test('has a host, a port and perhaps a login', () => {
    assert.deepEqual(readProxy('socks5://proxy.test'), { host: 'proxy.test', port: 1080, user: '', password: '' });
    assert.deepEqual(readProxy('socks5://a%40b:c%3Ad@[::1]:9'), {
      host: '::1',
      port: 9,
      user: 'a@b',
      password: 'c:d',
    });
  });

  for (const url of [
    '',
    'proxy.test:1080',
    'http://proxy.test',
    'socks4://proxy.test',
    'socks5://',
    'socks5://user:secret@proxy.test/x',
  ]) {
    test(`is refused, and not quoted: ${url}`, () => {
      assert.throws(
        () => readProxy(url),
        (error: Error) => error instanceof RangeError && !error.message.includes('secret'),
      );
    });
  }
});
