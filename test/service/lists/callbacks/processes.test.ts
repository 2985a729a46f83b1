/** Callbacks that are sent by processes of their own, over HTTPS, one of which is killed. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { eventually } from '../../../support/eventually.js';
import { QUICK_WASM, whole } from '../../../support/whole.js';
import type { Place } from '../../harness.js';
import { useBundle } from '../../process.js';
import { onBothStores, useFolders } from '../../stores.js';
import { silent, startReceiver, status } from './receiver.js';
import { callbackOf, makeEndedList, putAccount } from './support.js';

/** More than a lease, in ms. */
const LEASE_MS = 61_000;
const LISTS = 8;

const REQUEST =
  '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost';

onBothStores('processes that send callbacks', ({ place, openStore }) => {
  const makeFolder = useFolders();
  const bundle = useBundle('callbacks');
  const started: ChildProcess[] = [];
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
  });

  /** A receiver with a certificate that the processes trust; without OpenSSL, one by http. */
  const startTrusted = async () => {
    const ca = join(makeFolder(), 'localhost');
    const made = spawnSync('openssl', ['req', ...REQUEST.split(' '), '-keyout', ca, '-out', `${ca}.crt`]);
    const tls = made.status === 0 && { key: readFileSync(ca, 'utf8'), cert: readFileSync(`${ca}.crt`, 'utf8') };
    const receiver = await startReceiver(tls || undefined);
    const send = ({ dataDir, databaseUrl = dataDir }: Place, aheadMs = 0): ChildProcess => {
      const child = spawn(process.execPath, [...QUICK_WASM, bundle, databaseUrl, String(aheadMs)], {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, ...(tls && { NODE_EXTRA_CA_CERTS: `${ca}.crt` }) },
      });
      started.push(child);
      return child;
    };
    return { receiver, send };
  };

  const stop = async (child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };

  it.runIf(whole)('lose none by kill -9: the next one sends it again, with the same id', async () => {
    const where = await place();
    const { receiver, send } = await startTrusted();
    const before = await openStore(where);
    await putAccount(before);
    const list = await makeEndedList(before, receiver.url);
    await before.close();
    receiver.answer = silent;
    const killed = send(where);
    await eventually(() => receiver.messages.length === 1);
    await stop(killed, 'SIGKILL');
    receiver.answer = status(204);
    const next = send(where, LEASE_MS);
    await eventually(() => receiver.messages.length === 2);
    await stop(next, 'SIGTERM');
    const { attempts, delivered_at, id } = await callbackOf(await openStore(where), list);
    assert.deepEqual(
      receiver.messages.map((message) => message.id),
      [id, id],
    );
    assert.deepEqual(
      attempts.map((attempt) => attempt.status),
      [null, 204],
    );
    assert.ok(delivered_at !== null);
    await receiver.close();
  });

  it.runIf(whole)('send each once, also if there are two on one PostgreSQL', async () => {
    const where = await place();
    const { receiver, send } = await startTrusted();
    const before = await openStore(where);
    await putAccount(before);
    const lists: number[] = [];
    for (let n = 0; n < LISTS; n += 1) lists.push(await makeEndedList(before, receiver.url));
    if (where.databaseUrl === undefined) await before.close();
    const senders = [send(where), ...(where.databaseUrl === undefined ? [] : [send(where)])];
    await eventually(() => receiver.messages.length >= LISTS);
    for (const sender of senders) await stop(sender, 'SIGTERM');
    assert.equal(new Set(receiver.messages.map(({ id }) => id)).size, LISTS);
    assert.equal(receiver.messages.length, LISTS);
    await receiver.close();
  });
});
