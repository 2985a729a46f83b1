import assert from 'node:assert/strict';
import { test } from 'vitest';
import fc from 'fast-check';
import { clientAddress } from '../../../src/edge/runtime/client-address.js';

test('without proxies of one’s own no header is read', () => {
  fc.assert(
    fc.property(fc.option(fc.string()), (header) => {
      assert.equal(clientAddress(header, '192.0.2.1', 0), '192.0.2.1');
    }),
  );
});

test('whatever a client writes, it is what the outermost of the operator’s proxies saw', () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6());
  fc.assert(
    fc.property(fc.string(), address, fc.array(address, { maxLength: 4 }), (written, client, proxies) => {
      const header = [written, client, ...proxies].join(', ');
      assert.equal(clientAddress(header, '10.0.0.1', proxies.length + 1), client);
    }),
  );
});

test('where a proxy is missing, or the header is, it is the nearest that is known', () => {
  assert.equal(clientAddress('203.0.113.9', '10.0.0.1', 2), '203.0.113.9');
  for (const header of [null, undefined, '', ' , ,']) assert.equal(clientAddress(header, '10.0.0.1', 1), '10.0.0.1');
});
