/**
 * Writes `test/fixtures/lists`: small files as well-known programs write them, with people and addresses that do not exist.
 * `node scripts/list-fixtures/index.mjs` runs it; test/service/lists/file/fixtures.test.ts says how each must be read.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTACTS } from './contacts.mjs';
import { JSON_FILES } from './json.mjs';
import { PRINTED } from './programs.mjs';
import { REFUSED } from './refused.mjs';
import { SPREADSHEETS } from './spreadsheets.mjs';

const FOLDER = fileURLToPath(new URL('../../test/fixtures/lists', import.meta.url));
const FILES = { ...CONTACTS, ...JSON_FILES, ...PRINTED, ...REFUSED, ...SPREADSHEETS };

mkdirSync(FOLDER, { recursive: true });
for (const [name, content] of Object.entries(FILES)) writeFileSync(join(FOLDER, name), content);
