import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, it, onTestFinished } from 'vitest';
import { classify } from '../../../src/address/classify.js';
import { RELEASED_NAMES, setDisposableNames } from '../../../src/address/known-domains/disposable.js';
import { setFreeProviders } from '../../../src/address/known-domains/free-providers.js';
import { openDomainLists } from '../../../src/service/domain-lists/refresh.js';
import { writeSignedLists, type DomainLists } from '../../../src/service/domain-lists/signed-lists.js';
import { createHostLookUp, type HostLookUp } from '../../../src/service/outgoing/look-up.js';
import { startDnsServer, type DnsServer } from '../../support/dns-server.js';
import { eventually } from '../../support/eventually.js';
import { useFolders } from '../stores.js';
import { KEYS, listsWith, releasedFree } from './lists.js';

describe('lists of domains that are read once a day', () => {
  const makeFolder = useFolders();
  let dns: DnsServer;
  let hosts: HostLookUp;
  let url = '';
  let answer: RequestListener;
  let reads = 0;
  const lines: { level: string; reason?: string; text: string }[] = [];
  const note =
    (level: string) =>
    (fields: object, text: string): void =>
      void lines.push({ level, text, ...fields });
  const log = { info: note('info'), warn: note('warn'), error: note('error') };

  beforeAll(async () => {
    dns = await startDnsServer({ zone: { 'lists.test': { A: ['127.0.0.1'] } } });
    hosts = createHostLookUp({ dnsServers: [dns.address], allowPrivate: true });
    const server = createServer((request, response) => {
      reads += 1;
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://lists.test:${(server.address() as AddressInfo).port}/lists.txt`;
    afterAllClose.push(() => {
      server.closeAllConnections();
      server.close();
    });
  });
  const afterAllClose: (() => void)[] = [];
  afterAll(async () => {
    for (const close of afterAllClose) close();
    hosts.close();
    await dns.close();
  });
  afterEach(() => {
    lines.length = 0;
    setDisposableNames(RELEASED_NAMES);
    setFreeProviders(releasedFree());
  });

  const send = (lists: DomainLists | string): void => {
    const text = typeof lists === 'string' ? lists : writeSignedLists(lists, KEYS.privateKey);
    answer = (_, response) => response.end(text);
  };
  const open = (dataDir: string, releasedAt = '2026-02-01T12:00:00Z') => {
    const reach = { allowPrivate: true, lookUp: hosts.lookUp };
    const opened = openDomainLists({
      url,
      dataDir,
      reach,
      log,
      releasedAt,
      key: KEYS.publicKey,
      everyMs: 50,
      retryMs: 50,
    });
    onTestFinished(opened.close);
    return opened;
  };
  /** Waits until what is sent now was read. */
  const isRead = async (): Promise<void> => {
    const before = reads;
    await eventually(() => reads > before + 1);
  };

  it('count from then on, are kept, and are there at once after a restart', async () => {
    const folder = makeFolder();
    send(listsWith('2026-03-01T12:00:00Z', { disposable: ['fresh.zzfresh'], free: ['new-provider.example'] }));
    assert.deepEqual(classify('anna@fresh.zzfresh'), []);
    const { state, close } = open(folder);
    await eventually(() => state().madeMs > 0);
    assert.deepEqual(classify('anna@fresh.zzfresh'), ['possible_disposable']);
    assert.deepEqual(classify('anna@new-provider.example'), ['free_provider']);
    assert.deepEqual(classify('anna@mailinator.com'), ['disposable']);
    await eventually(() => existsSync(join(folder, 'domain-lists.txt')));
    await close();
    setDisposableNames(RELEASED_NAMES);
    answer = (_, response) => response.writeHead(503).end();
    const again = open(folder);
    await eventually(() => again.state().failures > 0);
    assert.deepEqual(classify('anna@fresh.zzfresh'), ['possible_disposable']);
    assert.equal(again.state().madeMs, Date.parse('2026-03-01T12:00:00Z'));
    assert.match(lines.find(({ level }) => level === 'error')?.reason ?? '', /status 503/);
  });

  it('give way to newer ones; older ones that somebody sends again are refused and told', async () => {
    send(listsWith('2026-03-02T12:00:00Z', { disposable: ['one.zzone'] }));
    const { state } = open(makeFolder());
    await eventually(() => state().madeMs > 0);
    send(listsWith('2026-03-01T12:00:00Z', { disposable: ['old.zzold'] }));
    await eventually(() => state().failures > 0);
    assert.deepEqual(classify('anna@old.zzold'), []);
    const told = lines.find(({ level }) => level === 'error');
    assert.equal(told?.reason, 'they were made at 2026-03-01T12:00:00.000Z, before those in use: sent again');
    send(listsWith('2026-03-03T12:00:00Z', { disposable: ['two.zztwo'] }));
    await eventually(() => classify('anna@two.zztwo').length > 0);
    assert.deepEqual(classify('anna@one.zzone'), []);
  });

  it('are not taken again after a restart either, when older ones are sent', async () => {
    const folder = makeFolder();
    send(listsWith('2026-03-02T12:00:00Z', { disposable: ['one.zzone'] }));
    const first = open(folder);
    await eventually(() => existsSync(join(folder, 'domain-lists.txt')));
    await first.close();
    send(listsWith('2026-03-01T12:00:00Z', { disposable: ['old.zzold'] }));
    const { state } = open(folder);
    await eventually(() => state().failures > 0);
    assert.deepEqual([classify('anna@one.zzone'), classify('anna@old.zzold')], [['possible_disposable'], []]);
  });

  it('stay those of the release until newer ones are sent, and the operator is told', async () => {
    send(listsWith('2026-03-01T12:00:00Z', { disposable: ['old.zzold'] }));
    const { state } = open(makeFolder(), '2026-03-01T12:00:01Z');
    await isRead();
    assert.deepEqual([classify('anna@old.zzold'), state().madeMs, state().failures], [[], 0, 0]);
    const { level, text } = lines[0] ?? {};
    assert.deepEqual([level, text], ['warn', 'the lists of domains are no newer than those of this release']);
    send(listsWith('2026-03-01T12:00:02Z', { disposable: ['new.zznew'] }));
    await eventually(() => classify('anna@new.zznew').length > 0);
  });

  it('that were kept give way to those of a newer release', async () => {
    const folder = makeFolder();
    send(listsWith('2026-03-01T12:00:00Z', { disposable: ['old.zzold'] }));
    const first = open(folder);
    await eventually(() => existsSync(join(folder, 'domain-lists.txt')));
    await first.close();
    setDisposableNames(RELEASED_NAMES);
    answer = (_, response) => response.writeHead(503).end();
    const { state } = open(folder, '2026-03-02T12:00:00Z');
    await eventually(() => state().failures > 0);
    assert.deepEqual([classify('anna@old.zzold'), state().madeMs], [[], 0]);
  });

  it('are refused when they are dated in the future: no later ones could replace them', async () => {
    send(listsWith(new Date(Date.now() + 3 * 86_400_000).toISOString()));
    const { state } = open(makeFolder());
    await eventually(() => state().failures > 0);
    assert.match(lines[0]?.reason ?? '', /yet to come/);
    assert.equal(state().madeMs, 0);
  });

  it('are refused and told when one grows or shrinks by more than a tenth', async () => {
    const folder = makeFolder();
    const free = releasedFree();
    const { state } =
      (send({ ...listsWith('2026-03-04T12:00:00Z'), free: free.slice(0, Math.floor(free.length * 0.89)) }),
      open(folder));
    await eventually(() => state().failures > 0);
    assert.match(lines[0]?.reason ?? '', /^the list free goes from \d+ names to \d+: more than a tenth at once$/);
    assert.match(lines[0]?.text ?? '', /those of before stay in use/);
    const many = Array.from({ length: Math.ceil(free.length * 0.11) }, (_, n) => `provider${n}.zzfree`);
    send(listsWith('2026-03-05T12:00:00Z', { free: many }));
    await isRead();
    const disposable = { names: { com: { 4: 'spam' } }, strengths: {} };
    send({ ...listsWith('2026-03-06T12:00:00Z'), disposable });
    await isRead();
    assert.deepEqual([classify('anna@provider1.zzfree'), classify('anna@mailinator.com')], [[], ['disposable']]);
    assert.equal(state().madeMs, 0);
    assert.ok(!existsSync(join(folder, 'domain-lists.txt')));
    send({ ...listsWith('2026-03-07T12:00:00Z'), free: free.slice(0, Math.ceil(free.length * 0.91)) });
    await eventually(() => state().madeMs > 0);
  });

  it('are refused with a wrong signature, and what was kept is checked too', async () => {
    const folder = makeFolder();
    send(listsWith('2026-03-08T12:00:00Z'));
    const first = open(folder);
    await eventually(() => existsSync(join(folder, 'domain-lists.txt')));
    await first.close();
    const kept = readFileSync(join(folder, 'domain-lists.txt'), 'utf8');
    writeFileSync(join(folder, 'domain-lists.txt'), kept.replace('2026', '2036'));
    lines.length = 0;
    send(kept.replace('2026', '2027'));
    const { state } = open(folder);
    await eventually(() => state().failures > 0);
    assert.equal(state().madeMs, 0);
    assert.deepEqual(
      lines.slice(0, 2).map(({ text, reason }) => [text, reason]),
      [
        ['the lists of domains that were kept are of no use', 'the signature is wrong'],
        ['the lists of domains were not read; those of before stay in use', 'the signature is wrong'],
      ],
    );
  });

  it('are refused when they are too large, and hold up no end', async () => {
    answer = (_, response) => response.end('a'.repeat(8_388_609));
    const { state, close } = open(makeFolder());
    await eventually(() => state().failures > 0);
    assert.match(lines[0]?.reason ?? '', /8388608|large/i);
    const before = reads;
    answer = () => undefined;
    await eventually(() => reads > before);
    const started = performance.now();
    await close();
    assert.ok(performance.now() - started < 30_000);
  });
});
