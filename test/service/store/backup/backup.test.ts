import assert from 'node:assert/strict';
import { pipeline } from 'node:stream/promises';
import fs from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, it } from 'vitest';
import type { Service } from '../../../../src/service/index.js';
import { addCredits } from '../../../../src/service/credits/credits.js';
import { backUpBeforeUpgrade, writeWholeFile } from '../../../../src/service/store/backup/backup.js';
import { dump } from '../../../../src/service/store/backup/dump.js';
import { MIGRATIONS, type Store } from '../../../../src/service/schema.js';
import { restoreStore } from '../../../../src/service/store/backup/restore.js';
import { check, useHarness } from '../../harness.js';
import { KEY } from '../../scripted.js';
import { useFolders, usePGlite, usePostgres } from '../../stores.js';
import { whole } from '../../../support/whole.js';
import { isOneLine } from '../../../support/one-line.js';

const rowsOf = async ({ db }: Store): Promise<string[]> => {
  const lines: string[] = [];
  await dump(db, undefined, (line) => void lines.push(line));
  return lines.slice(1);
};

describe('a backup of the embedded store', () => {
  const { open, openStore } = useHarness();
  const place = usePGlite();
  const placeOnPostgres = usePostgres({ migrated: false });
  const makeFolder = useFolders();

  /** One store for the tests that leave each other's rows alone. */
  let store: Store;
  let storeFolder: string;
  beforeAll(async () => {
    const where = await place();
    storeFolder = where.dataDir;
    store = await openStore(where);
  });

  const writeTo = (service: Service, file: string): Promise<void> =>
    writeWholeFile(file, (out) => pipeline(service.backup(), out));

  it.runIf(whole)(
    'is made while checks are answered, and restores what was there: keys, credits, ledger and secret',
    async () => {
      const where = await place();
      fs.writeFileSync(join(where.dataDir, 'secret'), 'the secret of the folder\n');
      const service = await open(where);
      await service.accounts.setPlan(service.firstAccount, 'enterprise');
      await service.accounts.addCredits(service.firstAccount, 2 ** 40);
      for (let n = 0; n < 5; n += 1) assert.equal((await check(service, `${n}@example.org`)).status, 200);
      const file = join(makeFolder(), 'backup.gz');
      const backup = writeTo(service, file);
      for (let n = 0; n < 30; n += 1) assert.equal((await check(service, `during-${n}@example.org`)).status, 200);
      await backup;
      assert.equal(fs.statSync(file).mode & 0o777, 0o600);
      assert.ok(!fs.readdirSync(where.dataDir).includes('backup.making'));

      const dataDir = join(makeFolder(), 'new');
      await restoreStore(file, { databaseUrl: null, dataDir }, MIGRATIONS);
      assert.deepEqual(fs.readdirSync(dataDir).sort(), ['pglite', 'secret']);
      assert.equal(fs.readFileSync(join(dataDir, 'secret'), 'utf8'), 'the secret of the folder\n');
      const restored = await open({ dataDir });
      assert.equal(restored.firstKey, null);
      const answer = await restored.fetch(new Request(`http://service/api/account?apikey=${KEY}`));
      const { plan, credits } = (await answer.json()) as { plan: string; credits: { free: number; bought: number } };
      assert.deepEqual([plan, credits.bought], ['enterprise', 2 ** 40]);
      assert.ok(credits.free <= 95 && credits.free >= 65);
      assert.equal((await check(restored, 'new@example.org')).status, 200);
      await restored.close();
      const { db } = await openStore({ dataDir });
      const { rows } = await db
        .selectFrom('checks')
        .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.max('id').as('last')])
        .executeTakeFirstOrThrow()
        .then((found) => ({ rows: found }));
      assert.equal(rows.rows, 100 - credits.free + 1);
      assert.equal(rows.last, rows.rows, 'numbers continue');
    },
  );

  it.runIf(whole)('moves to PostgreSQL with every value as it was', async () => {
    await store.db
      .insertInto('accounts')
      .values([
        { plan: 'standard' },
        { plan: 'enterprise', recent: [new Date('2026-01-31T12:00:00.123Z'), new Date(0)] },
      ])
      .execute();
    const { id } = await store.db.selectFrom('accounts').select('id').orderBy('id').executeTakeFirstOrThrow();
    await addCredits(store, id, Number.MAX_SAFE_INTEGER, { reference: 'ä"\\\n\u{1F600}' });
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await store.db.insertInto('api_keys').values({ account_id: id, hash: bytes, prefix: '' }).execute();
    const file = join(makeFolder(), 'backup.gz');
    await writeWholeFile(file, store.backup);
    const target = await placeOnPostgres();
    const moved = { databaseUrl: target.databaseUrl ?? '', dataDir: makeFolder() };
    await restoreStore(file, moved, MIGRATIONS);
    const other = await openStore(moved);
    assert.deepEqual(await rowsOf(other), await rowsOf(store));
    await assert.rejects(
      restoreStore(file, moved, MIGRATIONS),
      isOneLine(/has tables of email-verify; restore into an empty one$/),
    );
    await assert.rejects(other.backup(new PassThrough()), isOneLine(/pg_dump$/));
  });

  it.runIf(whole)('is restored whole or not at all, and never over something', async () => {
    await store.db.insertInto('accounts').values({ plan: 'standard' }).execute();
    const folder = makeFolder();
    const file = join(folder, 'backup.gz');
    await writeWholeFile(file, store.backup);
    await assert.rejects(writeWholeFile(file, store.backup), isOneLine(/backup\.gz exists; name another file$/));
    const whole = fs.readFileSync(file);
    const lines = gunzipSync(whole).toString().trim().split('\n');
    const broken: [Buffer, RegExp][] = [
      [whole.subarray(0, whole.length / 2), /is no whole backup \(Z_/],
      [Buffer.from('something else'), /is no whole backup \(Z_/],
      [gzipSync('something else'), /is not whole, or is none/],
      [gzipSync(lines.slice(0, -1).join('\n') + '\n'), /is not whole/],
      [gzipSync([...lines.slice(0, 2), ...lines.slice(3)].join('\n') + '\n'), /is not whole/],
      [gzipSync([lines[0]?.replace('"format":1', '"format":2'), ...lines.slice(1)].join('\n')), /newer email-verify/],
      [gzipSync([lines[0]?.replace(/"version":\d+/, '"version":999'), ...lines.slice(1)].join('\n')), /newer/],
    ];
    for (const [bytes, message] of broken) {
      const bad = join(folder, 'bad.gz');
      fs.writeFileSync(bad, bytes);
      const dataDir = join(folder, 'new');
      await assert.rejects(restoreStore(bad, { databaseUrl: null, dataDir }, MIGRATIONS), isOneLine(message));
      assert.ok(!fs.existsSync(dataDir));
    }
    await assert.rejects(
      restoreStore(file, { databaseUrl: null, dataDir: folder }, MIGRATIONS),
      isOneLine(/is not empty; name a new folder to restore into$/),
    );
  });

  it.runIf(whole)('is made before an upgrade; the newest three are kept', async () => {
    for (let version = 1; version <= 4; version += 1) await backUpBeforeUpgrade(store.db, storeFolder, version);
    const names = fs.readdirSync(join(storeFolder, 'backups'));
    assert.deepEqual(
      names.map((name) => name.replace(/.*-before/, 'before')),
      [2, 3, 4].map((version) => `before-upgrade-of-${version}.gz`),
    );
  });
});
