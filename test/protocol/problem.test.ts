import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { PROBLEMS, problemResponse, type ProblemCode } from '../../src/protocol/index.js';

describe('a problem', () => {
  test('is answered with its own status, as problem+json, and says the same to those who expect code and message', async () => {
    for (const code of Object.keys(PROBLEMS) as ProblemCode[]) {
      const response = problemResponse(code, 'This was wrong; that would be right.', { 'retry-after': '1' });
      assert.equal(response.headers.get('content-type'), 'application/problem+json');
      assert.equal(response.headers.get('retry-after'), '1');
      const body = (await response.json()) as Record<string, unknown>;
      assert.deepEqual(Object.keys(body).sort(), ['code', 'detail', 'message', 'status', 'title', 'type']);
      assert.equal(body['status'], response.status);
      assert.equal(body['detail'], body['message']);
      assert.ok(response.status >= 400);
    }
  });
});
