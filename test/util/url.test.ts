import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { canonicalUrl, httpUrl, isBaseUrl, isOrigin } from '../../src/util/url.js';

describe('a URL', () => {
  test('is parsed when it is http or https, and is null otherwise', () => {
    assert.equal(httpUrl('https://shop.example/a?b')?.pathname, '/a');
    for (const other of ['shop.example', 'localhost:8080/verify/', 'file:///keys.json', '', undefined, null, 7, {}])
      assert.equal(httpUrl(other), null);
  });

  test('is an origin when a browser would write it so', () => {
    for (const origin of ['https://shop.example', 'http://127.0.0.1:8080']) assert.equal(isOrigin(origin), true);
    const others = [
      'https://shop.example/',
      'https://shop.example:443',
      'HTTPS://shop.example',
      'shop.example',
      'null',
    ];
    for (const other of [...others, '', undefined, null, 7, ['https://shop.example']])
      assert.equal(isOrigin(other), false, String(other));
  });

  test('takes a path at its end unless it has credentials, a query or a fragment', () => {
    for (const base of ['https://api.example', 'https://api.example/v1/']) assert.equal(isBaseUrl(base), true);
    for (const other of [
      'https://a:b@api.example',
      'https://api.example?x',
      'https://api.example/#',
      'ftp://api.example',
    ])
      assert.equal(isBaseUrl(other), false, other);
  });

  test('has one canonical form for all its spellings, without a slash at its end', () => {
    for (const url of [
      'https://edge.example/verify',
      'HTTPS://Edge.Example:443/verify/',
      'https:edge.example/a/../verify//',
    ])
      assert.equal(canonicalUrl(url), 'https://edge.example/verify');
    assert.equal(canonicalUrl('https://edge.example'), 'https://edge.example');
    assert.equal(canonicalUrl('no URL/'), 'no URL');
  });
});
