import assert from 'node:assert/strict';
import { it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { whole } from '../../support/whole.js';
import { audit } from '../credits/ledger-support.js';
import { scriptedVerifier } from '../scripted.js';
import { putList } from '../lists/support.js';
import { setMeasured } from '../../../src/service/mail-outcomes/accuracy/verdict-memory.js';
import { onBothStores } from '../stores.js';
import { bodyOf, codeOf, newAddress, newBrowser, ORIGIN, PASSWORD, useUsers } from './support.js';

interface Session {
  user: { email: string; account: number };
}

onBothStores("a user's own data", (harness) => {
  const users = useUsers(harness);

  it('has another address once that is confirmed; links to the old one are void', async () => {
    const browser = await users.signUp();
    const old = browser.email;
    const email = newAddress();
    await bodyOf(browser.post('forgot-password', { email: old }), 202);
    const reset = await users.mailbox.token(old);
    assert.equal(
      await codeOf(browser.post('change-address', { email, password: 'not the password' })),
      '401 wrong_password',
    );
    await bodyOf(browser.post('change-address', { email, password: PASSWORD }), 202);
    assert.equal((await bodyOf<Session>(browser.get('session'))).user.email, old);
    const token = await users.mailbox.token(email);
    const other = await users.signUp();
    assert.equal(await codeOf(users.browser().post('confirm-address', { token })), '401 not_signed_in');
    assert.equal(await codeOf(other.post('confirm-address', { token })), '403 wrong_user');
    assert.equal((await bodyOf<Session>(browser.get('session'))).user.email, old);
    await bodyOf(browser.post('confirm-address', { token }));
    assert.equal((await bodyOf<Session>(browser.get('session'))).user.email, email);
    assert.match((await users.mailbox.next(old)).raw, /has another address now/);
    assert.equal(await codeOf(browser.post('reset-password', { token: reset, password: PASSWORD })), '400 wrong_link');
    assert.equal(
      await codeOf(users.browser().post('sign-in', { email: old, password: PASSWORD })),
      '401 wrong_password',
    );
    await bodyOf(users.browser().post('sign-in', { email, password: PASSWORD }));
  });

  it.runIf(whole)('never gets the address of somebody else', async () => {
    const [browser, other] = [await users.signUp(), await users.signUp()];
    await bodyOf(browser.post('change-address', { email: other.email, password: PASSWORD }), 202);
    assert.match((await users.mailbox.next(other.email)).raw, /already has an account/);
    const email = newAddress();
    const tokens: string[] = [];
    for (const one of [browser, other]) {
      await bodyOf(one.post('change-address', { email, password: PASSWORD }), 202);
      tokens.push(await users.mailbox.token(email));
    }
    const codes = await Promise.all(
      [browser, other].map((one, n) => codeOf(one.post('confirm-address', { token: tokens[n] }))),
    );
    assert.deepEqual(codes.sort(), ['200', '409 conflict']);
  });

  it('refuses a check that ends after the deletion', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const verifier = scriptedVerifier(() => ended);
    const mail = { url: users.mailbox.url, from: 'verify@verify.example' };
    const service = await harness.open(await harness.place(), {
      publicUrl: ORIGIN,
      registration: 'open',
      mail,
      verifier,
    });
    const email = newAddress();
    const browser = newBrowser(service);
    await bodyOf(browser.post('register', { email, password: PASSWORD }), 202);
    await bodyOf(browser.post('confirm', { token: await users.mailbox.token(email), password: PASSWORD }));
    await bodyOf(browser.post('sign-in', { email, password: PASSWORD }));
    const { user } = await bodyOf<Session>(browser.get('session'));
    const { key } = await service.keys.add(user.account);
    const answer = service.fetch(new Request(`http://s/api/validate?apikey=${key}&email=anna@firma-eins.de`));
    const other = browser.post('/api/dashboard/check', { email: 'anna@firma-eins.de' });
    await eventually(() => verifier.waiting() === 2);
    await bodyOf(browser.post('delete', { password: PASSWORD }));
    end();
    assert.equal(await codeOf(answer), '401 wrong_key');
    assert.equal(await codeOf(other), '401 not_signed_in');
  });

  it('is deleted with its sessions, its keys, its checks and its lists; the address may register again', async () => {
    const place = await harness.place();
    const mail = { url: users.mailbox.url, from: 'verify@verify.example' };
    const options = { publicUrl: ORIGIN, registration: 'open', mail } as const;
    let service = await harness.open(place, options);
    const email = newAddress();
    let browser = newBrowser(service);
    const register = async (): Promise<void> => {
      await bodyOf(browser.post('register', { email, password: PASSWORD }), 202);
      await bodyOf(browser.post('confirm', { token: await users.mailbox.token(email), password: PASSWORD }));
      await bodyOf(browser.post('sign-in', { email, password: PASSWORD }));
    };
    await register();
    const { user } = await bodyOf<Session>(browser.get('session'));
    const { key } = await service.keys.add(user.account);
    await service.close();
    const lists = await harness.openStore(place);
    await putList(lists, [], { accountId: user.account, callbackUrl: 'https://example.com/anna' });
    await setMeasured(lists, user.account, true);
    await lists.close();
    service = await harness.open(place, options);
    browser = Object.assign(newBrowser(service), { cookie: browser.cookie });
    const validate = () => service.fetch(new Request(`http://s/api/validate?apikey=${key}&email=anna@firma-eins.de`));
    assert.equal((await validate()).status, 200);
    const { remembers_since: since } = await bodyOf<{ remembers_since: unknown }>(
      browser.get('/api/dashboard/accuracy'),
    );
    assert.notEqual(since, null);
    await bodyOf(browser.post('forgot-password', { email }), 202);
    const token = await users.mailbox.token(email);
    assert.equal(await codeOf(browser.post('delete', { password: 'not the password' })), '401 wrong_password');
    await bodyOf(browser.post('delete', { password: PASSWORD }));
    assert.equal(browser.cookie, '');
    assert.equal(await codeOf(validate()), '401 wrong_key');
    assert.equal(await codeOf(browser.post('sign-in', { email, password: PASSWORD })), '401 wrong_password');
    assert.equal(await codeOf(browser.post('reset-password', { token, password: PASSWORD })), '400 wrong_link');
    await register();
    assert.notEqual((await bodyOf<Session>(browser.get('session'))).user.account, user.account);
    await service.close();
    const store = await harness.openStore(place);
    const { db } = store;
    for (const table of ['checks', 'verifications', 'remembered_verdicts', 'accuracy_accounts'] as const)
      assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table);
    for (const table of ['users', 'credentials', 'sessions'] as const)
      assert.equal((await db.selectFrom(table).selectAll().execute()).length, 1, table);
    const list = await db.selectFrom('batches').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([list.name, list.callback_url, list.status], ['', null, 'cancelled']);
    assert(list.deleted_at !== null);
    const keys = db.selectFrom('api_keys').selectAll().where('account_id', '=', user.account);
    assert.deepEqual(await keys.execute(), []);
    const account = db.selectFrom('accounts').select(['owner_id', 'recent']).where('id', '=', user.account);
    assert.deepEqual(await account.execute(), [{ owner_id: null, recent: [] }]);
    const lots = db.selectFrom('credit_lots').select(['source', 'remaining']).where('account_id', '=', user.account);
    assert.deepEqual(await lots.execute(), [{ source: 'free', remaining: 99 }]);
    await audit(store);
  });

  it.runIf(whole)('is one for each mailbox, however its address is spelt', async () => {
    const first = 'olga.petrova@gmail.com';
    await users.register(first);
    for (const again of ['olgapetrova+free@gmail.com', 'o.lgapetrova@googlemail.com']) {
      await bodyOf(users.browser().post('register', { email: again, password: PASSWORD }), 202);
      assert.match((await users.mailbox.next(again)).raw, /already has an account/);
    }
    const browser = await users.signUp();
    await bodyOf(browser.post('change-address', { email: 'olgapetrova@gmail.com', password: PASSWORD }), 202);
    assert.match((await users.mailbox.next('olgapetrova@gmail.com')).raw, /already has an account/);
  });

  it.runIf(whole)('is one for each mailbox, also when links that were sent before race', async () => {
    const spelt = ['jan.kowalski@gmail.com', 'jankowalski@gmail.com', 'jankowalski+2@gmail.com'];
    const tokens = await Promise.all(
      spelt.map(async (email) => {
        await bodyOf(users.browser().post('register', { email, password: PASSWORD }), 202);
        return users.mailbox.token(email);
      }),
    );
    const confirm = (token: string) => codeOf(users.browser().post('confirm', { token, password: PASSWORD }));
    const codes = await Promise.all(tokens.map(confirm));
    assert.deepEqual(codes.sort(), ['200', '409 conflict', '409 conflict']);
  });

  it('may move to another spelling of its own mailbox', async () => {
    const browser = await users.signUp('mara.rossi@gmail.com');
    const email = 'mararossi+shop@gmail.com';
    await bodyOf(browser.post('change-address', { email, password: PASSWORD }), 202);
    await bodyOf(browser.post('confirm-address', { token: await users.mailbox.token(email) }));
    assert.equal((await bodyOf<Session>(browser.get('session'))).user.email, email);
  });

  it.runIf(whole)(
    "takes this month's free credits along to another address: the old one brings none any more",
    async () => {
      const browser = await users.signUp();
      const { email: old } = browser;
      const email = newAddress();
      await bodyOf(browser.post('change-address', { email, password: PASSWORD }), 202);
      await bodyOf(browser.post('confirm-address', { token: await users.mailbox.token(email) }));
      await users.mailbox.next(old);
      const again = await users.signUp(old);
      const freeOf = async (one: typeof browser) =>
        (await bodyOf<{ credits: { free: number } }>(one.get('/api/dashboard/overview'))).credits.free;
      assert.deepEqual([await freeOf(browser), await freeOf(again)], [100, 0]);
    },
  );

  it.runIf(whole)("does not bring a mailbox this month's free credits twice", async () => {
    let now = new Date('2026-03-30T12:00:00Z');
    const place = await harness.place();
    const mail = { url: users.mailbox.url, from: 'verify@verify.example' };
    const clock = (): Date => now;
    const service = await harness.open(place, { publicUrl: ORIGIN, registration: 'open', mail, clock });
    const freeAfter = async (email: string, checks: number): Promise<number> => {
      const browser = newBrowser(service);
      await bodyOf(browser.post('register', { email, password: PASSWORD }), 202);
      await bodyOf(browser.post('confirm', { token: await users.mailbox.token(email), password: PASSWORD }));
      await bodyOf(browser.post('sign-in', { email, password: PASSWORD }));
      for (let n = 0; n < checks; n += 1)
        await bodyOf(browser.post('/api/dashboard/check', { email: 'anna@firma-eins.de' }));
      const { credits } = await bodyOf<{ credits: { free: number } }>(browser.get('/api/dashboard/overview'));
      await bodyOf(browser.post('delete', { password: PASSWORD }));
      return credits.free;
    };
    assert.equal(await freeAfter('mehmet.demir@gmail.com', 2), 98);
    assert.equal(await freeAfter('mehmetdemir+again@googlemail.com', 1), 97);
    assert.equal(await freeAfter('mehmet.demir@gmail.com', 0), 97);
    now = new Date('2026-04-01T12:00:00Z');
    assert.equal(await freeAfter('mehmet.demir@gmail.com', 1), 99);
    await service.close();
    const store = await harness.openStore(place);
    await audit(store);
    const rows = await store.db.selectFrom('used_free').select(['month', 'used']).orderBy('month').execute();
    assert.deepEqual(rows, [
      { month: '2026-03', used: 3 },
      { month: '2026-04', used: 1 },
    ]);
  });
});
