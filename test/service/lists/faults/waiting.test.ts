/** A service that is killed while rows of a list wait: it asks them again at their time. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { deriveSecrets } from '../../../../src/cli/secrets.js';
import type { ListView } from '../../../../src/service/lists/results/list-view.js';
import { startDnsServer, type DnsServer, type ZoneEntry } from '../../../support/dns-server.js';
import { freePort } from '../../../support/free-port.js';
import { whole } from '../../../support/whole.js';
import { audit } from '../../credits/ledger-support.js';
import { useHarness } from '../../harness.js';
import { usePGlite } from '../../stores.js';
import { auditList, makeRich, ZONE } from '../work/support.js';
import { useSupervised } from './deployment.js';

const SECRET = 'a secret that is long enough for this test';
const POLL_MS = 50;

describe.runIf(whole)('a service killed while rows of a list wait', () => {
  const { openStore } = useHarness();
  const place = usePGlite();
  const start = useSupervised();
  const later: ZoneEntry = { MX: ['mx.provider.org'], behaviour: 'servfail' };
  let dns: DnsServer;
  beforeAll(async () => {
    dns = await startDnsServer({
      zone: { ...ZONE, 'later.org': later, 'never.org': { ...later } },
    });
  });
  afterAll(() => dns.close());

  it('asks them again, and charges for what it has found out', { timeout: 600_000 }, async () => {
    const { dataDir } = await place();
    const before = await openStore({ dataDir });
    await makeRich(before);
    await before.close();
    const port = await freePort();
    const { ownKey } = await deriveSecrets(SECRET);
    const settings = {
      ...{ HOST: '127.0.0.1', PORT: String(port), SECRET, DATA_DIR: dataDir },
      DNS_SERVERS: dns.address,
    };
    const service = start('serve', settings);
    const ask = async (path: string, init: RequestInit = {}): Promise<ListView> => {
      const headers = { 'x-api-key': ownKey, 'content-type': 'text/plain' };
      const response = await fetch(`http://127.0.0.1:${port}/api/batch/${path}`, { ...init, headers });
      assert.ok(response.ok, `${path}: ${response.status}`);
      return ((await response.json()) as { data: ListView }).data;
    };
    const until = async (id: number, isSo: (list: ListView) => boolean): Promise<ListView> => {
      for (;;) {
        const list = await ask(String(id)).catch(() => null);
        if (list !== null && isSo(list)) return list;
        await sleep(POLL_MS);
      }
    };
    await service.ready();
    const body = ['a@firm1.org', 'b@later.org', 'c@never.org', 'd@dead.org'].join('\n');
    const { id } = await ask('upload', { method: 'POST', body });
    const { waiting, credits } = await until(id, ({ processed }) => processed === 2);
    assert.deepEqual([waiting.dns, credits], [2, { reserved: 2, spent: 2 }]);
    await service.kill();
    delete later.behaviour;
    const rest = await until(id, ({ processed }) => processed === 3);
    assert.deepEqual([rest.status, rest.waiting.dns, rest.counts.valid, rest.credits.spent], ['processing', 1, 2, 3]);
    assert.ok(Date.parse(rest.waiting.next_at ?? '') > Date.now() + 120_000, 'the second wait is longer');
    await service.end();
    const after = await openStore({ dataDir });
    assert.deepEqual(
      (await after.db.selectFrom('batch_probes').select(['waits_for', 'repeats']).execute()).map((row) => ({ ...row })),
      [{ waits_for: 'dns', repeats: 2 }],
    );
    await audit(after);
    await after.db.updateTable('batch_probes').set({ repeats: 4, due_at: new Date() }).execute();
    await after.db.updateTable('batch_chunks').set({ due_at: new Date() }).execute();
    await after.close();
    const last = start('serve', settings);
    await until(id, ({ status }) => status === 'completed');
    await last.end();
    await auditList(await openStore({ dataDir }), id, 3);
  });
});
