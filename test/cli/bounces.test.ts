import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { answerBounces } from '../../src/cli/bounces-answer.js';
import { bounces } from '../../src/cli/bounces.js';
import { createLog } from '../../src/cli/log.js';
import { openService } from '../../src/cli/open-service.js';
import { secretsOf } from '../../src/cli/secrets.js';
import { readServeSettings, type ServeSettings } from '../../src/cli/serve-settings.js';
import { StartupError } from '../../src/config/startup-error.js';
import { usePlaces } from '../service/stores.js';

const MAILS = join(import.meta.dirname, '../fixtures/bounces');

describe('email-verify-server bounces', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-bounces-'));
  const place = usePlaces();
  let settings: ServeSettings;

  beforeAll(async () => {
    const { dataDir, databaseUrl } = await place();
    settings = readServeSettings({
      DATA_DIR: dataDir,
      SECRET: 's'.repeat(32),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const run = async (paths: string[], options = {}, input = ''): Promise<string> => {
    const lines: string[] = [];
    const stdin = Readable.from([Buffer.from(input)]);
    await bounces(paths, options, settings, { stdin, print: (line) => lines.push(line) });
    return lines.join('\n');
  };
  const put = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  test('reads lists and folders of mails, and says what it found', async () => {
    const list = put(
      'export.csv',
      'email,event\na@firm.example,delivered\nb@firm.example,bounced\nc@firm.example,other\n',
    );
    const mails = join(folder, 'Maildir');
    mkdirSync(join(mails, 'cur'), { recursive: true });
    cpSync(MAILS, join(mails, 'cur'), { recursive: true });
    writeFileSync(join(mails, '.hidden'), 'not read');
    assert.equal(
      await run([list, mails]),
      '7 files: 3 delivered, 5 hard bounces, 2 soft bounces, 0 complaints. Stored of 8 mailboxes; 2 outcomes were known before. ' +
        'Left out: 1 row names no outcome that is known here; 1 notification tells of a delay, or of no address.',
    );
  });

  test('reads addresses of one outcome, from standard input too', async () => {
    assert.match(await run(['-'], { outcome: 'bounced' }, 'a@firm.example\n'), /^1 file: 0 delivered, 1 hard bounce, /);
    assert.match(await run(['-'], { outcome: 'complaint' }, 'a@firm.example\n'), / 1 complaint\. /);
  });

  test('refuses in one line what it cannot do', async () => {
    const list = put('plain.csv', 'a@firm.example\n');
    for (const [paths, options, message] of [
      [[], {}, /^bounces needs a file/],
      [[list], {}, /plain\.csv: No column tells an outcome.* --outcome bounced\.$/],
      [[list], { outcome: 'lost' }, /^--outcome must be bounced, soft_bounce, delivered or complaint, got "lost"/],
      [[join(folder, 'missing.csv')], {}, /missing\.csv cannot be read \(ENOENT\)/],
      [[put('empty.csv', '')], {}, /empty\.csv: The file is empty/],
      [[list], { outcome: 'bounced', account: '999' }, /there is no account 999/],
      [[list], { outcome: 'bounced', account: 'nobody' }, /^--account must be the id of an account/],
    ] as const)
      await assert.rejects(run([...paths], options), (error: unknown) => {
        assert.ok(error instanceof StartupError, String(error));
        assert.match(error.message, message);
        return true;
      });
  });

  test('has an answer in a running service', async () => {
    const service = await openService(settings, await secretsOf(settings), createLog('error'));
    const ask = async (message: unknown): Promise<unknown> => {
      const request = new Request('http://control/bounces', { method: 'POST', body: JSON.stringify(message) });
      return (
        await answerBounces(service, request, (error) => {
          assert.ifError(error);
        })
      ).json();
    };
    const reports = [{ email: 'z@firm.example', outcome: 'hard_bounce', at: '2026-01-26T09:00:00.000Z' }];
    assert.deepEqual(await ask({ account: null, reports }), { mailboxes: 1, repeats: 0, tooOld: 0 });
    assert.deepEqual(await ask({ account: 999, reports }), { error: 'there is no account 999.' });
    assert.deepEqual(((await ask({ account: null, reports: [{ email: 1 }] })) as { code: string }).code, 'bad_request');
    await service.close();
  });
});
