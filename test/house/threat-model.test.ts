import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { root } from '../support/manifest.js';

describe('the threat model', () => {
  it('names tests that there are', () => {
    const text = readFileSync(join(root, 'docs/threat-model.md'), 'utf8');
    const section = text.slice(text.indexOf('## What an account can do'), text.indexOf('## Assumptions'));
    const rows = section.split('\n').filter((line) => line.includes('.test.ts`'));
    assert.ok(rows.length > 10);
    for (const row of rows)
      for (const [, file = '', , name] of row.matchAll(/`([\w./-]+\.test\.ts)`(: ([^;|]+))?/g)) {
        const source = readFileSync(join(root, 'test', file), 'utf8');
        if (name !== undefined) assert.ok(source.includes(name.trim()), `${file}: ${name}`);
      }
  });
});
