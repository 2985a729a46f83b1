import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { countNames, readSignedLists, writeSignedLists } from '../../../src/service/domain-lists/signed-lists.js';
import { KEYS, listsWith } from './lists.js';

const { privateKey, publicKey } = KEYS;
const MADE = '2026-03-01T12:00:00.000Z';
const text = writeSignedLists(listsWith(MADE, { disposable: ['fresh.zzfresh'], free: ['new.example'] }), privateKey);

describe('signed lists of domains', () => {
  it('are read as they were written', () => {
    const lists = readSignedLists(text, publicKey);
    assert.equal(lists.madeAt.toISOString(), MADE);
    assert.deepEqual(lists.disposable.names['zzfresh'], { 5: 'fresh' });
    assert.ok(lists.free.includes('new.example'));
    const [before, after] = [countNames(listsWith(MADE)), countNames(lists)];
    assert.equal(after['disposable'], (before['disposable'] ?? 0) + 1);
    assert.ok((before['disposable'] ?? 0) > 100_000);
    assert.equal(after['free'], (before['free'] ?? 0) + 1);
  });

  it('are refused with another signature, and with anything else than was signed', () => {
    const other = writeSignedLists(listsWith(MADE), generateKeyPairSync('ed25519').privateKey);
    for (const wrong of [other, text.replace('fresh', 'frosh'), `${text}x`, text.split('\n', 1)[0] ?? '', '', '\n\n'])
      assert.throws(() => readSignedLists(wrong, publicKey), /^Error: the signature is wrong$/);
    fc.assert(
      fc.property(fc.nat({ max: text.length - 2 }), fc.nat({ max: 9 }), (at, digit) => {
        const changed = text.slice(0, at) + String(digit) + text.slice(at + 1);
        if (changed !== text) assert.throws(() => readSignedLists(changed, publicKey));
      }),
      { numRuns: 50 },
    );
  });

  it('are refused in another format, though it is signed', () => {
    const signed = (line: string): string =>
      `${line}\n${sign(null, Buffer.from(line), privateKey).toString('base64')}\n`;
    const format = 'email-verify domain lists 1';
    const right = { format, made_at: MADE, disposable: { names: {}, strengths: {} }, free: [] };
    assert.doesNotThrow(() => readSignedLists(signed(JSON.stringify(right)), publicKey));
    assert.throws(() => readSignedLists(signed('{'), publicKey), /it is not JSON/);
    for (const wrong of [
      { ...right, format: `${format}0` },
      { ...right, made_at: 'today' },
      { ...right, free: ['no domain'] },
      { ...right, free: ['firm'] },
      { ...right, more: true },
      { ...right, disposable: { names: { com: { 3: 'abcd' } }, strengths: {} } },
      { ...right, disposable: { names: { com: { 3: 'A-1' } }, strengths: {} } },
      { ...right, disposable: { names: { 'c.om': { 3: 'abc' } }, strengths: {} } },
      { ...right, disposable: { names: { com: { 3: 'abc' } }, strengths: { com: { 3: '000' } } } },
      null,
    ])
      assert.throws(() => readSignedLists(signed(JSON.stringify(wrong)), publicKey), /another format/);
  });
});
