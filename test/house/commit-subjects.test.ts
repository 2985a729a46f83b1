/** `scripts/commit-subjects.mjs`, in a repository of this test. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { root } from '../support/manifest.js';

describe('the check of commit subjects', () => {
  let folder: string;

  const git = (args: string[], date?: string): void => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
    const env = { ...process.env, ...(date !== undefined && { GIT_COMMITTER_DATE: date }) };
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', env });
    assert.equal(status, 0, stderr);
  };
  const commit = (subject: string, date?: string): void => {
    git(['commit', '--quiet', '--allow-empty', '--message', `${subject}\n\n${'body '.repeat(40)}`], date);
  };
  const check = () =>
    spawnSync(process.execPath, [join(root, 'scripts/commit-subjects.mjs'), folder, '2021-01-01'], {
      encoding: 'utf8',
    });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'email-verify-commits-'));
    git(['init', '--quiet']);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('leaves older commits alone', () => {
    commit('a'.repeat(73), '2020-12-31T12:00:00Z');
    assert.equal(check().status, 0);
  });

  test('accepts 72 characters, and refuses 73', () => {
    commit('b'.repeat(72));
    assert.equal(check().status, 0);
    commit('c'.repeat(73));
    const { status, stderr } = check();
    assert.equal(status, 1);
    assert.match(stderr, /^[\da-f]+: the subject has 73 characters, 72 are allowed: c{73}\n$/);
  });
});
