/**
 * @see https://www.rfc-editor.org/rfc/rfc9457
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5
 */
import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import { FREE_CREDITS } from '../../../src/service/credits/credits.js';
import type { Service } from '../../../src/service/index.js';
import { check, problemOf } from '../harness.js';
import { KEY, scriptedVerifier } from '../scripted.js';
import { onBothStores } from '../stores.js';
import { eventually } from '../../support/eventually.js';

onBothStores('the service over HTTP', ({ place, open }) => {
  let service: Service;
  const get = (pathAndQuery: string, init?: RequestInit): Promise<Response> =>
    service.fetch(new Request(`http://service${pathAndQuery}`, init));

  beforeAll(async () => {
    service = await open(await place());
  });

  it('answers a HEAD as a GET, without a body', async () => {
    for (const path of [`/api/account?apikey=${KEY}`, `/api/batch?apikey=${KEY}`, '/api/openapi.json']) {
      const head = await get(path, { method: 'HEAD' });
      const whole = await get(path);
      assert.deepEqual([head.status, await head.text()], [200, ''], path);
      assert.equal(head.headers.get('content-type'), whole.headers.get('content-type'));
    }
    assert.equal((await get('/api/account', { method: 'HEAD' })).status, 401);
    const other = await get('/api/account', { method: 'DELETE' });
    assert.deepEqual([other.status, other.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  });

  it('refuses other methods, and a HEAD that would cost a credit', async () => {
    for (const method of ['HEAD', 'POST', 'DELETE']) {
      const response = await get(`/api/validate?apikey=${KEY}&email=anna@firma-eins.de`, { method });
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, OPTIONS']);
    }
    const { credits } = (await (await get(`/api/account?apikey=${KEY}`)).json()) as { credits: { free: number } };
    assert.equal(credits.free, FREE_CREDITS);
    const options = await get('/api/validate', { method: 'OPTIONS' });
    assert.deepEqual([options.status, options.headers.get('allow')], [204, 'GET, OPTIONS']);
    assert.equal(options.headers.get('access-control-allow-origin'), null);
  });

  it('has nothing at other paths', async () => {
    for (const path of ['/', '/api', '/api/', '/api/validate/', '/api/Validate', '/api/nothing']) {
      const response = await get(`${path}?apikey=${KEY}`);
      assert.equal(response.status, 404, path);
      assert.equal((await problemOf(response)).code, 'not_found');
    }
  });

  it('keeps a well-formed X-Request-Id, and makes one in place of any other', async () => {
    const idOf = async (given?: string): Promise<string | null> => {
      const headers = new Headers(given === undefined ? {} : { 'x-request-id': given });
      return (await get('/api/nothing', { headers })).headers.get('x-request-id');
    };
    for (const id of ['0af7651916cd43dd8448eb211c80319c', 'Root=1-67891233-abcdef012345678912345678'])
      assert.equal(await idOf(id), id);
    for (const id of [undefined, '', 'short', 'a b c d e f', 'anna@example.org', 'x'.repeat(129)])
      assert.match((await idOf(id)) ?? '', /^[\da-f]{8}-[\da-f-]{27}$/, id);
  });

  it('tells an account what it has left, and when more comes', async () => {
    const rich = await open(await place(), { clock: () => new Date('2026-12-31T23:00:00Z') });
    await rich.accounts.addCredits(rich.firstAccount, 5);
    await check(rich, 'anna@firma-eins.de');
    const response = await rich.fetch(new Request(`http://service/api/account?apikey=${KEY}`));
    assert.deepEqual(await response.json(), {
      plan: 'standard',
      credits: { free: 99, bought: 5, reserved: 0 },
      next_free_credits_at: '2027-01-01T00:00:00+00:00',
    });
  });

  it('lets running checks end before it closes', async () => {
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    const verifier = scriptedVerifier(() => hold);
    const slow = await open(await place(), { verifier });
    const answer = check(slow, 'anna@firma-eins.de');
    await eventually(() => verifier.waiting());
    const closed = slow.close();
    release();
    assert.equal((await answer).status, 200);
    await closed;
    await slow.close();
  });
});
