import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/service/http/request-text.js';
import { Refusal } from '../../../src/protocol/refusal.js';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const isRefused = (error: unknown): boolean => error instanceof Refusal && error.code === 'bad_request';

describe('JSON in a request', () => {
  it('is read to a depth of a hundred, whatever brackets its strings have', () => {
    assert.deepEqual(parseJson(nested(100)), JSON.parse(nested(100)));
    for (const text of ['['.repeat(200), `\\"${'{'.repeat(200)}`, '\\'])
      assert.equal(parseJson(JSON.stringify(text)), text);
    assert.deepEqual(parseJson(JSON.stringify(Array.from({ length: 200 }, () => [{}]))), Array(200).fill([{}]));
  });

  it('is refused when it is deeper, before it is parsed', () => {
    assert.throws(() => parseJson(nested(101)), isRefused);
    assert.throws(() => parseJson('{"a":'.repeat(101)), isRefused);
    const started = performance.now();
    assert.throws(() => parseJson(nested(524_288)), isRefused);
    // Half a second when it was parsed.
    expect(performance.now() - started).toBeLessThan(100);
  });
});
