import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import type { ValidationResult } from '../../../src/protocol/index.js';
import type { Service } from '../../../src/service/index.js';
import { check, problemOf } from '../harness.js';
import { KEY } from '../scripted.js';
import { onBothStores } from '../stores.js';
import { sign, SIGNING_KEYS } from './providers/sign.js';

const BOUNCE = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'anna@firm.org', BouncedAt: '2026-01-31T12:00:00Z' };

onBothStores('sources of outcomes', ({ place, open }) => {
  let service: Service;
  let where: Awaited<ReturnType<typeof place>>;
  let testKey = '';
  const lines: object[] = [];

  const ask = (path: string, method = 'GET', body?: unknown, key = KEY): Promise<Response> =>
    service.fetch(
      new Request(new URL(path, 'http://service'), {
        method,
        headers: { ...(key && { 'x-api-key': key }), 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  const add = async (provider: string, signing_key?: string): Promise<{ id: number; url: string }> => {
    const response = await ask('/api/outcomes/sources/add', 'POST', { provider, ...(signing_key && { signing_key }) });
    assert.equal(response.status, 201, await response.clone().text());
    return (await response.json()) as { id: number; url: string };
  };
  /** A provider sends without a key of ours. */
  const send = (url: string, { text, headers }: { text: string; headers: Record<string, string> }): Promise<Response> =>
    service.fetch(new Request(url, { method: 'POST', headers, body: text }));
  const verdictOf = async (email: string): Promise<string[]> => {
    const { status, sub_status } = (await (await check(service, email)).json()) as ValidationResult;
    return [status, ...sub_status];
  };

  beforeAll(async () => {
    where = await place();
    const log = (fields: object): void => void lines.push(fields);
    service = await open(where, {
      clock: () => new Date('2026-03-01T12:00:00Z'),
      log: { info: log, warn: log, error: log },
    });
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
    testKey = (await service.keys.add(service.firstAccount, { mode: 'test' })).key;
  });

  it('take the messages of a provider at an address of their own, and tell nothing of it in the log', async () => {
    const { url } = await add('postmark');
    assert.match(url, /^http.*\/api\/outcomes\/postmark\/[\w-]{32}$/);
    assert.deepEqual(await verdictOf('anna@firm.org'), ['valid']);
    const response = await send(url, sign('postmark', BOUNCE));
    assert.deepEqual([response.status, await response.json()], [200, { mailboxes: 1 }]);
    assert.deepEqual(await verdictOf('anna@firm.org'), ['invalid', 'bounced']);
    const logged = JSON.stringify(lines);
    assert.ok(logged.includes('/api/outcomes/{provider}/{secret}'));
    assert.ok(!logged.includes(url.slice(-32)) && !logged.includes('anna@'));
    const { sources } = (await (await ask('/api/outcomes/sources')).json()) as { sources: object[] };
    assert.deepEqual(sources, [
      {
        id: 1,
        provider: 'postmark',
        created_at: '2026-03-01T12:00:00+00:00',
        last_used_at: '2026-03-01T12:00:00+00:00',
        reports: 1,
      },
    ]);
  });

  it('check the signature of a provider that has one, with the key that was given', async () => {
    const { url } = await add('sendgrid', SIGNING_KEYS.sendgrid);
    const events = [{ email: 'bert@firm.org', timestamp: 1_769_860_800, event: 'bounce', type: 'bounce' }];
    const signed = sign('sendgrid', events);
    const forged = await send(url, { ...signed, text: signed.text.replace('bert', 'cara') });
    assert.equal(forged.status, 403);
    assert.equal((await problemOf(forged)).code, 'wrong_signature');
    assert.deepEqual(await verdictOf('cara@firm.org'), ['valid']);
    assert.equal((await send(url, signed)).status, 200);
    assert.deepEqual(await verdictOf('bert@firm.org'), ['invalid', 'bounced']);
    // The same message, once more.
    assert.equal((await send(url, signed)).status, 200);
  });

  it('say which key a provider needs', async () => {
    for (const [body, detail] of [
      [{ provider: 'sendgrid' }, /^signing_key must be the verification key of SendGrid/],
      [{ provider: 'sendgrid', signing_key: 'abc' }, /^signing_key must be the verification key of SendGrid/],
      [{ provider: 'resend', signing_key: 'abc' }, /^signing_key must be the signing secret of Resend/],
      [{ provider: 'mailgun', signing_key: 'a b' }, /^signing_key must be Mailgun/],
      [{ provider: 'postmark', signing_key: 'abc' }, /^postmark has no signing key/],
      [{ provider: 'gmail' }, /^provider must be one of ses, sendgrid/],
    ] as const) {
      const response = await ask('/api/outcomes/sources/add', 'POST', body);
      assert.equal(response.status, 400);
      assert.match((await problemOf(response)).detail, detail);
    }
  });

  it('are at no other address, and no test key has them', async () => {
    const { url } = await add('brevo');
    for (const wrong of [
      url.replace('brevo', 'postmark'),
      url.replace('brevo', 'gmail'),
      url.slice(0, -1),
      `${url.slice(0, -32)}${'a'.repeat(32)}`,
      `${url.slice(0, -32)}%00`,
    ])
      assert.equal((await send(wrong, sign('postmark', BOUNCE))).status, 404, wrong);
    for (const [path, method, body] of [
      ['/api/outcomes/sources', 'GET', undefined],
      ['/api/outcomes/sources/add', 'POST', { provider: 'brevo' }],
      ['/api/outcomes/sources/1', 'DELETE', undefined],
    ] as const) {
      assert.equal((await ask(path, method, body, testKey)).status, 403);
      assert.equal((await ask(path, method, body, 'evk_wrong')).status, 401);
      assert.equal((await ask(path, method, body, '')).status, 401);
    }
  });

  it('end when they are deleted', async () => {
    const { id, url } = await add('mailjet');
    const message = sign('mailjet', { event: 'sent', email: 'dora@firm.org', time: 1_769_860_800 });
    assert.equal((await send(url, message)).status, 200);
    assert.deepEqual(await (await ask(`/api/outcomes/sources/${id}`, 'DELETE')).json(), { deleted: true });
    assert.equal((await send(url, message)).status, 404);
    assert.equal((await ask(`/api/outcomes/sources/${id}`, 'DELETE')).status, 404);
    assert.equal((await ask('/api/outcomes/sources/x', 'DELETE')).status, 404);
  });

  it('refuse what is too large or no JSON, and are twenty at most', async () => {
    const { url } = await add('postmark');
    assert.equal((await send(url, { text: `"${'a'.repeat(1_048_576)}"`, headers: {} })).status, 413);
    assert.equal((await send(url, { text: 'bounce', headers: {} })).status, 400);
    let made = 0;
    for (;;) {
      const response = await ask('/api/outcomes/sources/add', 'POST', { provider: 'brevo' });
      if (response.status === 409) break;
      assert.equal(response.status, 201);
      made += 1;
    }
    assert.equal(made, 16);
  });

  it('go on after a restart, and end with another SECRET', async () => {
    const { sources } = (await (await ask('/api/outcomes/sources')).json()) as { sources: { id: number }[] };
    await ask(`/api/outcomes/sources/${sources.at(-1)?.id}`, 'DELETE');
    const { url } = await add('mailgun', SIGNING_KEYS.mailgun);
    const message = sign('mailgun', {
      'event-data': { event: 'complained', recipient: 'emil@firm.org', timestamp: 1_769_860_800 },
    });
    await service.close();
    service = await open(where);
    assert.equal((await send(url, message)).status, 200);
    await service.close();
    service = await open(where, { secret: 'another secret of the tests' });
    assert.equal((await send(url, message)).status, 404);
  });
});
