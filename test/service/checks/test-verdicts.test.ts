import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import type { ValidationResult } from '../../../src/protocol/index.js';
import type { Service, ServiceEvent } from '../../../src/service/index.js';
import { check, problemOf } from '../harness.js';
import { scriptedVerifier } from '../scripted.js';
import { onBothStores } from '../stores.js';

/** The clock stands still: the rate limit counts within one second, however long that takes. */
const START = new Date('2026-01-15T12:00:00Z');

onBothStores('a test key', ({ place, open }) => {
  let service: Service;
  let key: string;
  const events: ServiceEvent[] = [];
  const verifier = scriptedVerifier();
  verifier.verify = () => assert.fail('no network');

  const ask = (email: string, more = ''): Promise<Response> =>
    service.fetch(
      new Request(`http://service/api/validate?email=${encodeURIComponent(email)}${more}`, {
        headers: { 'x-api-key': key },
      }),
    );
  const resultOf = async (email: string, more = ''): Promise<ValidationResult> => {
    const response = await ask(email, more);
    assert.equal(response.status, 200);
    return (await response.json()) as ValidationResult;
  };

  beforeAll(async () => {
    service = await open(await place(), { verifier, clock: () => START, observe: (event) => events.push(event) });
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
    ({ key } = await service.keys.add(service.firstAccount, { mode: 'test' }));
  });

  it('answers the verdict that the local part names, at any domain', async () => {
    const rows = {
      valid: ['valid', 'safe', []],
      invalid: ['invalid', 'unsafe', ['mailbox_not_found']],
      risky: ['risky', 'caution', ['mailbox_full']],
      unknown: ['unknown', 'unknown', ['smtp_unavailable']],
      disposable: ['risky', 'unsafe', ['disposable']],
      catch_all: ['risky', 'caution', ['catch_all']],
      role_account: ['valid', 'safe', ['role_account']],
      anybody: ['valid', 'safe', []],
    };
    for (const [local, expected] of Object.entries(rows)) {
      for (const email of [`${local}@example.com`, ` ${local.toUpperCase()}+x@Firma-Eins.DE`]) {
        const { status, quality, sub_status, email: echo } = await resultOf(email);
        assert.deepEqual([status, quality, sub_status, echo], [...expected, email], email);
      }
    }
    const { did_you_mean, sub_status } = await resultOf('typo@gmial.com');
    assert.deepEqual([did_you_mean, sub_status], ['valid@gmial.com', ['possible_typo']]);
    assert.deepEqual((await resultOf('no address')).sub_status, ['syntax_error']);
  });

  it('answers in the shape of a live key', async () => {
    const live = await open(await place());
    const expected = (await (await check(live, 'valid@example.com')).json()) as object;
    const result = await resultOf('valid@example.com');
    assert.deepEqual(Object.keys(result).sort(), Object.keys(expected).sort());
    assert.deepEqual(Object.keys(result), Object.keys(expected));
  });

  it('answers slow@ at the deadline, error@ as 500 and limited@ as 429', async () => {
    const started = performance.now();
    assert.deepEqual((await resultOf('slow@example.com', '&timeout_ms=300')).sub_status, ['smtp_timeout']);
    assert.ok(performance.now() - started > 250);
    const error = await ask('error@example.com');
    assert.deepEqual([error.status, (await problemOf(error)).code], [500, 'internal_error']);
    const limited = await ask('limited@example.com');
    assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '1']);
    assert.equal(limited.headers.get('ratelimit'), '"standard";r=0;t=1');
  });

  it('counts what error@ and limited@ answer apart from failures', async () => {
    events.length = 0;
    await ask('error@example.com');
    await ask('limited@example.com');
    await ask('');
    assert.deepEqual(
      events.map((event) => event.event === 'request' && [event.status, event.code]),
      [
        [500, 'test_key'],
        [429, 'test_key'],
        [400, 'missing_email'],
      ],
    );
  });

  it('costs nothing, and has the rate limit of its account', async () => {
    const account = await service.fetch(new Request('http://service/api/account', { headers: { 'x-api-key': key } }));
    assert.deepEqual(((await account.json()) as { credits: object }).credits, { free: 100, bought: 0, reserved: 0 });
    await service.accounts.setPlan(service.firstAccount, 'standard');
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('valid@example.com')));
    assert.ok(answers.some(({ status }) => status === 429));
    assert.ok(answers.some(({ headers }) => headers.get('ratelimit')?.startsWith('"standard";r=4')));
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
  });
});
