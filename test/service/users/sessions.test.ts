import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import { whole } from '../../support/whole.js';
import { onBothStores } from '../stores.js';
import { tokenOf } from './mailbox.js';
import { bodyOf, codeOf, newAddress, newBrowser, ORIGIN, PASSWORD, useUsers, type Browser } from './support.js';

interface Sessions {
  sessions: { id: string; current: boolean; user_agent: string; created_at: string; expires_at: string }[];
}

onBothStores('sessions', (harness) => {
  const users = useUsers(harness);
  let email: string;
  const signIn = async (agent = 'Browser'): Promise<Browser> => {
    const browser = users.browser();
    await bodyOf(browser.post('sign-in', { email, password: PASSWORD }, { 'user-agent': agent }));
    return browser;
  };
  const list = async (browser: Browser) => (await bodyOf<Sessions>(browser.get('sessions'))).sessions;

  beforeAll(async () => {
    email = await users.register();
  });

  it('are listed, without what would be a key to them', async () => {
    const [first, second] = [await signIn('Phone'), await signIn(`Laptop${'x'.repeat(1000)}`)];
    const sessions = await list(second);
    assert.deepEqual(
      sessions.slice(0, 2).map(({ current, user_agent }) => [current, user_agent.slice(0, 6), user_agent.length]),
      [
        [true, 'Laptop', 200],
        [false, 'Phone', 5],
      ],
    );
    for (const browser of [first, second]) {
      const token = decodeURIComponent(browser.cookie.split('=')[1]!).split('.')[0]!;
      assert.ok(!JSON.stringify(sessions).includes(token));
    }
  });

  it('are ended one by one, or all but this one', async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    const { id } = (await list(first)).find(({ current }) => current)!;
    await bodyOf(third.post('end-sessions', { id }));
    assert.equal(await codeOf(first.get('session')), '401 not_signed_in');
    await bodyOf(second.get('session'));
    await bodyOf(third.post('end-sessions'));
    assert.equal(await codeOf(second.get('session')), '401 not_signed_in');
    assert.deepEqual(
      (await list(third)).map(({ current }) => current),
      [true],
    );
  });

  it('last while they are used, and two weeks more', async () => {
    const place = await harness.place();
    const mail = { url: users.mailbox.url, from: 'verify@verify.example' };
    const options = { publicUrl: ORIGIN, registration: 'open', mail } as const;
    const service = await harness.open(place, options);
    const token = tokenOf(await service.users.operatorLink());
    const own = { email: newAddress(), password: PASSWORD };
    await bodyOf(newBrowser(service).post('operator', { token, ...own }));
    const cookies: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const browser = newBrowser(service);
      await bodyOf(browser.post('sign-in', own));
      cookies.push(browser.cookie);
    }
    await service.close();
    const store = await harness.openStore(place);
    // As if they were made that number of days ago.
    const ids = await store.db.selectFrom('sessions').select('id').orderBy('created_at').execute();
    for (const [n, days] of [0, 2, 15].entries())
      await store.db
        .updateTable('sessions')
        .set({ expires_at: new Date(Date.now() + (14 - days) * 86_400_000) })
        .where('id', '=', ids[n]!.id)
        .execute();
    await store.close();
    const later = await harness.open(place, options);
    const answers = cookies.map((cookie) => Object.assign(newBrowser(later), { cookie }).get('session'));
    const [fresh, prolonged, ended] = await Promise.all(answers);
    assert.deepEqual([fresh!.status, fresh!.headers.getSetCookie()], [200, []]);
    assert.match(prolonged!.headers.getSetCookie().join(), /^__Host-email-verify\.session=[^;]+; Max-Age=1209600; /);
    assert.equal(await codeOf(ended!), '401 not_signed_in');
  });

  it('end at signing out, and a copied cookie with them', async () => {
    const browser = await signIn();
    const copy = users.browser();
    copy.cookie = browser.cookie;
    await bodyOf(browser.post('sign-out'));
    assert.equal(browser.cookie, '');
    assert.equal(await codeOf(copy.get('session')), '401 not_signed_in');
    await bodyOf(browser.post('sign-out'));
  });

  it('have a cookie without Secure where there is no TLS', async () => {
    const mail = { url: users.mailbox.url, from: 'verify@verify.example' };
    const publicUrl = 'http://localhost:8080/';
    const options = { publicUrl, registration: 'open', mail, origins: ['http://127.0.0.1:8080'] } as const;
    const service = await harness.open(await harness.place(), options);
    const browser = newBrowser(service);
    const from = (origin: string) => ({ origin });
    const own = 'someone@firma-eins.de';
    await bodyOf(browser.post('register', { email: own, password: PASSWORD }, from('http://127.0.0.1:8080')), 202);
    await bodyOf(
      browser.post(
        'confirm',
        { token: await users.mailbox.token(own), password: PASSWORD },
        from('http://localhost:8080'),
      ),
    );
    const answer = await browser.post('sign-in', { email: own, password: PASSWORD }, from('http://localhost:8080'));
    const [session, device] = answer.headers.getSetCookie();
    assert.match(session!, /^email-verify\.session=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.match(device!, /^email-verify\.device=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.equal(await codeOf(browser.post('sign-out')), '403 origin_not_allowed');
    await service.close();
  });

  it.runIf(whole)('are gone for good when another secret signs cookies', async () => {
    const browser = await signIn();
    const other = newBrowser(await harness.open(await harness.place(), { secret: 'another secret of the tests' }));
    other.cookie = browser.cookie;
    assert.equal(await codeOf(other.get('session')), '401 not_signed_in');
  });
});
