import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createGetText } from '../../../src/service/outgoing/get-text.js';
import { createHostLookUp, type HostLookUp } from '../../../src/service/outgoing/look-up.js';
import { startDnsServer, type DnsServer } from '../../support/dns-server.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a text of a host that a customer names', () => {
  let dns: DnsServer;
  const opened: (() => void)[] = [];
  let [privately, publicly]: HostLookUp[] = [];
  let answer: RequestListener = (_, response) => response.end('a certificate');
  let port = 0;

  beforeAll(async () => {
    dns = await startDnsServer({
      zone: { 'sns.test': { A: ['127.0.0.1'] }, 'silent.test': { behaviour: 'silent' } },
    });
    const open = (allowPrivate: boolean): HostLookUp => {
      const made = createHostLookUp({ dnsServers: [dns.address], allowPrivate });
      opened.push(made.close);
      return made;
    };
    [privately, publicly] = [open(true), open(false)];
    const server = createServer((request, response) => {
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.push(() => {
      server.closeAllConnections();
      server.close();
    });
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(async () => {
    for (const close of opened) close();
    await dns.close();
  });

  const read = (path = ''): Promise<string> =>
    createGetText({ allowPrivate: true, lookUp: privately!.lookUp })(`http://sns.test:${port}/${path}`);

  it('is read from the address that our own resolver has found', async () => {
    assert.equal(await read(), 'a certificate');
  });

  it('is not read by http, nor from a private network, unless these are allowed', async () => {
    const get = createGetText({ allowPrivate: false, lookUp: publicly!.lookUp });
    await assert.rejects(get(`http://sns.test:${port}/`), /only https/);
    await assert.rejects(get(`https://sns.test:${port}/`), /private network/);
  });

  it('is refused after a redirect, another status, or with more than 16 KiB', async () => {
    for (const [refuse, reason] of [
      [(_, response) => response.writeHead(302, { location: '/there' }).end(), /status 302/],
      [(_, response) => response.writeHead(404).end(), /status 404/],
      [(_, response) => response.end('a'.repeat(16_385)), /16384|large/i],
      [(_, response) => response.socket?.destroy(), /hang up|no answer|ECONNRESET/],
    ] as [RequestListener, RegExp][]) {
      answer = refuse;
      await assert.rejects(read(), reason);
    }
  });

  const stalled: [string, RequestListener][] = [
    ['the answer', () => undefined],
    ['the rest of it', (_, response) => void response.write('a')],
  ];
  it.each(stalled)('is waited for no longer than the limit: for %s', async (_, stall) => {
    answer = stall;
    const reading = createGetText(
      { allowPrivate: true, lookUp: privately!.lookUp },
      { timeoutMs: 500 },
    )(`http://sns.test:${port}/`);
    const refused = assert.rejects(reading, { name: 'TimeoutError' });
    // @see https://github.com/nodejs/node/issues/57736: a signal of `AbortSignal.any` can be collected, and never aborts.
    for (let i = 0; i < 5; i += 1) {
      collectGarbage();
      await sleep(50);
    }
    await refused;
  });

  it('is waited for no longer than the limit: for the name', async () => {
    const get = createGetText({ allowPrivate: true, lookUp: privately!.lookUp }, { timeoutMs: 500 });
    await assert.rejects(get('http://silent.test/'), { name: 'TimeoutError' });
  });
});
