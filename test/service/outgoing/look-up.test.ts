/** The hosts that customers name, with a name server of theirs that does not answer. */
import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { scrypt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createHostLookUp, type HostLookUp } from '../../../src/service/outgoing/look-up.js';
import { send } from '../../../src/service/lists/callbacks/send.js';
import { startDnsServer, type DnsServer } from '../../support/dns-server.js';

const V4 = { address: '192.0.2.1', family: 4 };
const V6 = { address: '2001:db8:0:0:0:0:0:1', family: 6 };

describe('the look-up of a host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'look-up-'));
  const files = { hosts: join(folder, 'hosts'), resolvConf: join(folder, 'resolv.conf') };
  const opened: HostLookUp[] = [];
  let dns: DnsServer;
  const open = (allowPrivate: boolean): HostLookUp => {
    const made = createHostLookUp({ dnsServers: [dns.address], allowPrivate, files });
    opened.push(made);
    return made;
  };

  beforeAll(async () => {
    const slow = Array.from({ length: 24 }, (_, n) => [`h${n}.slow.test`, { behaviour: 'silent' }] as const);
    dns = await startDnsServer({
      zone: {
        ...Object.fromEntries(slow),
        'both.test': { A: [V4.address], AAAA: [V6.address] },
        'half.test': { A: [V4.address], behaviour: 'servfail', only: 'AAAA' },
        'broken.test': { behaviour: 'servfail' },
        'six.test': { AAAA: [V6.address] },
        'app.cluster.local': { A: [V4.address] },
        'many.test': { A: Array.from({ length: 20 }, (_, n) => `192.0.2.${n + 1}`) },
      },
    });
    writeFileSync(
      files.hosts,
      '# ours\n192.0.2.9 gateway.internal gateway # by hand\n::9 gateway\nnonsense both.test\n',
    );
    writeFileSync(files.resolvConf, 'nameserver 192.0.2.53\nsearch shop.local cluster.local.\n');
  });
  afterAll(async () => {
    for (const one of opened) one.close();
    await dns.close();
    rmSync(folder, { recursive: true });
  });

  it('finds the addresses of both families', async () => {
    const { lookUp } = open(false);
    assert.deepEqual(await lookUp('both.test'), [V4, V6]);
    assert.deepEqual(await lookUp('both.test.'), [V4, V6]);
    assert.deepEqual(await lookUp('six.test'), [V6]);
    assert.deepEqual(await lookUp('half.test'), [V4], 'one family is enough');
    assert.deepEqual(await lookUp('nobody.test'), []);
    assert.equal((await lookUp('many.test')).length, 8);
  });

  it('rejects where they were not found out', async () => {
    await assert.rejects(open(false).lookUp('broken.test'), { code: 'dns_error' });
  });

  it('knows the names of a closed network only where callbacks may go there', async () => {
    const [inner, outer] = [open(true), open(false)];
    assert.deepEqual(await inner.lookUp('gateway'), [
      { address: '192.0.2.9', family: 4 },
      { address: '::9', family: 6 },
    ]);
    assert.deepEqual(await inner.lookUp('app'), [V4]);
    assert.deepEqual(await inner.lookUp('app.'), [], 'a dot ends a name');
    for (const name of ['gateway', 'gateway.internal', 'app']) assert.deepEqual(await outer.lookUp(name), [], name);
  });

  it('knows localhost without asking', async () => {
    const asked = dns.queries.length;
    for (const name of ['localhost', 'a.localhost'])
      assert.deepEqual((await open(false).lookUp(name))[0], { address: '127.0.0.1', family: 4 });
    assert.equal(dns.queries.length, asked);
  });

  it('holds no thread of Node: files and passwords do not wait for silent name servers', async () => {
    const { lookUp } = open(false);
    const bySystem: string[] = [];
    const hook = createHook({
      init(_, type) {
        if (type === 'GETADDRINFOREQWRAP') bySystem.push(type);
      },
    }).enable();
    const sending = Array.from({ length: 24 }, (_, n) =>
      send(`https://h${n}.slow.test/`, '{}', {}, { allowPrivate: false, lookUp, timeoutMs: 5000 }),
    );
    let areSent = false;
    const sent = Promise.all(sending).finally(() => (areSent = true));
    await Promise.all([readFile(files.hosts), promisify(scrypt)('password', 'salt', 64)]);
    const hadToWait = areSent;
    const reasons = (await sent).map(({ reason }) => reason);
    hook.disable();
    // Either of the two limits may come first on a busy machine.
    assert.deepEqual(
      reasons.filter((reason) => reason !== 'no answer in time' && reason !== 'dns_timeout'),
      [],
    );
    assert.equal(hadToWait, false);
    assert.deepEqual(bySystem, []);
  });
});
