import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { endList } from '../../../../src/service/lists/end.js';
import type { CALLBACK } from '../../../../src/service/lists/callbacks/callback-log.js';
import type { Store } from '../../../../src/service/schema.js';
import type { z } from 'zod';
import { eventually } from '../../../support/eventually.js';
import { problemOf, useHarness, type Place } from '../../harness.js';
import { KEY } from '../../scripted.js';
import { usePostgres } from '../../stores.js';
import { bodyOf, codeOf, newBrowser, ORIGIN, PASSWORD, useUsers, type Browser } from '../../users/support.js';
import { putList } from '../support.js';
import { startReceiver, status, type Message, type Receiver } from './receiver.js';
import { ADDRESS } from './support.js';
import { whole } from '../../../support/whole.js';

interface Callbacks {
  callbacks: z.output<typeof CALLBACK>[];
}

// On PostgreSQL: the test puts lists into the store of a running service.
describe('the endpoints of callbacks', () => {
  const harness = useHarness();
  const makePlace = usePostgres();
  let where: Promise<Place> | undefined;
  const place = () => (where ??= makePlace());
  const users = useUsers({ ...harness, place }, { allowPrivateCallbacks: true });
  let store: Store;
  let receiver: Receiver;
  let anna: Browser & { email: string };
  let annasAccount: number;

  beforeAll(async () => {
    store = await harness.openStore(await place());
    receiver = await startReceiver();
    anna = await users.signUp();
    annasAccount = await users.service.accounts.find(anna.email);
  });
  afterAll(() => receiver.close());

  const putEnded = async (accountId: number): Promise<number> => {
    const id = await putList(store, [[ADDRESS]], { accountId, callbackUrl: receiver.url });
    await endList(store, id, { status: 'completed' });
    return id;
  };
  const ask = (path: string, method = 'GET', headers: Record<string, string> = { 'x-api-key': KEY }) =>
    users.service.fetch(
      new Request(`http://service${path}`, {
        method,
        headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
        ...(method === 'POST' && { body: '{}' }),
      }),
      { address: '127.0.0.1' },
    );
  const logOf = (list: number) => bodyOf<Callbacks>(ask(`/api/batch/${list}/callbacks`));
  const delivered = async (list: number, attempts = 1) => {
    let found: Callbacks | undefined;
    await eventually(async () => {
      found = await logOf(list);
      const [callback] = found.callbacks;
      return callback?.delivered_at && callback.attempts.length >= attempts;
    });
    return found!.callbacks[0]!;
  };

  it('show the log of a list, and send a callback again with the same id', async () => {
    const list = await putEnded(users.service.firstAccount);
    const callback = await delivered(list);
    assert.deepEqual(
      [callback.list, callback.n, callback.event, callback.url, callback.next_attempt_at],
      [list, 1, 'batch.completed', receiver.url, null],
    );
    assert.deepEqual([callback.attempts[0]!.status, callback.attempts[0]!.reason], [204, null]);
    const answer = await bodyOf(ask(`/api/batch/${list}/callbacks/1/replay`, 'POST'), 202);
    assert.deepEqual(answer, { status: 'due' });
    await delivered(list, 2);
    const ids = receiver.messages.map(({ id }) => id).filter((id) => id === callback.id);
    assert.equal(ids.length, 2);
    assert.deepEqual(await logOf(await putList(store, [[ADDRESS]])), { callbacks: [] });
  });

  it.runIf(whole)('have nothing for others: neither the log, nor a replay, nor a list without a number', async () => {
    const list = await putEnded(annasAccount);
    await eventually(
      async () => (await bodyOf<Callbacks>(anna.get(`/api/batch/${list}/callbacks`))).callbacks[0]!.delivered_at,
    );
    const before = receiver.messages.length;
    const own = await putEnded(users.service.firstAccount);
    await delivered(own);
    for (const path of [`${list}/callbacks`, `${list}0/callbacks`, 'x/callbacks', '-1/callbacks'])
      assert.equal(await codeOf(ask(`/api/batch/${path}`)), '404 not_found', path);
    for (const path of [`${list}/callbacks/1/replay`, `${own}/callbacks/2/replay`, `${own}/callbacks/x/replay`])
      assert.equal(await codeOf(ask(`/api/batch/${path}`, 'POST')), '404 not_found', path);
    const { callbacks } = await bodyOf<Callbacks>(anna.get('/api/dashboard/callbacks'));
    assert.deepEqual(
      callbacks.map((callback) => callback.list),
      [list],
    );
    assert.equal(receiver.messages.length, before + 1);
  });

  it('need a live key for lists, or a session, whose changes come from the dashboard', async () => {
    const list = await putEnded(annasAccount);
    const path = `/api/batch/${list}/callbacks`;
    assert.equal(await codeOf(ask(path, 'GET', {})), '401 missing_key');
    const { key } = await users.service.keys.add(annasAccount, { scopes: ['validate'] });
    assert.equal(await codeOf(ask(path, 'GET', { 'x-api-key': key })), '403 key_not_allowed');
    assert.equal((await anna.get(path)).status, 200);
    const replay = `${path}/1/replay`;
    assert.equal(await codeOf(anna.post(replay, {}, { origin: 'https://evil.example' })), '403 origin_not_allowed');
    assert.equal((await anna.post(replay)).status, 202);
    for (const name of ['secret', 'rotate', 'test']) {
      const dashboard = `/api/dashboard/callbacks/${name}`;
      assert.equal(await codeOf(anna.post(dashboard, {}, { origin: null })), '403 origin_not_allowed');
      const body = name === 'test' ? { url: receiver.url } : {};
      assert.equal(await codeOf(anna.post(dashboard, body, { cookie: null, 'x-api-key': KEY })), '401 not_signed_in');
    }
  });

  it('are bounded: replays and tests have a limit', async () => {
    const bob = await users.signUp();
    const list = await putEnded(await users.service.accounts.find(bob.email));
    const replays: number[] = [];
    while (replays.at(-1) !== 429 && replays.length < 40)
      replays.push((await bob.post(`/api/batch/${list}/callbacks/1/replay`)).status);
    assert.ok(replays.length > 20 && replays.at(-1) === 429, String(replays));
    const tests: number[] = [];
    while (tests.at(-1) !== 429 && tests.length < 20)
      tests.push((await bob.post('/api/dashboard/callbacks/test', { url: receiver.url })).status);
    assert.ok(tests.length > 5 && tests.at(-1) === 429, String(tests));
  });

  it('show the secret, replace it, and send a test that it signs', async () => {
    const carl = await users.signUp();
    const post = <T>(name: string, body = {}) => bodyOf<T>(carl.post(`/api/dashboard/callbacks/${name}`, body));
    const { secret } = await post<{ secret: string }>('secret');
    assert.deepEqual(await post('secret'), { secret });
    const rotated = await post<{ secret: string; old_expires_at: string }>('rotate');
    const leftMs = Date.parse(rotated.old_expires_at) - Date.now();
    assert.ok(Math.abs(leftMs - 86_400_000) < 60_000 && rotated.secret !== secret);
    assert.deepEqual(await post('secret'), { secret: rotated.secret });
    const { ms, ...outcome } = await post<{ ms: number }>('test', { url: receiver.url });
    assert.deepEqual(outcome, { delivered: true, status: 204, reason: null });
    assert.ok(ms >= 0);
    // A replay of another test may come later.
    const isTest = ({ body: text }: Message) => (JSON.parse(text) as { type: string }).type === 'test';
    const { body, headers } = receiver.messages.findLast(isTest)!;
    for (const one of [secret, rotated.secret]) {
      const message = new Webhook(one).verify(body, headers) as { type: string; data: object };
      assert.deepEqual([message.type, message.data], ['test', {}]);
    }
    receiver.answer = status(500);
    const failed = await post<{ ms: number }>('test', { url: receiver.url });
    receiver.answer = status(204);
    assert.deepEqual({ ...failed, ms: 0 }, { delivered: false, status: 500, reason: 'the status is not 2xx', ms: 0 });
    const { secret: others } = await bodyOf<{ secret: string }>(anna.post('/api/dashboard/callbacks/secret'));
    assert.ok(![secret, rotated.secret].includes(others), "another account's");
  });

  it.runIf(whole)('leave nothing of an account that is deleted', async () => {
    const dora = await users.signUp();
    const account = await users.service.accounts.find(dora.email);
    await putEnded(account);
    await bodyOf(dora.post('/api/dashboard/callbacks/secret'));
    await bodyOf(dora.post('delete', { password: PASSWORD }));
    for (const table of ['batch_callbacks', 'callback_secrets'] as const) {
      const left = await store.db.selectFrom(table).select('account_id').where('account_id', '=', account).execute();
      assert.deepEqual(left, [], table);
    }
  });

  it('refuse private hosts by default: in tests and in uploads', async () => {
    const service = await harness.open(await place(), { publicUrl: ORIGIN });
    const upload = (callback_url: string) =>
      service.fetch(
        new Request('http://service/api/batch/upload', {
          method: 'POST',
          headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
          body: JSON.stringify({ file: 'data:text/csv;name=list.csv;base64,YUBmaXJtYS1laW5zLmRl', callback_url }),
        }),
        { address: '127.0.0.1' },
      );
    const { status: code, detail } = await problemOf(await upload('https://127.0.0.1/'));
    assert.deepEqual(
      [code, detail],
      [400, 'callback_url must be a URL whose host is of the Internet, not of a private network.'],
    );
    assert.equal((await problemOf(await upload('http://shop.example/'))).code, 'bad_request');
    const browser = Object.assign(newBrowser(service), { cookie: anna.cookie });
    const refused = await problemOf(await browser.post('/api/dashboard/callbacks/test', { url: receiver.url }));
    assert.equal(refused.detail, 'url must be an https URL such as https://shop.example/callbacks.');
    const local = `https://localhost:${receiver.port}/`;
    const { reason } = await bodyOf<{ reason: string }>(browser.post('/api/dashboard/callbacks/test', { url: local }));
    assert.equal(reason, 'the host is of a private network');
    assert.equal((await problemOf(await upload('https://a:b@shop.example/'))).code, 'bad_request');
  });
});
