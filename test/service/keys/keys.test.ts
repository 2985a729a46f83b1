import assert from 'node:assert/strict';
import { it } from 'vitest';
import type { Service } from '../../../src/service/index.js';
import { problemOf } from '../harness.js';
import { KEY } from '../scripted.js';
import { onBothStores } from '../stores.js';
import type { Client } from '../../../src/service/http/call.js';

const DAY_MS = 86_400_000;

onBothStores('API keys', ({ place, open, openStore }) => {
  const ask = (service: Service, key: string, client?: Client, path = '/api/account'): Promise<Response> =>
    service.fetch(new Request(`http://service${path}`, { headers: { 'x-api-key': key } }), client);
  const statuses = async (service: Service, ...keys: (string | null)[]): Promise<number[]> =>
    Promise.all(keys.map(async (key) => (await ask(service, key ?? '')).status));

  it('are named, listed and shown, and no other account sees them', async () => {
    const service = await open(await place());
    const { keys, firstAccount } = service;
    const { id, key } = await keys.add(firstAccount, { name: 'Shop', networks: ['192.0.2.0/24'], scopes: ['batch'] });
    const list = await keys.list(firstAccount);
    assert.deepEqual(
      list.map(({ name, mode, prefix }) => [name, mode, prefix]),
      [
        ['API key', 'live', service.firstKey?.slice(0, 8)],
        ['Shop', 'live', key.slice(0, 8)],
      ],
    );
    const { scopes, networks, createdAt, lastUsedAt, expiresAt } = list[1] ?? assert.fail();
    assert.deepEqual([scopes, networks, lastUsedAt, expiresAt], [['batch'], ['192.0.2.0/24'], null, null]);
    assert.ok(createdAt instanceof Date);
    assert.equal(await keys.show(firstAccount, id), key);
    assert.deepEqual([await keys.list(firstAccount + 1), await keys.show(firstAccount + 1, id)], [[], null]);
    assert.equal(await keys.revoke(firstAccount + 1, id), false);
    await assert.rejects(keys.rotate(firstAccount + 1, id), RangeError);
  });

  it('are refused with a wrong name, address or scope, and past a hundred', async () => {
    const { keys, firstAccount } = await open(await place());
    for (const options of [{ name: '' }, { name: 'x'.repeat(101) }, { name: 'a\nb' }, { scopes: [] }])
      await assert.rejects(keys.add(firstAccount, options), RangeError);
    for (const network of ['', '192.0.2.1/24', '192.0.2.0/33', 'localhost', '2001:db8::/129', '::ffff:192.0.2.0/24'])
      await assert.rejects(keys.add(firstAccount, { networks: [network] }), RangeError, network);
    await assert.rejects(keys.add(firstAccount + 1), RangeError);
    for (let count = (await keys.list(firstAccount)).length + 1; count < 100; count += 1) await keys.add(firstAccount);
    await assert.rejects(keys.add(firstAccount), /at most 100/);
  });

  it('that are rotated work on for a day, and no longer', async () => {
    let time = Date.parse('2026-01-15T12:00:00Z');
    const service = await open(await place(), { clock: () => new Date(time) });
    const { keys, firstAccount } = service;
    const old = await keys.add(firstAccount, { name: 'Shop', mode: 'test', scopes: ['validate'] });
    const fresh = await keys.rotate(firstAccount, old.id);
    assert.match(fresh.key, /^test_[\w-]{43}$/);
    const list = await keys.list(firstAccount);
    assert.deepEqual(
      list.map(({ name, mode, scopes, expiresAt }) => [name, mode, scopes.length, expiresAt]),
      [
        ['API key', 'live', 2, null],
        ['Shop', 'test', 1, new Date(time + DAY_MS)],
        ['Shop', 'test', 1, null],
      ],
    );
    time += DAY_MS - 1;
    assert.deepEqual(await statuses(service, old.key, fresh.key), [200, 200]);
    time += 1;
    assert.deepEqual(await statuses(service, old.key, fresh.key), [401, 200]);
    assert.equal(await keys.show(firstAccount, old.id), null);
    await assert.rejects(keys.rotate(firstAccount, old.id), RangeError);
    const now = await keys.rotate(firstAccount, fresh.id, { graceMs: 0 });
    assert.deepEqual(await statuses(service, fresh.key, now.key), [401, 200]);
  });

  it('that are rotated twice do not live longer by it', async () => {
    let time = Date.parse('2026-01-15T12:00:00Z');
    const service = await open(await place(), { clock: () => new Date(time) });
    const { keys, firstAccount } = service;
    const old = await keys.add(firstAccount);
    await keys.rotate(firstAccount, old.id);
    time += DAY_MS / 2;
    await keys.rotate(firstAccount, old.id);
    time += DAY_MS / 2;
    assert.deepEqual(await statuses(service, old.key), [401]);
  });

  it('that are revoked are refused from the next request on, by every process', async () => {
    const service = await open(await place());
    const { keys, firstAccount } = service;
    const { id, key } = await keys.add(firstAccount);
    assert.deepEqual(await statuses(service, key), [200]);
    assert.deepEqual([await keys.revoke(firstAccount, id), await keys.revoke(firstAccount, id)], [true, false]);
    assert.deepEqual(await statuses(service, key), [401]);
    const third = await keys.replace(firstAccount);
    assert.deepEqual(await statuses(service, service.firstKey, third.key, KEY), [401, 200, 200]);
  });

  it('are for certain client addresses, if they say so', async () => {
    const service = await open(await place());
    const { key } = await service.keys.add(service.firstAccount, { networks: ['192.0.2.0/24', '2001:db8::/32'] });
    for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '192.0.2.9:4711', '2001:db8:1::1', '[2001:db8::1]:80'])
      assert.equal((await ask(service, key, { address })).status, 200, address);
    for (const client of [{}, { address: '192.0.3.1' }, { address: '2001:db9::1' }, { address: 'nonsense' }]) {
      const refused = await ask(service, key, client);
      assert.deepEqual([refused.status, (await problemOf(refused)).code], [403, 'key_not_allowed']);
    }
  });

  it('without the scope validate check no address', async () => {
    const service = await open(await place());
    const { key } = await service.keys.add(service.firstAccount, { scopes: ['batch'] });
    const refused = await ask(service, key, {}, '/api/validate?email=anna@example.org');
    assert.deepEqual([refused.status, (await problemOf(refused)).code], [403, 'key_not_allowed']);
    assert.equal((await ask(service, key)).status, 200);
  });

  it('say when they were used, to the minute', async () => {
    let time = Date.parse('2026-01-15T12:00:00Z');
    const service = await open(await place(), { clock: () => new Date(time) });
    const { keys, firstAccount } = service;
    const { key } = await keys.add(firstAccount);
    const lastUsed = async (): Promise<Date | null | undefined> => (await keys.list(firstAccount))[1]?.lastUsedAt;
    assert.equal(await lastUsed(), null);
    await ask(service, key);
    const first = new Date(time);
    assert.deepEqual(await lastUsed(), first);
    time += 59_000;
    await ask(service, key);
    assert.deepEqual(await lastUsed(), first);
    time += 1000;
    await ask(service, key);
    assert.deepEqual(await lastUsed(), new Date(time));
  });

  it('are not in the database in the clear, nor to be read with another secret or moved to another row', async () => {
    const where = await place();
    const service = await open(where);
    const { firstAccount } = service;
    const { id, key } = await service.keys.add(firstAccount);
    await service.close();
    const store = await openStore(where);
    const rows = await store.db.selectFrom('api_keys').selectAll().orderBy('id').execute();
    assert.equal(rows.length, 3);
    for (const { hash, sealed } of rows) {
      assert.equal(hash.length, 32);
      for (const bytes of [hash, sealed ?? Buffer.of()])
        for (const secret of [service.firstKey ?? '', KEY, key]) assert.ok(!bytes.includes(secret));
    }
    const [first] = rows;
    await store.db
      .updateTable('api_keys')
      .set({ sealed: first?.sealed ?? null })
      .where('id', '=', id)
      .execute();
    await store.close();
    const again = await open(where);
    assert.equal(await again.keys.show(firstAccount, id), null);
    assert.equal(await again.keys.show(firstAccount, first?.id ?? 0), service.firstKey);
    await again.close();
    const other = await open(where, { secret: 'another secret of the tests' });
    assert.equal(await other.keys.show(firstAccount, first?.id ?? 0), null);
  });
});
