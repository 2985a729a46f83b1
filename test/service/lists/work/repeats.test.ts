/** Rows for which the DNS or a mail server fails: asked again, and free if nothing is found out. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, it } from 'vitest';
import type { Store } from '../../../../src/service/schema.js';
import type { BulkVerifier } from '../../../../src/verifier/index.js';
import type { Zone, ZoneEntry } from '../../../support/dns-server.js';
import { eventually } from '../../../support/eventually.js';
import { startSmtpServer, type SmtpServer } from '../../../support/smtp-server.js';
import { audit } from '../../credits/ledger-support.js';
import { QUICK as QUICK_RULE } from '../../../verifier/smtp/setup.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import { auditList, ended, makeRich, storedList, statusesOf, useBench, useStore } from './support.js';

const BROKEN = ['servfail', 'refused', 'silent'] as const;
const QUIET_HOST = '127.0.0.7';
const GOOD_HOST = '127.0.0.6';
const DEAD_HOST = '127.0.0.5';

const zone: Zone = {
  'firm.org': { MX: ['mx.firm.org'] },
  'quiet.org': { MX: ['mx.quiet.org'] },
  'dead.org': { MX: ['mx.dead.org'] },
  'mx.firm.org': { A: [GOOD_HOST] },
  'mx.quiet.org': { A: [QUIET_HOST] },
  'mx.dead.org': { A: [DEAD_HOST] },
  ...Object.fromEntries(BROKEN.map((behaviour) => [`${behaviour}.org`, { MX: ['mx.firm.org'], behaviour }])),
};

/** The codes of a list, by row. */
const codesOf = async (store: Store, id: number): Promise<string[]> => {
  const results = store.db.selectFrom('batch_results').select('sub_status').where('batch_id', '=', id);
  return (await results.orderBy('row_no').execute()).map(({ sub_status }) => sub_status.join());
};

const waitingOf = async (store: Store, id: number): Promise<number[]> => {
  const { waiting_dns, waiting_smtp, waiting_greylisted } = await storedList(store, id);
  return [waiting_dns, waiting_smtp, waiting_greylisted];
};

/** Lets the waits of a list be over. */
const hurry = async (store: Store, id: number): Promise<void> => {
  await sql`update batch_probes set due_at = now() where batch_id = ${id}`.execute(store.db);
  await sql`update batch_chunks set due_at = now() where batch_id = ${id} and lease is null and turn is null`.execute(
    store.db,
  );
};

const someRows = (count: number, domain: string): string[][] =>
  Array.from({ length: count }, (_, n) => [`person${n}@${domain}`]);

onBothStores('a list', (harness) => {
  const open = useStore(harness);
  const { work, makeVerifier, dns } = useBench(zone);
  const servers: SmtpServer[] = [];
  let [dnsAlone, verifier]: BulkVerifier[] = [];
  /** The reply of the quiet host; null: silence. */
  let quiet: string | null = null;

  beforeAll(async () => {
    const good = await startSmtpServer({ host: GOOD_HOST });
    const { port } = good;
    servers.push(good, await startSmtpServer({ host: QUIET_HOST, port, rcpt: () => quiet }));
    dnsAlone = makeVerifier({ privateNetworks: true, dnsTimeoutMs: 200 });
    verifier = makeVerifier({
      privateNetworks: true,
      dnsTimeoutMs: 200,
      smtp: { helo: 'verifier.test', from: 'probe@verifier.test', port, anyReceiver: QUICK_RULE },
    });
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  it('asks again for what the DNS did not tell, and ends without it: unknown, free of charge', async () => {
    const store = await open();
    const rows = [['a@firm.org'], ...BROKEN.map((name) => [`a@${name}.org`]), ['no address']];
    const id = await putList(store, rows, { accountId: await makeRich(store) });
    const before = dns().queries.length;
    work(store, { repeatMs: [5500, 50] }, { verifier: dnsAlone! });
    await eventually(async () => (await storedList(store, id)).processed === 2);
    assert.deepEqual(await waitingOf(store, id), [3, 0, 0]);
    await ended(store, id);
    assert.deepEqual(await statusesOf(store, id), ['valid', 'unknown', 'unknown', 'unknown', 'invalid']);
    assert.deepEqual((await codesOf(store, id)).slice(1, 4), ['dns_error', 'dns_error', 'dns_timeout']);
    await auditList(store, id, 1);
    await audit(store);
    // The resolver keeps a failure for 5 s.
    const asked = dns()
      .queries.slice(before)
      .filter(({ name }) => name === 'servfail.org');
    assert.ok(asked.length >= 2, `${asked.length} questions`);
  });

  it('takes what is found out the second time, and lets nothing else wait', async () => {
    const store = await open();
    const rows = [['a@later.org'], ...someRows(600, 'firm.org')];
    const later: ZoneEntry = { MX: ['mx.firm.org'], behaviour: 'servfail' };
    zone['later.org'] = later;
    const id = await putList(store, rows, { accountId: await makeRich(store) });
    work(store, { repeatMs: [300_000] }, { verifier: dnsAlone! });
    await eventually(async () => (await storedList(store, id)).processed === 600);
    delete later.behaviour;
    const due = await store.db.selectFrom('batch_chunks').select(['kind', 'turn']).where('batch_id', '=', id).execute();
    assert.deepEqual(due, [{ kind: 'repeat', turn: null }]);
    await new Promise((resolve) => setTimeout(resolve, 5100));
    await hurry(store, id);
    await ended(store, id);
    assert.equal((await statusesOf(store, id))[0], 'valid');
    await auditList(store, id, 601);
  });

  it('asks a mail server again that was silent, or could not tell, while others answer', async () => {
    const store = await open();
    quiet = '451 4.3.0 Mail server temporarily rejected message';
    const rows = [...someRows(3, 'quiet.org'), ...someRows(20, 'firm.org')];
    const id = await putList(store, rows, { accountId: await makeRich(store) });
    const worker = work(store, { repeatMs: [300_000] }, { verifier: verifier! });
    await eventually(async () => (await storedList(store, id)).processed === 20);
    assert.deepEqual(await waitingOf(store, id), [0, 3, 0]);
    quiet = '250 2.1.5 OK';
    await hurry(store, id);
    worker.wake();
    await ended(store, id);
    assert.deepEqual(await waitingOf(store, id), [0, 0, 0]);
    assert.deepEqual((await statusesOf(store, id)).slice(0, 3).includes('unknown'), false);
    await auditList(store, id, 23);
  });

  it('charges nothing for a server that cannot be reached, and asks it once more only', async () => {
    const store = await open();
    const rows = [...someRows(3, 'dead.org'), ...someRows(5, 'firm.org')];
    const id = await putList(store, rows, { accountId: await makeRich(store) });
    work(store, { repeatMs: [50, 300_000] }, { verifier: verifier! });
    await ended(store, id);
    assert.deepEqual((await codesOf(store, id)).slice(0, 3), [
      'smtp_unavailable',
      'smtp_unavailable',
      'smtp_unavailable',
    ]);
    await auditList(store, id, 5);
    await audit(store);
  });

  it('goes on with what waits after a restart', async () => {
    const store = await open();
    const id = await putList(store, someRows(4, 'servfail.org'), { accountId: await makeRich(store) });
    const first = work(store, { repeatMs: [100, 100] }, { verifier: dnsAlone! });
    await eventually(async () => (await waitingOf(store, id))[0] === 4);
    await first.close();
    work(store, { repeatMs: [100, 100] }, { verifier: dnsAlone! });
    await ended(store, id);
    assert.deepEqual(await statusesOf(store, id), Array<string>(4).fill('unknown'));
    await auditList(store, id, 0);
    await audit(store);
  });
});
