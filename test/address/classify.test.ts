import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { classify } from '../../src/address/classify.js';
import { SUB_STATUSES } from '../../src/protocol/index.js';

describe('the kind of an address', () => {
  for (const [address, ...codes] of [
    ['anna@firm.com'],
    ['anna@gmail.com', 'free_provider'],
    ['anna@GMX.de', 'free_provider'],
    ['anna@yahoo.com.ph', 'free_provider'],
    ['anna+news@firm.com', 'subaddress'],
    ['anna+@firm.com', 'subaddress'],
    ['+anna@firm.com'],
    ['info@firm.com', 'role_account'],
    ['No-Reply@firm.com', 'role_account'],
    ['postmaster+x@gmail.com', 'role_account', 'free_provider', 'subaddress'],
    ['informer@firm.com'],
    ['anna@mailinator.com', 'disposable'],
    ['anna@any.mailinator.com', 'disposable'],
    ['info+x@angi.com', 'possible_disposable', 'role_account', 'subaddress'],
    ['anna@notmailinator.example', 'reserved_domain'],
    ['anna@duck.com', 'relay'],
    ['x@privaterelay.appleid.com', 'relay'],
    ['x@anna.anonaddy.com', 'relay'],
    ['x@4wrd.cc', 'relay'],
    ['x@anna.mailer.me', 'relay'],
    ['x@myclkd.com', 'relay'],
    ['x@myclkd.email', 'relay'],
    ['x@nicoric.com', 'relay'],
    ['x@hideaddress.net', 'relay'],
    ['x@mailsire.com', 'relay'],
    ['x@secret.fyi', 'relay'],
    ['x@use.startmail.com', 'relay'],
    ['anna@startmail.com', 'free_provider'],
    ['anna@appleid.com'],
    ['anna@example.com', 'reserved_domain'],
    ['anna@mail.example.org', 'reserved_domain'],
    ['anna@firm.test', 'reserved_domain'],
    ['anna@firm.localhost', 'reserved_domain'],
    ['anna@firm.invalid', 'reserved_domain'],
    ['anna@printer.local', 'reserved_domain'],
    ['anna@firm.onion', 'reserved_domain'],
    ['anna@firm.alt', 'reserved_domain'],
    ['anna@myexample.com'],
    ['anna@test.com'],
    ['anna@1.168.192.in-addr.arpa', 'reserved_domain'],
    ['kundenservice@firma.de', 'role_account'],
    ['Büro@firma.at', 'role_account'],
    ['bu\u0308ro@firma.at', 'role_account'],
    ['客服@公司.中国', 'role_account'],
    ['поддержка+x@фирма.рф', 'role_account', 'subaddress'],
    ['rosa@firm.com'],
    ['anna@MAILINATOR.COM', 'disposable'],
    ['anna@a.b.mailinator.com', 'disposable'],
    ['anna@constructor'],
    ['anna@firm.constructor'],
    ['"info"@firm.com', 'role_account'],
    ['anna@firm'],
    ['info'],
  ] as const) {
    test(`${address} is ${codes.join(', ') || 'nothing special'}`, () => {
      assert.deepEqual(classify(address), codes);
    });
  }
});

test('whatever is typed, it never throws, and the codes come in the order of the protocol', () => {
  const local = fc.constantFrom('info', 'info+x', 'anna', '', '+', '"a b"', '\ud800');
  const domain = fc.oneof(
    fc.constantFrom('mailinator.com', 'angi.com', 'duck.com', 'gmail.com', 'a.test', 'x'),
    fc.domain(),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.tuple(local, domain).map(([a, b]) => `${a}@${b}`),
      ),
      (typed) => {
        const codes = classify(typed);
        assert.deepEqual(
          codes,
          SUB_STATUSES.filter((code) => codes.includes(code)),
        );
      },
    ),
  );
});
