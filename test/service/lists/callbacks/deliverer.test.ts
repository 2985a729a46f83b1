import assert from 'node:assert/strict';
import { beforeEach, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { readSecret, rotateSecret } from '../../../../src/service/lists/callbacks/secrets.js';
import { replay } from '../../../../src/service/lists/callbacks/queue.js';
import { endList } from '../../../../src/service/lists/end.js';
import { createSeal } from '../../../../src/service/keys/seal.js';
import { inTransaction } from '../../../../src/service/store/transaction.js';
import type { Store } from '../../../../src/service/schema.js';
import { eventually } from '../../../support/eventually.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import { silent, startReceiver, status, type Message, type Receiver } from './receiver.js';
import { ACCOUNT, ADDRESS, attempted, callbackOf, makeEndedList, HOUR_MS, useSenders } from './support.js';

const DAY_MS = 24 * HOUR_MS;
/** More than a lease. */
const LEASE_MS = 61_000;

const ids = ({ messages }: Receiver): string[] => messages.map(({ id }) => id);

/** Verifies a message as a receiver does. */
const verify = (secret: string | null, { body, headers }: Message): unknown =>
  new Webhook(secret ?? '').verify(body, headers);

onBothStores('callbacks', (harness) => {
  const sender = useSenders(harness);
  const { ahead, at, receive, start } = sender;
  let store: Store;
  beforeEach(() => {
    store = sender.store;
  });

  it('tell the end of a list once, signed, with a handle and counts', async () => {
    const receiver = await receive();
    const { secrets, wake } = await start();
    const list = await makeEndedList(store, receiver.url);
    assert.equal(await endList(store, list, { status: 'cancelled' }), false, 'it has ended');
    wake();
    const callback = await attempted(store, list);
    wake();
    const [message] = receiver.messages;
    const { timestamp, ...told } = verify(await readSecret(secrets, ACCOUNT), message!) as { timestamp: string };
    const { created_at, ended_at } = (told as unknown as { data: { created_at: string; ended_at: string } }).data;
    assert.deepEqual(told, {
      type: 'batch.completed',
      data: {
        id: list,
        name: 'list.csv',
        status: 'completed',
        total: 1,
        processed: 0,
        duplicates: 0,
        counts: { valid: 0, invalid: 0, risky: 0, unknown: 0 },
        bounce_percent: null,
        credits: 0,
        created_at,
        ended_at,
      },
    });
    assert.equal(timestamp, ended_at);
    assert.ok(created_at <= ended_at && !message!.body.includes(ADDRESS));
    assert.match(message!.id, /^msg_[\w-]{24}$/);
    assert.deepEqual([callback.id, callback.n, callback.next_attempt_at], [message!.id, 1, null]);
    assert.ok(callback.delivered_at !== null);
    assert.deepEqual(
      callback.attempts.map(({ status, reason }) => [status, reason]),
      [[204, null]],
    );
    assert.equal(receiver.messages.length, 1);
  });

  it('tell each kind of end, and nothing of a list without a URL', async () => {
    const receiver = await receive();
    const { wake } = await start();
    await makeEndedList(store, receiver.url, { status: 'failed', error: 'the file is gone' });
    await makeEndedList(store, receiver.url, { status: 'cancelled' });
    await endList(store, await putList(store, [[ADDRESS]]), { status: 'completed' });
    wake();
    await eventually(() => receiver.messages.length === 2);
    const types = receiver.messages.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    assert.deepEqual(types.sort(), ['batch.cancelled', 'batch.failed']);
  });

  it('are not sent if the end of the list was not committed', async () => {
    const list = await putList(store, [[ADDRESS]], { callbackUrl: 'https://shop.example/' });
    const failing = inTransaction(store, async (inside) => {
      await endList(inside, list, { status: 'completed' });
      throw new Error('the end');
    });
    await assert.rejects(failing, /the end/);
    assert.deepEqual(await store.db.selectFrom('batch_callbacks').select('id').execute(), []);
  });

  it('are delivered by a receiver that was down for a day, with one id', async () => {
    const receiver = await receive();
    const { wake } = await start();
    const list = await makeEndedList(store, receiver.url);
    const { created_at } = await callbackOf(store, list);
    const isDown = (time: string) => Date.parse(time) - Date.parse(created_at) < DAY_MS;
    const waits: number[] = [];
    receiver.answer = status(503);
    wake();
    let callback = await attempted(store, list);
    while (callback.next_attempt_at !== null) {
      const next = callback.next_attempt_at;
      waits.push((Date.parse(next) - Date.parse(callback.attempts.at(-1)!.at)) / 1000);
      receiver.answer = status(isDown(next) ? 503 : 204);
      at(next);
      wake();
      callback = await attempted(store, list, callback.attempts.length + 1);
    }
    assert.ok(callback.delivered_at !== null && !isDown(callback.delivered_at));
    assert.deepEqual([...new Set(ids(receiver))], [callback.id]);
    // Times are told in whole seconds.
    for (const [n, least] of [5, 300, 1800, 7200, 18_000, 36_000].entries())
      assert.ok(waits[n]! >= least - 1 && waits[n]! <= least * 1.2 + 1, `${n}: ${waits[n]}`);
  });

  it('are given up after ten attempts, at once for 410, and then sent again by a replay alone', async () => {
    const receiver = await receive();
    const { wake } = await start();
    receiver.answer = status(500);
    const list = await makeEndedList(store, receiver.url);
    wake();
    let callback = await attempted(store, list);
    while (callback.next_attempt_at !== null) {
      at(callback.next_attempt_at);
      wake();
      callback = await attempted(store, list, callback.attempts.length + 1);
    }
    assert.equal(receiver.messages.length, 10);
    assert.ok(callback.given_up_at !== null);
    receiver.answer = status(410);
    const gone = await makeEndedList(store, receiver.url);
    wake();
    assert.ok((await attempted(store, gone)).given_up_at !== null);
    ahead(30 * DAY_MS);
    receiver.answer = status(204);
    const place = { accountId: ACCOUNT, listId: list, n: 1 };
    assert.equal(await replay(store, { ...place, n: 2 }), false);
    assert.equal(await replay(store, { ...place, accountId: 2 }), false);
    assert.equal(await replay(store, place), true);
    wake();
    const again = await attempted(store, list, 11);
    assert.deepEqual([again.given_up_at, ids(receiver).at(-1)], [null, callback.id]);
    assert.ok(again.delivered_at !== null);
    assert.equal(receiver.messages.length, 12, 'the other one is not sent');
  });

  it('wait as long as Retry-After says', async () => {
    const receiver = await receive();
    receiver.answer = status(429, { 'retry-after': '3600' });
    const list = await makeEndedList(store, receiver.url);
    (await start()).wake();
    const { next_attempt_at, attempts } = await attempted(store, list);
    assert.ok(Math.abs(Date.parse(next_attempt_at!) - Date.parse(attempts[0]!.at) - HOUR_MS) < 30_000);
  });

  it('keep the latest fifty attempts', async () => {
    const receiver = await receive();
    const list = await makeEndedList(store, receiver.url);
    await store.db.updateTable('batch_callbacks').set({ attempts: 70 }).execute();
    const old = (await callbackOf(store, list)).id;
    const rows = Array.from({ length: 50 }, (_, n) => ({ callback_id: old, no: n + 21, at: store.now }));
    await store.db
      .insertInto('callback_attempts')
      .values(rows.map((row) => ({ ...row, status: 500, reason: 'the status is not 2xx', ms: 1 })))
      .execute();
    (await start()).wake();
    await eventually(async () => (await callbackOf(store, list)).delivered_at !== null);
    const { attempts } = await callbackOf(store, list);
    assert.deepEqual([attempts.length, attempts.at(-1)!.status], [50, 204]);
  });

  it('do not wait for slow hosts of others: a host has four attempts at once, and an account eight', async () => {
    const [slow, quick] = [await receive(), await receive()];
    slow.answer = silent;
    const lookUp = () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
    const { wake } = await start({ graceMs: 50, lookUp });
    for (let n = 0; n < 6; n += 1) await makeEndedList(store, `http://a.test:${slow.port}/`);
    wake();
    await eventually(() => slow.open() === 4);
    await makeEndedList(store, quick.url);
    wake();
    await eventually(() => quick.messages.length === 1);
    assert.equal(slow.most(), 4);
    for (let n = 0; n < 6; n += 1) await makeEndedList(store, `http://b${n % 2}.test:${slow.port}/`);
    wake();
    await eventually(() => slow.open() === 8);
    const other = await store.db
      .insertInto('accounts')
      .values({ plan: 'standard', owner_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await makeEndedList(store, quick.url, { status: 'completed' }, other.id);
    wake();
    await eventually(() => quick.messages.length === 2);
    assert.equal(slow.most(), 8);
  });

  it('are sent once each by two senders', async () => {
    const receiver = await receive();
    const lists = 6;
    for (let n = 0; n < lists; n += 1) await makeEndedList(store, receiver.url);
    const [one, other] = [await start(), await start()];
    one.wake();
    other.wake();
    await eventually(() => receiver.messages.length >= lists);
    await Promise.all([one.close(), other.close()]);
    assert.equal(new Set(ids(receiver)).size, lists);
    assert.equal(receiver.messages.length, lists);
  });

  it('are sent again, with the same id, if their sender was lost during the attempt', async () => {
    const receiver = await receive();
    receiver.answer = silent;
    const list = await makeEndedList(store, receiver.url);
    const lost = await start({ timeoutMs: 600_000, graceMs: 1 });
    lost.wake();
    await eventually(() => receiver.messages.length === 1);
    const other = await start();
    ahead(50_000);
    other.wake();
    assert.equal((await callbackOf(store, list)).attempts.length, 1, 'its lease has not ended');
    receiver.answer = status(204);
    ahead(LEASE_MS - 50_000);
    other.wake();
    await eventually(async () => (await callbackOf(store, list)).delivered_at !== null);
    // The first one's later result changes nothing.
    await lost.close();
    const { attempts, delivered_at } = await callbackOf(store, list);
    assert.deepEqual([attempts.map(({ status }) => status), delivered_at !== null], [[null, 204], true]);
    assert.equal(new Set(ids(receiver)).size, 1);
  });

  it('end with the sender: attempts in flight may end, and others are due again at once', async () => {
    const [slow, never] = [await receive(), await receive()];
    let answer: (() => unknown) | undefined;
    slow.answer = (response) => (answer = () => response.writeHead(204).end());
    const ending = await makeEndedList(store, slow.url);
    const first = await start({ graceMs: 60_000 });
    first.wake();
    await eventually(() => answer !== undefined);
    const closing = first.close();
    answer?.();
    await closing;
    assert.ok((await callbackOf(store, ending)).delivered_at !== null);
    never.answer = silent;
    const broken = await makeEndedList(store, never.url);
    const second = await start({ graceMs: 50 });
    second.wake();
    await eventually(() => never.messages.length === 1);
    await second.close();
    never.answer = status(204);
    (await start()).wake();
    await eventually(async () => (await callbackOf(store, broken)).delivered_at !== null);
    assert.deepEqual(new Set(ids(never)).size, 1);
    const { tries } = await store.db
      .selectFrom('batch_callbacks')
      .select('tries')
      .where('batch_id', '=', broken)
      .executeTakeFirstOrThrow();
    assert.equal(tries, 1, 'what the end of a process broke off is no failure of the receiver');
  });

  it('are signed by the old secret too for a day after it was replaced', async () => {
    const receiver = await receive();
    const { secrets, wake } = await start();
    const told = async (): Promise<Message> => {
      const list = await makeEndedList(store, receiver.url);
      wake();
      await attempted(store, list);
      return receiver.messages.at(-1)!;
    };
    const old = await readSecret(secrets, ACCOUNT);
    assert.match(old!, /^whsec_[A-Za-z\d+/]{43}=$/);
    verify(old, await told());
    const { secret } = await rotateSecret(secrets, ACCOUNT, DAY_MS);
    assert.equal(await readSecret(secrets, ACCOUNT), secret);
    const both = await told();
    assert.equal(both.headers['webhook-signature']!.split(' ').length, 2);
    verify(old, both);
    verify(secret, both);
    ahead(DAY_MS + 1000);
    const later = await told();
    verify(secret, later);
    assert.throws(() => verify(old, later), /No matching signature/);
    for (let n = 0; n < 7; n += 1) await rotateSecret(secrets, ACCOUNT, DAY_MS);
    assert.equal((await told()).headers['webhook-signature']!.split(' ').length, 5);
    await rotateSecret(secrets, ACCOUNT, 0);
    assert.equal((await told()).headers['webhook-signature']!.split(' ').length, 4, 'the last one ended at once');
  });

  it('have one secret an account, whoever asks for it first', async () => {
    const secrets = { store, seal: await createSeal('secret') };
    const found = await Promise.all(Array.from({ length: 8 }, () => readSecret(secrets, ACCOUNT)));
    assert.equal(new Set(found).size, 1);
    const rows = await store.db.selectFrom('callback_secrets').selectAll().execute();
    assert.equal(rows.length, 1);
    assert.ok(!rows[0]!.sealed.toString('latin1').includes('whsec_'));
    await Promise.all(Array.from({ length: 4 }, () => rotateSecret(secrets, ACCOUNT, DAY_MS)));
    assert.equal((await store.db.selectFrom('callback_secrets').selectAll().execute()).length, 5);
  });

  it('say so if the secret was made with another SECRET', async () => {
    const receiver = await receive();
    await readSecret({ store, seal: await createSeal('the SECRET before') }, ACCOUNT);
    const { secrets, wake } = await start();
    const list = await makeEndedList(store, receiver.url);
    wake();
    assert.match((await attempted(store, list)).attempts[0]!.reason!, /replace it/);
    assert.equal(await readSecret(secrets, ACCOUNT), null);
    const { secret } = await rotateSecret(secrets, ACCOUNT, DAY_MS);
    await replay(store, { accountId: ACCOUNT, listId: list, n: 1 });
    wake();
    await eventually(() => receiver.messages.length === 1);
    verify(secret, receiver.messages[0]!);
  });

  it('reach no private network by default, whatever was uploaded', async () => {
    const receiver = await startReceiver();
    const { wake } = await start({ allowPrivate: false });
    const lists = [
      await makeEndedList(store, receiver.url),
      await makeEndedList(store, `https://localhost:${receiver.port}/`),
    ];
    wake();
    for (const list of lists) {
      const { attempts } = await attempted(store, list);
      assert.match(attempts[0]!.reason!, /not allowed|private network/);
    }
    assert.equal(receiver.connections(), 0);
    await receiver.close();
  });
});
