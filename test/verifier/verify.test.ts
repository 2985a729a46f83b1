import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { createVerifier } from '../../src/verifier/index.js';
import { setUp, ZONE } from './zone.js';

test('a result has the ten fields of the interface, exactly', async (t) => {
  const { verifier } = await setUp(t, { now: () => new Date('2026-01-31T12:00:00.789Z') });
  assert.deepEqual(await verifier.verify('Info+News@FIRM.org'), {
    email: 'Info+News@FIRM.org',
    status: 'valid',
    checked_at: '2026-01-31T12:00:00+00:00',
    account: 'Info+News',
    domain: 'firm.org',
    quality: 'safe',
    score: 0.92,
    mx_record: 'mx.firm.org',
    did_you_mean: null,
    sub_status: ['smtp_not_checked', 'role_account', 'subaddress'],
  });
});

describe('the walk ends early', () => {
  test('at the syntax, with nothing asked', async (t) => {
    const { dns, verifier } = await setUp(t);
    for (const email of [
      '',
      'anna',
      'anna@',
      'anna@firm',
      'an\0na@firm.org',
      'anna@firm.org\r\nRCPT TO:<x@y.org>',
      '\ud800@firm.org',
      'a'.repeat(1e5),
    ]) {
      const result = await verifier.verify(email);
      assert.deepEqual([result.status, result.quality, result.score], ['invalid', 'unsafe', 0], email);
      assert.equal(result.sub_status[0], 'syntax_error');
      assert.deepEqual([result.email, result.account, result.domain, result.mx_record], [email, '', '', '']);
    }
    assert.equal(dns.queries.length, 0);
  });

  test('at a reserved domain, with nothing asked', async (t) => {
    const { dns, verifier } = await setUp(t);
    const { status, sub_status } = await verifier.verify('anna@mail.example.com');
    assert.deepEqual([status, sub_status], ['invalid', ['reserved_domain']]);
    assert.equal(dns.queries.length, 0);
  });
});

describe('what kind of address it is', () => {
  for (const [email, status, quality, ...codes] of [
    ['anna@mailinator.com', 'risky', 'unsafe', 'smtp_not_checked', 'disposable'],
    ['anna@angi.com', 'risky', 'caution', 'smtp_not_checked', 'possible_disposable'],
    ['anna@new-one.org', 'risky', 'caution', 'smtp_not_checked', 'disposable_host'],
    ['anna@duck.com', 'valid', 'safe', 'smtp_not_checked', 'relay'],
    ['info@firm.org', 'valid', 'safe', 'smtp_not_checked', 'role_account'],
    ['anna@gmail.com', 'valid', 'safe', 'smtp_not_checked', 'free_provider'],
    ['anna+x@firm.org', 'valid', 'safe', 'smtp_not_checked', 'subaddress'],
    ['jörg@münchen.de', 'valid', 'safe', 'smtputf8_required', 'smtp_not_checked'],
    ['joerg@münchen.de', 'valid', 'safe', 'smtp_not_checked'],
  ] as const) {
    test(`${email}: ${status}, ${quality}, ${codes.join(', ')}`, async (t) => {
      const { verifier } = await setUp(t);
      const result = await verifier.verify(email);
      assert.deepEqual([result.status, result.quality, result.sub_status], [status, quality, codes]);
    });
  }

  test('shows an international domain in its ASCII form', async (t) => {
    const { verifier } = await setUp(t);
    const { account, domain } = await verifier.verify('jörg@MÜNCHEN.de');
    assert.deepEqual([account, domain], ['jörg', 'xn--mnchen-3ya.de']);
  });
});

describe('did you mean', () => {
  for (const [what, email, meant, status, ...codes] of [
    [
      'a domain that does not exist',
      'anna@gamil.com',
      'anna@gmail.com',
      'invalid',
      'domain_not_found',
      'possible_typo',
    ],
    ['a text that is no address', 'anna@gmail.com.', 'anna@gmail.com', 'invalid', 'syntax_error', 'possible_typo'],
    ['a broken ending', 'anna@firm.con', 'anna@firm.com', 'invalid', 'domain_not_found', 'possible_typo'],
    [
      'a squatter who takes mail one typo away from a large provider',
      'anna@gmial.com',
      'anna@gmail.com',
      'risky',
      'smtp_not_checked',
      'possible_typo',
    ],
    ['a less certain typo, when the domain takes mail', 'anna@hmail.com', null, 'valid', 'smtp_not_checked'],
    [
      'a less certain typo, when the domain does not exist',
      'anna@fmail.com',
      'anna@gmail.com',
      'invalid',
      'domain_not_found',
      'possible_typo',
    ],
    ['no typo', 'anna@firm.org', null, 'valid', 'smtp_not_checked'],
  ] as const) {
    test(`${what}: ${meant ?? 'nothing'}`, async (t) => {
      const { verifier } = await setUp(t);
      const result = await verifier.verify(email);
      assert.deepEqual([result.did_you_mean, result.status, result.sub_status], [meant, status, codes]);
    });
  }

  test('a less certain typo stays when DNS could not tell', async (t) => {
    const { dns, verifier } = await setUp(t);
    dns.setMode('servfail');
    const result = await verifier.verify('anna@hmail.com');
    assert.deepEqual([result.status, result.did_you_mean], ['unknown', 'anna@gmail.com']);
    assert.deepEqual(result.sub_status, ['dns_error', 'possible_typo']);
  });
});

test('a DNS server that cannot be read is refused when the verifier is made', () => {
  assert.throws(() => createVerifier({ dnsServers: ['not a server'] }), /not a server/);
});

test('whatever is typed gets a result', async (t) => {
  const { verifier } = await setUp(t);
  const domain = fc.constantFrom(
    ...Object.keys(ZONE).filter((name) => !/silent|garbage|slow/.test(name)),
    'no-such-firm.org',
    'x',
    'ü.de',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(fc.string(), domain).map(([local, name]) => `${local}@${name}`),
  );
  await fc.assert(
    fc.asyncProperty(text, async (typed) => {
      const result = await verifier.verify(typed);
      assert.equal(result.email, typed);
      assert.equal(result.did_you_mean === null, !result.sub_status.includes('possible_typo'));
    }),
    { numRuns: 300 },
  );
});
