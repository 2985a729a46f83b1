import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { checkCallbackUrl, readCallbackUrl } from '../../../../src/service/lists/callbacks/url.js';
import { Refusal } from '../../../../src/protocol/refusal.js';

/** Hosts of each kind that are not of the Internet, in forms that a URL may have. */
const PRIVATE_HOSTS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0x7f.1',
  '%31%32%37.0.0.1',
  '127.0.0.1.',
  '\uff11\uff12\uff17.0.0.1',
  '0.0.0.0',
  '0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:0a01:0203::1]',
  '[fc00::1]',
  '[fd12::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[2001::1]',
];

const faultOf = (text: string, allowPrivate = false): string | null => {
  const url = readCallbackUrl(text, allowPrivate);
  return typeof url === 'string' ? url : null;
};

describe('a URL for callbacks', () => {
  it('has a host of the Internet', () => {
    for (const host of ['shop.example', '8.8.8.8', '[2606:4700::1111]', 'b\u00fccher.example', 'shop.example.'])
      assert.equal(faultOf(`https://${host}/callbacks?a=b`), null, host);
    for (const host of PRIVATE_HOSTS)
      assert.match(faultOf(`https://${host}/callbacks`) ?? '', /not of a private network/, host);
  });

  it('may have a private host, and http, where that is allowed', () => {
    for (const host of PRIVATE_HOSTS) assert.equal(faultOf(`http://${host}/`, true), null, host);
    assert.match(faultOf('http://shop.example/') ?? '', /^an https URL/);
  });

  it('has the port of its scheme, 8443, or another one from 1024', () => {
    for (const port of [443, 8443, 1024, 65_535]) assert.equal(faultOf(`https://shop.example:${port}/`), null);
    for (const port of [0, 22, 25, 80, 1023]) assert.match(faultOf(`https://shop.example:${port}/`) ?? '', /port 443/);
    assert.equal(faultOf('http://shop.example:80/', true), null);
    for (const port of [25, 443]) assert.match(faultOf(`http://shop.example:${port}/`, true) ?? '', /port 80/);
  });

  it('is https, without a user and a fragment, and not long', () => {
    for (const text of [
      '',
      'shop.example',
      '//shop.example',
      'ftp://shop.example/',
      'javascript:1',
      'file:///etc/passwd',
    ])
      assert.match(faultOf(text) ?? '', /^an https URL/, text);
    for (const text of ['https://a@shop.example/', 'https://a:b@shop.example/', 'https://:b@shop.example/'])
      assert.match(faultOf(text) ?? '', /without a user/, text);
    assert.match(faultOf('https://shop.example/#a') ?? '', /without a fragment/);
    assert.match(faultOf(`https://shop.example/${'a'.repeat(2000)}`) ?? '', /at most 2000/);
  });

  it('is refused with what would be right, and without the URL', () => {
    assert.throws(
      () => checkCallbackUrl('https://anna:secret@shop.example/', false),
      (error) =>
        error instanceof Refusal &&
        error.code === 'bad_request' &&
        error.detail === 'callback_url must be a URL without a user and a password.',
    );
    assert.equal(checkCallbackUrl('https://SHOP.example:443/a b', false), 'https://shop.example/a%20b');
  });
});
