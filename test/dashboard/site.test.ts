import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { readEdgeUrl, readOrigin } from '../../src/dashboard/site.js';

test('reads an origin from what people paste', () => {
  for (const [text, origin] of [
    ['https://shop.example', 'https://shop.example'],
    [' shop.example ', 'https://shop.example'],
    ['https://Shop.Example/join?x=1#y', 'https://shop.example'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ] as const)
    assert.equal(readOrigin(text), origin, text);
});

test('refuses what is no site', () => {
  for (const text of [
    '',
    ' ',
    'ftp://shop.example',
    'javascript:alert(1)',
    'https://a:b@shop.example',
    "https://a'b",
    'a b',
  ])
    assert.equal(readOrigin(text), null, text);
});

test('reads the URL of an edge, with a path', () => {
  assert.equal(readEdgeUrl('https://shop.example/verify/'), 'https://shop.example/verify');
  assert.equal(readEdgeUrl('edge.shop.example'), 'https://edge.shop.example');
  for (const text of [
    'https://shop.example/?a=1',
    'https://shop.example/#a',
    "https://shop.example/a'b",
    'https://x/$(id)',
  ])
    assert.equal(readEdgeUrl(text), null, text);
});

test('gives back nothing that a shell, PHP or HTML would take apart', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string().map((host) => `https://${host}`),
    fc.string().map((path) => `https://shop.example/${path}`),
  );
  fc.assert(
    fc.property(text, (given) => {
      for (const read of [readOrigin(given), readEdgeUrl(given)])
        assert.match(read ?? 'https://shop.example', /^https?:\/\/[\w.:[\]/~-]+$/);
    }),
  );
});
