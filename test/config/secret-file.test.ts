import assert from 'node:assert/strict';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'vitest';
import { keptSecret } from '../../src/config/secret-file.js';

const makeFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-cli-'));
  t.onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
};

test('a secret is made once, for its owner alone, and nothing else stays beside it', async (t) => {
  const folder = makeFolder(t);
  const [first, second] = await Promise.all([keptSecret(folder), keptSecret(folder)]);
  assert.equal(first, second);
  assert.match(first, /^[\w-]{43}$/);
  assert.equal(lstatSync(join(folder, 'secret')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ['secret']);
});

test('a secret is not written to where somebody else has put a link or a file of his own', async (t) => {
  const folder = makeFolder(t);
  const theirs = join(makeFolder(t), 'theirs');
  writeFileSync(theirs, '');
  symlinkSync(theirs, join(folder, `secret.${process.pid}`));
  await keptSecret(folder);
  assert.equal(readFileSync(theirs, 'utf8'), '');
  assert.ok(lstatSync(join(folder, 'secret')).isFile());
});
