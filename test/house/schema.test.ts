/** The page of the tables is what the migrations and the statements of the service make. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { FILE, schemaPage } from '../../scripts/schema.mjs';
import { whole } from '../support/whole.js';

test.runIf(whole)('the page of the tables is what `npm run schema` makes of the migrations', async () => {
  assert.equal(readFileSync(join(import.meta.dirname, '../..', FILE), 'utf8'), await schemaPage());
});
