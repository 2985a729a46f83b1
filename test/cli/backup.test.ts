import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, describe, it } from 'vitest';
import { backup } from '../../src/cli/backup.js';
import { scheduleBackups } from '../../src/cli/backup-schedule.js';
import { restore } from '../../src/cli/restore.js';
import { serve } from '../../src/cli/serve.js';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { keptSecret } from '../../src/config/secret-file.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { whole } from '../support/whole.js';

const folder = mkdtempSync(join(tmpdir(), 'ev-backup-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const settingsOf = async (name: string, more: Record<string, string> = {}) => {
  const dataDir = join(folder, name);
  await putDatabase(dataDir);
  return readServeSettings({ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...more });
};

describe('email-verify backup', () => {
  it.runIf(whole)(
    'is made by the first start, into BACKUP_DIR, and on request, with and without a running service; the secret is in it',
    async () => {
      const backupDir = join(folder, 'daily');
      const settings = await settingsOf('running', { BACKUP_DIR: backupDir });
      const running = await serve(settings, []);
      const printed: string[] = [];
      const print = (line: string): void => void printed.push(line);
      try {
        assert.equal(statSync(join(settings.dataDir, 'control')).mode & 0o777, 0o700);
        await eventually(
          () => existsSync(backupDir) && readdirSync(backupDir).some((name) => name.endsWith('-daily.gz')),
        );
        await backup([join(folder, 'one.gz')], settings, print);
      } finally {
        await running.close();
      }
      await backup([join(folder, 'two.gz')], settings, print);
      for (const name of ['one.gz', 'two.gz']) {
        const [header = ''] = gunzipSync(readFileSync(join(folder, name)))
          .toString()
          .split('\n');
        assert.equal((JSON.parse(header) as { secret: string }).secret, await keptSecret(settings.dataDir));
        await assert.rejects(restore([join(folder, name)], settings, print), { message: /is not empty/ });
      }
      assert.equal(printed.length, 2);
    },
  );

  it('says in one line what is wrong', async () => {
    const settings = readServeSettings({ DATA_DIR: join(folder, 'wrong') });
    const databaseUrl = 'postgresql://localhost/x';
    const refused = async (args: string[], message: RegExp, more = {}): Promise<void> => {
      await assert.rejects(backup(args, { ...settings, ...more }, assert.ifError), { message });
    };
    await refused([], /^Name one file: npx email-verify-server backup FILE$/);
    await refused(['--force'], /^backup has no option --force\. /);
    await refused([join(folder, 'x.gz')], /by its own tools, such as pg_dump\.$/, { databaseUrl });
    await refused([join(folder, 'none', 'x.gz')], /cannot be written \(ENOENT\); name another file$/);
    assert.throws(() => readServeSettings({ BACKUP_DIR: 'x', DATABASE_URL: databaseUrl }), /^StartupError: BACKUP_DIR/);
  });
});

describe('BACKUP_DIR', () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as { level: number; msg: string }) });

  it('gets a backup at the first start, and none at another one on the same day', async () => {
    const backupDir = join(folder, 'same-day');
    for (let start = 0; start < 2; start += 1) {
      const schedule = scheduleBackups(backupDir, () => Readable.from([Buffer.from('backup')]), log);
      await schedule.close();
      assert.equal(readdirSync(backupDir).length, 1);
    }
  });

  it('keeps the newest fourteen, and is not misled by one of a wrong clock', async () => {
    const backupDir = mkdtempSync(join(folder, 'many-'));
    const names = Array.from(
      { length: 20 },
      (_, n) => `email-verify-20${n === 19 ? 99 : 10}-01-${n + 10}T00-00-00-000Z-daily.gz`,
    );
    for (const name of names) writeFileSync(join(backupDir, name), '');
    const schedule = scheduleBackups(backupDir, () => Readable.from([Buffer.from('backup')]), log);
    await schedule.close();
    assert.ok(Date.now() - schedule.state().newestMs < 60_000, 'the time of the newest, for the metric');
    const left = readdirSync(backupDir);
    assert.equal(left.length, 14);
    assert.ok(left.some((name) => !names.includes(name)));
    assert.equal(lines.at(-1)?.msg, 'a backup was made');
  });

  it('has an error in the log when a backup fails, and no half of one', async () => {
    const backupDir = mkdtempSync(join(folder, 'failing-'));
    const schedule = scheduleBackups(
      backupDir,
      () =>
        new Readable({
          read() {
            this.destroy(new Error('no'));
          },
        }),
      log,
    );
    await schedule.close();
    assert.deepEqual(schedule.state(), { newestMs: 0, failures: 1 });
    assert.deepEqual([lines.at(-1)?.level, lines.at(-1)?.msg], [50, 'the backup failed']);
    assert.deepEqual(readdirSync(backupDir), []);
  });
});
