import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import type { Service } from '../../../src/service/index.js';
import { createKeyLookup } from '../../../src/service/keys/key-lookup.js';
import { createHashes } from '../../../src/service/keys/hashes.js';
import { problemOf, useHarness } from '../harness.js';
import { KEY, SECRET } from '../scripted.js';
import { noteUses, usePostgres } from '../stores.js';

describe('wrong API keys', () => {
  const { open, openStore } = useHarness();
  const place = usePostgres();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const ask = (service: Service, key: string, address = '192.0.2.1'): Promise<Response> =>
    service.fetch(new Request('http://service/api/account', { headers: { 'x-api-key': key } }), { address });

  it('are refused with 429 after the twentieth from a network, and one more passes every six seconds', async () => {
    const service = await open(await place());
    for (let n = 0; n < 20; n += 1) assert.equal((await ask(service, `wrong ${n}`)).status, 401);
    const refused = await ask(service, 'wrong again');
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '6']);
    assert.equal((await problemOf(refused)).code, 'rate_limited');
    assert.equal((await ask(service, 'wrong', '192.0.2.2')).status, 401, 'another network');
    vi.advanceTimersByTime(6000);
    assert.deepEqual([(await ask(service, 'a')).status, (await ask(service, 'b')).status], [401, 429]);
  });

  it('are refused for any path from then on, without a search for its route', async () => {
    const service = await open(await place());
    const askNothing = (): Promise<Response> =>
      service.fetch(new Request('http://service/api/nothing?apikey=wrong'), { address: '192.0.2.1' });
    assert.equal((await askNothing()).status, 404);
    for (let n = 0; n < 20; n += 1) await ask(service, `wrong ${n}`);
    assert.deepEqual([(await askNothing()).status, (await ask(service, 'wrong 1')).status], [429, 429]);
  });

  it('are looked up one at a time, so that no other statement waits behind more of them', async () => {
    const store = await openStore(await place());
    let [running, most] = [0, 0];
    const counting = noteUses(store, () => {
      running += 1;
      most = Math.max(most, running);
    });
    const lookUp = createKeyLookup(counting, createHashes(SECRET));
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        lookUp.find(`wrong ${n}`, `192.0.2.${n}`).finally(() => {
          running -= 1;
        }),
      ),
    );
    // The next one starts before the one before is counted as ended.
    assert.ok(most <= 2, String(most));
  });

  it('count for a whole /64 of IPv6', async () => {
    const service = await open(await place());
    for (let n = 0; n < 20; n += 1) await ask(service, `wrong ${n}`, `2001:db8::${n}`);
    assert.equal((await ask(service, 'wrong', '2001:db8::ffff')).status, 429);
    assert.equal((await ask(service, 'wrong', '2001:db8:0:1::1')).status, 401);
  });

  it('lock out no key that was right lately', async () => {
    const service = await open(await place());
    assert.equal((await ask(service, KEY)).status, 200);
    for (let n = 0; n < 30; n += 1) await ask(service, `wrong ${n}`);
    assert.equal((await ask(service, KEY)).status, 200);
    assert.equal((await ask(service, service.firstKey ?? '')).status, 429, 'never seen');
  });

  it('do not lock out the calling program, whatever clients without an address try', async () => {
    const service = await open(await place());
    for (let n = 0; n < 30; n += 1) await ask(service, `wrong ${n}`, '');
    assert.equal((await ask(service, KEY, 'unknown')).status, 429);
    const own = new Request('http://service/api/account', { headers: { 'x-api-key': KEY } });
    assert.equal((await service.fetch(own, { isOwn: true })).status, 200);
  });

  it('do not pass by coming all at once', async () => {
    const service = await open(await place());
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(service, `wrong ${n}`)));
    assert.equal(answers.filter(({ status }) => status === 401).length, 20);
  });

  it('cost one query each while they are remembered, and a right one costs one at a time', async () => {
    const store = await openStore(await place());
    let queries = 0;
    const counting = noteUses(store, () => {
      queries += 1;
    });
    const lookUp = createKeyLookup(counting, createHashes(SECRET));
    for (let n = 0; n < 5; n += 1) assert.equal(await lookUp.find('wrong', '192.0.2.1'), null);
    assert.equal(queries, 1);
    vi.advanceTimersByTime(30_000);
    await lookUp.find('wrong', '192.0.2.1');
    assert.equal(queries, 2);
    await Promise.all(Array.from({ length: 100 }, () => lookUp.find('another', '192.0.2.1')));
    assert.equal(queries, 3);
  });

  it('are not counted while the store fails', async () => {
    const store = await openStore(await place());
    const lookUp = createKeyLookup(store, createHashes(SECRET));
    await store.close();
    for (let n = 0; n < 30; n += 1) await assert.rejects(lookUp.find(`key ${n}`, '192.0.2.1'), { name: 'Error' });
  });
});
