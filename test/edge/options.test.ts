import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createEdge } from '../../src/edge/index.js';
import { API_KEY, ISSUER, ORIGIN, receiptKey } from './support.js';

const right = {
  origins: [ORIGIN],
  secret: 'x'.repeat(32),
  receiptKey,
  issuer: ISSUER,
  upstream: { baseUrl: 'https://api.example/', apiKey: API_KEY },
};
const upstreamAt = (baseUrl: string): { upstream: typeof right.upstream } => ({
  upstream: { baseUrl, apiKey: API_KEY },
});

const WRONG: [string, object, RegExp][] = [
  ['origins forgotten', { origins: undefined }, /origins: it takes a list/],
  ['origins in one text', { origins: ORIGIN }, /origins: it takes a list/],
  ['a secret forgotten', { secret: undefined }, /secret: 0 bytes/],
  ['a receipt key forgotten', { receiptKey: undefined }, /receiptKey: /],
  ['an upstream forgotten', { upstream: undefined }, /upstream: it takes/],
  ['no origins', { origins: [] }, /origins: it takes a list/],
  ['any origin', { origins: ['*'] }, /'\*' would let every page/],
  ['a trailing slash', { origins: ['https://shop.example/'] }, /write 'https:\/\/shop\.example'$/],
  ['a path', { origins: ['https://shop.example/form'] }, /write 'https:\/\/shop\.example'$/],
  ['capitals', { origins: ['https://Shop.example'] }, /write 'https:\/\/shop\.example'$/],
  ['a default port', { origins: ['https://shop.example:443'] }, /write 'https:\/\/shop\.example'$/],
  ['a bare host', { origins: ['shop.example'] }, /write 'https:\/\/shop\.example'$/],
  ['an address', { origins: ['ftp://shop.example'] }, /is not an origin; write/],
  ['null', { origins: ['null'] }, /is not an origin/],
  ['a short secret', { secret: 'x'.repeat(31) }, /secret: 31 bytes, but it takes 32/],
  ['a short secret of bytes', { secret: new Uint8Array(16) }, /secret: 16 bytes/],
  [
    'a receipt key without its private half',
    { receiptKey: { ...receiptKey, d: undefined } },
    /receiptKey: its private half, d, is missing, .*generateReceiptKey/,
  ],
  ['an issuer that is no URL', { issuer: 'edge' }, /issuer: /],
  [
    'a base path without a slash',
    { basePath: 'verify' },
    /basePath: 'verify' is not a path; write '' or one like '\/verify'/,
  ],
  ['a base path with a slash at its end', { basePath: '/verify/' }, /basePath: /],
  ['no upstream URL', upstreamAt('api.example'), /upstream\.baseUrl: /],
  ['an upstream URL with a query', upstreamAt('https://api.example/?x'), /upstream\.baseUrl: /],
  [
    'an upstream URL with a password',
    upstreamAt('https://user:hunter2@api.example'),
    /upstream\.baseUrl: (?!.*hunter2)/,
  ],
  ['an empty key', { upstream: { baseUrl: 'https://api.example', apiKey: '' } }, /upstream\.apiKey: /],
  ['no time', { upstream: { ...right.upstream, timeoutMs: 0 } }, /upstream\.timeoutMs: /],
  ['a quota of none', { quotas: { checksPerDay: 0 } }, /quotas\.checksPerDay: it takes an integer of 1 or more/],
  ['a quota of half', { quotas: { checksPerToken: 0.5 } }, /quotas\.checksPerToken: /],
];

test('the right options are taken', () => {
  assert.doesNotThrow(() => createEdge(right));
});

for (const [name, over, message] of WRONG) {
  test(`${name}: the edge does not start, and says what would be right`, () => {
    assert.throws(() => createEdge({ ...right, ...over }), { name: 'TypeError', message });
  });
}
