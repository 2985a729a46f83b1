/** Lists whose resolver is down, or whose mail servers cannot be reached: they wait, say so, and go on. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { it } from 'vitest';
import type { List } from '../../../../src/service/lists/list.js';
import { viewLists } from '../../../../src/service/lists/results/list-view.js';
import type { Store } from '../../../../src/service/schema.js';
import type { Behaviour, Zone } from '../../../support/dns-server.js';
import { eventually } from '../../../support/eventually.js';
import { freePort } from '../../../support/free-port.js';
import { startSmtpServer, type SmtpServer } from '../../../support/smtp-server.js';
import { whole } from '../../../support/whole.js';
import { audit } from '../../credits/ledger-support.js';
import { QUICK as QUICK_RULE } from '../../../verifier/smtp/setup.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import { auditList, ended, makeRich, storedList, statusesOf, useBench, useStore } from './support.js';

const DOMAINS = 1000;
const HOSTS = 40;
const host = (n: number): string => `127.0.1.${n + 1}`;

const ZONE: Zone = Object.fromEntries([
  ...Array.from({ length: DOMAINS }, (_, n) => [`firm${n}.org`, { MX: [`mx${n % HOSTS}.org`] }]),
  ...Array.from({ length: HOSTS }, (_, n) => [`mx${n}.org`, { A: [host(n)], ttl: 1 }]),
]) as Zone;

const someRows = (count: number): string[][] =>
  Array.from({ length: count }, (_, n) => [`person${n}@firm${n % DOMAINS}.org`]);

const rcpt = (address: string): string => (address.startsWith('person') ? '250 2.1.5 OK' : '550 5.1.1 User unknown');

const view = async (store: Store, id: number) => {
  const [list] = await viewLists(store, [(await storedList(store, id)) as List]);
  assert.ok(list);
  return list;
};

const pausedOf = async (store: Store, id: number): Promise<string | null> => (await view(store, id)).paused_reason;

onBothStores('a list', (harness) => {
  const open = useStore(harness);
  const { work, makeVerifier, dns } = useBench(ZONE);

  for (const behaviour of ['silent', 'servfail', 'refused'] satisfies Behaviour[])
    it.runIf(whole || behaviour === 'silent')(
      `waits while its resolver is ${behaviour}, says so, and goes on at once when it is back`,
      async () => {
        const store = await open();
        const verifier = makeVerifier({ privateNetworks: true, dnsTimeoutMs: 500 });
        dns().setMode(behaviour);
        try {
          const id = await putList(store, someRows(3000), { accountId: await makeRich(store) });
          work(store, { repeatMs: [6000, 6000] }, { verifier });
          await eventually(async () => (await pausedOf(store, id)) === 'dns_unavailable');
          const { processed, waiting } = await view(store, id);
          assert.equal(processed, 0);
          assert.ok(waiting.dns < 3000, `${waiting.dns} were asked in vain`);
          // As long as waits would last that count.
          await new Promise((resolve) => setTimeout(resolve, 3000));
          const queries = dns().queries.length;
          await new Promise((resolve) => setTimeout(resolve, 1000));
          assert.ok(dns().queries.length - queries < 100, 'a few names are tried');
          assert.equal((await storedList(store, id)).processed, 0);
          dns().setMode('normal');
          const backAt = performance.now();
          await eventually(async () => (await storedList(store, id)).processed > 0);
          assert.ok(performance.now() - backAt < 15_000);
          await ended(store, id);
          assert.deepEqual([...new Set(await statusesOf(store, id))], ['valid']);
          await auditList(store, id, 3000);
          await audit(store);
        } finally {
          dns().setMode('normal');
        }
      },
    );

  it('is not held up by names that do not resolve while others do', async () => {
    const store = await open();
    const dead = Array.from({ length: 300 }, (_, n) => [`a@dead${n}.broken.org`]);
    for (const [email = ''] of dead) ZONE[email.slice(2)] = { behaviour: 'servfail' };
    const verifier = makeVerifier({ privateNetworks: true });
    const id = await putList(store, dead, { accountId: await makeRich(store) });
    let wasPaused = false;
    work(store, { repeatMs: [] }, { verifier });
    const watch = setInterval(() => void pausedOf(store, id).then((reason) => (wasPaused ||= reason !== null)), 20);
    await ended(store, id);
    clearInterval(watch);
    assert.equal(wasPaused, false);
    await auditList(store, id, 0);
  });

  it('is looked up all the same when its resolver stays away, and ends free of charge', async () => {
    const store = await open();
    const verifier = makeVerifier({ privateNetworks: true, dnsTimeoutMs: 300 });
    dns().setMode('servfail');
    try {
      const id = await putList(store, someRows(600), { accountId: await makeRich(store) });
      work(store, { repeatMs: [300_000], outageLimits: { dns: { limitMs: 1000 } } }, { verifier });
      await eventually(async () => (await pausedOf(store, id)) === 'dns_unavailable');
      await eventually(async () => (await storedList(store, id)).processed > 100);
      const { waiting } = await view(store, id);
      assert.equal(waiting.dns + (await storedList(store, id)).processed, 600);
      await sql`update batch_probes set due_at = now() where batch_id = ${id}`.execute(store.db);
      await sql`update batch_chunks set due_at = now() where batch_id = ${id} and lease is null and turn is null`.execute(
        store.db,
      );
      await ended(store, id);
      await auditList(store, id, 0);
      await audit(store);
    } finally {
      dns().setMode('normal');
    }
  });

  const smtpVerifier = async () => {
    const port = await freePort();
    const smtp = { helo: 'verifier.test', from: 'probe@verifier.test', port, anyReceiver: QUICK_RULE };
    return { port, verifier: makeVerifier({ privateNetworks: true, smtp }) };
  };

  it('stops asking when no mail server can be reached, says so, and goes on when they can', async () => {
    const store = await open();
    const { port, verifier } = await smtpVerifier();
    const id = await putList(store, someRows(2000), { accountId: await makeRich(store) });
    work(store, { repeatMs: [11_000, 11_000] }, { verifier });
    await eventually(async () => (await pausedOf(store, id)) === 'smtp_unreachable');
    const servers: SmtpServer[] = [];
    try {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      assert.equal((await storedList(store, id)).processed, 0);
      for (let n = 0; n < HOSTS; n += 1) servers.push(await startSmtpServer({ host: host(n), port, rcpt }));
      await ended(store, id);
      assert.equal((await statusesOf(store, id)).includes('unknown'), false);
      await auditList(store, id, 2000);
      await audit(store);
    } finally {
      for (const server of servers) await server.close();
    }
  });

  it('ends free of charge when no mail server can be reached for the limit', async () => {
    const store = await open();
    const { verifier } = await smtpVerifier();
    const id = await putList(store, someRows(400), { accountId: await makeRich(store) });
    work(store, { repeatMs: [300], outageLimits: { smtp: { limitMs: 1500 } } }, { verifier });
    await ended(store, id);
    assert.deepEqual([...new Set(await statusesOf(store, id))], ['unknown']);
    const codes = await store.db
      .selectFrom('batch_results')
      .select(['sub_status', 'mx_record'])
      .where('batch_id', '=', id)
      .where('row_no', '=', 1)
      .execute();
    assert.deepEqual(codes, [{ sub_status: ['smtp_unavailable'], mx_record: 'mx0.org' }]);
    await auditList(store, id, 0);
    await audit(store);
  });

  it('says that it has no worker when none was there for a minute', async () => {
    const store = await open();
    await sql`delete from list_workers`.execute(store.db);
    const id = await putList(store, someRows(2), { accountId: await makeRich(store) });
    assert.equal(await pausedOf(store, id), null);
    await sql`update batches set created_at = created_at - interval '2 minutes' where id = ${id}`.execute(store.db);
    assert.equal(await pausedOf(store, id), 'no_worker');
    work(store, {}, { verifier: makeVerifier({ privateNetworks: true }) });
    await ended(store, id);
    assert.equal(await pausedOf(store, id), null);
    await auditList(store, id, 2);
  });
});
