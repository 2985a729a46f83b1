/** Lists whose mail servers are asked, on a real SMTP server. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, it } from 'vitest';
import type { BulkVerifier } from '../../../../src/verifier/index.js';
import { eventually } from '../../../support/eventually.js';
import { startSmtpServer, type SmtpServer, type SmtpSession } from '../../../support/smtp-server.js';
import { audit } from '../../credits/ledger-support.js';
import { CHUNK_ROWS } from '../../../../src/service/lists/work/turns.js';
import { onBothStores } from '../../stores.js';
import { QUICK as QUICK_RULE } from '../../../verifier/smtp/setup.js';
import { putList } from '../support.js';
import { auditList, ended, makeRich, storedList, statusesOf, useBench, useStore } from './support.js';

const HOSTS = 3;
const host = (n: number): string => `127.0.0.${n + 2}`;

/** Three mail servers, each of many domains. */
const ZONE = Object.fromEntries([
  ...Array.from({ length: 30 }, (_, n) => [`firm${n}.org`, { MX: [`mx${n % HOSTS}.org`] }]),
  ...Array.from({ length: HOSTS }, (_, n) => [`mx${n}.org`, { A: [host(n)] }]),
]) as Record<string, object>;

onBothStores('a worker that asks mail servers', (harness) => {
  const open = useStore(harness);
  const { work, makeVerifier } = useBench(ZONE);
  const servers: SmtpServer[] = [];
  let verifier: BulkVerifier;
  let isGreylisting = false;
  /** Answers the RCPT of a name that starts with `held`. */
  let release: (() => void) | undefined;

  const rcpt = (address: string, { socket }: SmtpSession): string | null => {
    if (address.startsWith('held')) {
      release = () => socket.write('250 2.1.5 OK\r\n');
      return null;
    }
    if (address.startsWith('grey') && isGreylisting) return '450 4.7.1 Greylisted, please try again later';
    return /^(?:person|grey|postmaster)/.test(address) ? '250 2.1.5 OK' : '550 5.1.1 User unknown';
  };

  beforeAll(async () => {
    let port = 0;
    for (let n = 0; n < HOSTS; n += 1) {
      const server = await startSmtpServer({ host: host(n), port, rcpt });
      ({ port } = server);
      servers.push(server);
    }
    verifier = verifierAt(QUICK_RULE.rate);
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  const verifierAt = (rate: typeof QUICK_RULE.rate): BulkVerifier =>
    makeVerifier({
      privateNetworks: true,
      smtp: {
        helo: 'verifier.test',
        from: 'probe@verifier.test',
        port: servers[0]?.port ?? 0,
        anyReceiver: { ...QUICK_RULE, rate },
      },
    });

  const rows = (count: number): string[][] =>
    Array.from({ length: count }, (_, n) => [`${n % 3 === 0 ? 'nobody' : 'person'}${n}@firm${n % 30}.org`]);

  it('gives each row the answer of its server, over few sessions', async () => {
    const store = await open();
    const id = await putList(store, rows(1500), { accountId: await makeRich(store) });
    work(store, {}, { verifier });
    await ended(store, id);
    assert.deepEqual(
      await statusesOf(store, id),
      rows(1500).map((_, n) => (n % 3 === 0 ? 'invalid' : 'valid')),
    );
    await auditList(store, id, 1500);
    await audit(store);
    const sessions = servers.reduce((sum, server) => sum + server.sessions.length, 0);
    // A busy machine, where questions come late, ends some more of them.
    assert.ok(sessions < 750, `${sessions} sessions`);
  });

  it('puts greylisted rows back with a due time, holds no slot for them, and asks them again', async () => {
    const store = await open();
    isGreylisting = true;
    const grey = [...rows(30), ...Array.from({ length: 10 }, (_, n) => [`grey${n}@firm${n}.org`])];
    const id = await putList(store, grey, { accountId: await makeRich(store) });
    const worker = work(store, { slots: { lookup: 1, probe: 1 } }, { verifier });
    await eventually(async () => (await storedList(store, id)).processed === 30);
    const { rows: waiting } = await sql<{ minutes: number }>`
      select round(extract(epoch from due_at - now()) / 60)::integer as minutes
      from batch_chunks where batch_id = ${id} and lease is null and due_at is not null`.execute(store.db);
    assert.deepEqual(
      waiting.map(({ minutes }) => minutes),
      [5, 5, 5],
    );
    // The only slot is free.
    const other = await putList(store, rows(9), { accountId: await makeRich(store) });
    worker.wake();
    await ended(store, other);
    isGreylisting = false;
    await sql`update batch_probes set due_at = now() where batch_id = ${id}`.execute(store.db);
    await sql`update batch_chunks set due_at = now() where batch_id = ${id}`.execute(store.db);
    await ended(store, id);
    assert.deepEqual((await statusesOf(store, id)).slice(30), Array<string>(10).fill('valid'));
    await auditList(store, id, 40);
  });

  it('waits no longer than for the turns that it used, before it asks what has come meanwhile', async () => {
    const store = await open();
    const steady = verifierAt({ count: 5, perMs: 1000, burst: 10 });
    // The second look-up has a question to the same receiver.
    const list = [['held@firm0.org'], ...Array<string[]>(CHUNK_ROWS - 1).fill(['x']), ['person1@firm0.org']];
    const id = await putList(store, list, { accountId: await makeRich(store) });
    // In a slice of a minute, the receiver would bear 300 questions.
    work(store, { slots: { lookup: 1, probe: 1 }, sliceMs: 60_000 }, { verifier: steady });
    await eventually(async () => {
      const { rows: open } = await sql`select from batch_probes where batch_id = ${id}`.execute(store.db);
      return open.length === 2 && release !== undefined;
    });
    release?.();
    await eventually(async () => (await storedList(store, id)).ended_at !== null);
    assert.equal((await statusesOf(store, id)).at(-1), 'valid');
  });

  it('puts a chunk back whose receiver bears a few questions only', async () => {
    const store = await open();
    const slow = verifierAt({ count: 61, perMs: 60_000, burst: 1 });
    const id = await putList(store, rows(60), { accountId: await makeRich(store) });
    const worker = work(store, { slots: { lookup: 1, probe: 1 } }, { verifier: slow });
    // A few rows have their result, and their chunk is put back with the others.
    await eventually(async () => (await storedList(store, id)).processed > 0);
    await worker.close();
    const { processed } = await storedList(store, id);
    const { rows: left } = await sql`select from batch_probes where batch_id = ${id}`.execute(store.db);
    assert.deepEqual(left.length, 60 - processed);
    work(store, {}, { verifier });
    await sql`update batch_chunks set due_at = now() where batch_id = ${id} and due_at is not null`.execute(store.db);
    await ended(store, id);
    await auditList(store, id, 60);
  });
});
