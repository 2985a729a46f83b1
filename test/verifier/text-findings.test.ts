import assert from 'node:assert/strict';
import { afterAll, describe, test } from 'vitest';
import { createVerifier } from '../../src/verifier/index.js';
import { unaskedResult } from '../../src/verifier/text-findings.js';
import { startDnsServer } from '../support/dns-server.js';

describe('the result of an address of which nobody is asked', async () => {
  const dns = await startDnsServer({
    zone: {
      'firm.org': { MX: ['mx.firm.org'] },
      'gnail.com': { MX: ['mx.firm.org'] },
      'mx.firm.org': { A: ['1.2.3.4'] },
    },
  });
  const verifier = createVerifier({ dnsServers: [dns.address] });
  afterAll(async () => {
    await verifier.close();
    await dns.close();
  });

  test('is that of a check where nothing is left to ask', async () => {
    for (const email of ['no address', 'anna@', '', 'info@example.com', 'anna@mail.test']) {
      const { checked_at, ...result } = unaskedResult(email);
      assert.ok(Math.abs(Date.parse(checked_at) - Date.now()) < 60_000);
      assert.deepEqual({ ...result, checked_at: '' }, { ...(await verifier.verify(email)), checked_at: '' });
    }
    assert.deepEqual(dns.queries, []);
  });

  test('differs from a check without SMTP only by the mail server', async () => {
    for (const email of ['anna@firm.org', 'Info+news@FIRM.org', 'jörg@firm.org', 'anna@gnail.com']) {
      const verified = await verifier.verify(email);
      assert.notEqual(verified.mx_record, '');
      assert.deepEqual({ ...unaskedResult(email), checked_at: '' }, { ...verified, mx_record: '', checked_at: '' });
    }
  });
});
