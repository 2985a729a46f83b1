import assert from 'node:assert/strict';
import { it } from 'vitest';
import { onBothStores } from '../stores.js';
import { bodyOf, codeOf, useUsers } from '../users/support.js';

const SOURCES = '/api/dashboard/sources';

interface Listed {
  sources: { id: number; provider: string; last_used_at: string | null; reports: number }[];
  providers: { provider: string; signing_key: string | null }[];
}

onBothStores('sources of outcomes in the dashboard', (harness) => {
  const users = useUsers(harness);

  it('are made, listed and deleted by their own account alone', async () => {
    const [anna, bert] = [await users.signUp(), await users.signUp()];
    const { id, url } = await bodyOf<{ id: number; url: string }>(
      anna.post(`${SOURCES}/add`, { provider: 'postmark' }),
      201,
    );
    assert.match(url, /^https:\/\/verify\.example\/api\/outcomes\/postmark\/[\w-]{32}$/);
    const { sources, providers } = await bodyOf<Listed>(anna.get(SOURCES));
    assert.deepEqual(
      sources.map(({ provider, last_used_at, reports }) => [provider, last_used_at, reports]),
      [['postmark', null, 0]],
    );
    assert.deepEqual(
      providers.filter(({ signing_key }) => signing_key !== null).map(({ provider }) => provider),
      ['sendgrid', 'mailgun', 'resend'],
    );
    assert.deepEqual((await bodyOf<Listed>(bert.get(SOURCES))).sources, []);
    assert.equal(await codeOf(bert.post(`${SOURCES}/remove`, { id })), '404 not_found');
    await bodyOf(anna.post(`${SOURCES}/remove`, { id }));
    assert.equal(await codeOf(anna.post(`${SOURCES}/remove`, { id })), '404 not_found');
    assert.deepEqual((await bodyOf<Listed>(anna.get(SOURCES))).sources, []);
  });

  it('need the key of a provider that signs, and the page of the dashboard', async () => {
    const anna = await users.signUp();
    for (const body of [
      { provider: 'sendgrid' },
      { provider: 'sendgrid', signing_key: 'no key' },
      { provider: 'postmark', signing_key: 'one too many' },
      { provider: 'nobody' },
    ])
      assert.equal(await codeOf(anna.post(`${SOURCES}/add`, body)), '400 bad_request');
    const elsewhere = { origin: 'https://elsewhere.example' };
    assert.equal(await codeOf(anna.post(`${SOURCES}/add`, { provider: 'ses' }, elsewhere)), '403 origin_not_allowed');
    assert.equal(await codeOf(users.browser().get(SOURCES)), '401 not_signed_in');
  });
});
