/** The page about replies of mail servers is what the verifier reads, and the tables are in no bundle that sends no SMTP. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { describe, test } from 'vitest';
import { FILE, smtpRepliesPage } from '../../scripts/smtp-replies.mjs';
import { RULES, TABLES } from '../../src/verifier/smtp/rules.js';
import { whole } from '../support/whole.js';

const root = join(import.meta.dirname, '../..');

describe('the page about replies of mail servers', () => {
  const page = readFileSync(join(root, FILE), 'utf8');

  test('is what `npm run replies` makes of the rules and phrases', async () => {
    assert.equal(page, await smtpRepliesPage());
  });

  test('has every rule and every table', () => {
    assert.equal(page.match(/^\| \d+ /gm)?.length, RULES.length);
    assert.equal(page.match(/^### /gm)?.length, Object.keys(TABLES).length);
  });
});

test.runIf(whole)('the tables of phrases are reached by no entry that asks no mail server', async () => {
  const entries = [
    'verifier/doh.ts',
    'edge/index.ts',
    'edge/runtime/workers.ts',
    'receipt/index.ts',
    'element/bundle.ts',
    'address/index.ts',
  ];
  const { output } = await cruise(
    entries.map((entry) => `src/${entry}`),
    { baseDir: root, doNotFollow: { path: 'node_modules' }, tsConfig: { fileName: 'tsconfig.json' } },
  );
  const files = (output as ICruiseResult).modules.map(({ source }) => source);
  assert.ok(files.includes('src/verifier/doh.ts') && files.length > 50, `${files.length} files`);
  assert.deepEqual(
    files.filter((file) => /smtp\/(phrases|rules|classify|reply-text)/.test(file)),
    [],
  );
});
