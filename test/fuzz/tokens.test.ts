import assert from 'node:assert/strict';
import { test } from 'vitest';
import fc from 'fast-check';
import { deriveKeys } from '../../src/edge/derived-keys.js';
import { createTokens } from '../../src/edge/token.js';
import { Refusal } from '../../src/protocol/refusal.js';
import { claimsAt, eddsa, es256, reasonOf, signWith } from '../receipt/support.js';
import { ORIGIN, SECRET } from '../edge/support.js';
import { runs } from '../support/whole.js';
import { mutated } from './mutated.js';

const WORDS = ['.', '=', '-', '_', '+', '/', ' ', '\n', '\0', 'e30', 'A', 'eyJhbGciOiJub25lIn0', '%2e', '\u00e9'];
const now = Date.now();

test('no text but a receipt itself is taken for it', async () => {
  const receipts = await Promise.all([eddsa, es256].map((key) => signWith(key, claimsAt(now))));
  await fc.assert(
    fc.asyncProperty(mutated(receipts, WORDS), async (text) => {
      const reason = await reasonOf(text, [eddsa, es256]);
      assert.equal(reason === 'ok', receipts.includes(text), `${reason}: ${text}`);
    }),
    { numRuns: runs(10_000, 1000) },
  );
});

test('no text but a token itself is taken for it', async () => {
  const keys = await deriveKeys(new TextEncoder().encode(SECRET));
  const client = { hash: 'hash', network: '192.0.2.0/24' } as never;
  const tokens = await Promise.all(
    Array.from({ length: 3 }, () =>
      createTokens([keys]).issue({ origin: ORIGIN, client }, { checks: 5, rung: 0 }, now),
    ),
  );
  // One that has issued none remembers none.
  const tokensOfAnother = createTokens([keys]);
  await fc.assert(
    fc.asyncProperty(mutated(tokens, WORDS), async (text) => {
      const taken = await tokensOfAnother.read(text, { origin: ORIGIN, client }, now).then(
        () => true,
        (error: unknown) => {
          assert(error instanceof Refusal, String(error));
          return false;
        },
      );
      assert.equal(taken, tokens.includes(text), text);
    }),
    { numRuns: runs(10_000, 1000) },
  );
});
