import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { createService, StartupError } from '../../src/service/index.js';
import { useHarness } from './harness.js';
import { KEY, SECRET, scriptedVerifier } from './scripted.js';
import { onBothStores, usePostgres } from './stores.js';

const ask = (key: string): Request => new Request(`http://service/api/account?apikey=${key}`);

onBothStores('a start', ({ place, open, openStore }) => {
  it('hands out the first key once, and knows it ever after', async () => {
    const where = await place();
    const first = await open(where);
    assert.match(first.firstKey ?? '', /^evk_[\w-]{43}$/);
    await first.close();
    const second = await open(where);
    assert.equal(second.firstKey, null);
    assert.equal(second.firstAccount, first.firstAccount);
    assert.equal((await second.fetch(ask(first.firstKey ?? ''))).status, 200);
  });

  it('gives the first account the own key, though it was not there before or was revoked', async () => {
    const where = await place();
    const service = await open(where, { ownKey: 'another own key' });
    assert.equal((await service.fetch(ask(KEY))).status, 401);
    await service.close();
    for (const round of ['absent', 'revoked']) {
      const again = await open(where);
      assert.equal((await again.fetch(ask(KEY))).status, 200, round);
      await again.close();
      const store = await openStore(where);
      await store.db.updateTable('api_keys').set({ revoked_at: new Date() }).execute();
      assert.equal((await store.db.selectFrom('api_keys').selectAll().execute()).length, 3);
      await store.close();
    }
  });

  it('refuses a secret that is none', async () => {
    await assert.rejects(open(await place(), { secret: '' }), StartupError);
  });
});

describe('a start of several at once, on one PostgreSQL', () => {
  const { open } = useHarness();
  const place = usePostgres({ migrated: false });

  it('makes one account, and hands its key to one of them', async () => {
    const where = await place();
    const services = await Promise.all(Array.from({ length: 6 }, () => open(where)));
    const keys = services.map(({ firstKey }) => firstKey).filter((key) => key !== null);
    assert.equal(keys.length, 1);
    assert.equal(new Set(services.map(({ firstAccount }) => firstAccount)).size, 1);
    for (const service of services) assert.equal((await service.fetch(ask(keys[0] ?? ''))).status, 200);
  });
});

describe('a start on a PostgreSQL that is not there', () => {
  it('stops with one line that does not tell the password', async () => {
    const databaseUrl = 'postgresql://anna:geheim@127.0.0.1:1/verify';
    const start = createService({ databaseUrl, dataDir: '', secret: SECRET, verifier: scriptedVerifier() });
    await assert.rejects(start, (error) => {
      assert.ok(error instanceof StartupError);
      assert.match(error.message, /^the PostgreSQL of DATABASE_URL cannot be used: .*ECONNREFUSED/);
      assert.doesNotMatch(error.message, /geheim|\n/);
      return true;
    });
  });
});
