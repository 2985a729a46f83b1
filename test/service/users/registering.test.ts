import assert from 'node:assert/strict';
import { it } from 'vitest';
import { whole } from '../../support/whole.js';
import { problemOf } from '../harness.js';
import { onBothStores } from '../stores.js';
import { bodyOf, codeOf, newAddress, newBrowser, ORIGIN, PASSWORD, useUsers } from './support.js';

interface Session {
  user: { id: string; email: string; role: string; account: number };
}

onBothStores('registering', (harness) => {
  const users = useUsers(harness);

  it('opens an account with an API key once the address is confirmed', async () => {
    const email = newAddress();
    const browser = users.browser();
    await bodyOf(browser.post('register', { email, password: PASSWORD }), 202);
    const { from, raw } = await users.mailbox.next(email);
    assert.equal(from, 'verify@verify.example');
    assert.match(raw, /^content-type: text\/plain/im);
    assert.match(raw, /^auto-submitted: auto-generated/im);
    const [, token = ''] = new RegExp(`^${ORIGIN}/dashboard/#confirm=([\\w-]{43})\r?$`, 'm').exec(raw) ?? [];
    assert.equal(await codeOf(browser.post('sign-in', { email, password: PASSWORD })), '401 wrong_password');
    await bodyOf(browser.post('confirm', { token, password: PASSWORD }));
    await bodyOf(browser.post('sign-in', { email, password: PASSWORD }));
    const { user } = await bodyOf<Session>(browser.get('session'));
    assert.deepEqual([user.email, user.role], [email, 'user']);
    const { service } = users;
    assert.ok(user.account > service.firstAccount);
    const [key, ...others] = await service.keys.list(user.account);
    assert.ok(key);
    assert.deepEqual(others, []);
    const apiKey = await service.keys.show(user.account, key.id);
    const validate = `http://s/api/validate?apikey=${apiKey}&email=anna@firma-eins.de`;
    await bodyOf(service.fetch(new Request(validate)));
  });

  it.runIf(whole)('finds a user whose address is spelt otherwise', async () => {
    const email = await users.register();
    const spelt = ` ${email.toUpperCase()} `;
    await bodyOf(users.browser().post('sign-in', { email: spelt, password: PASSWORD }));
  });

  it.runIf(whole)('takes addresses that are rare: below .рф, with signs, with a quoted local part', async () => {
    for (const [email, normal] of [
      ['a&b=c@почта.рф', 'a&b=c@xn--80a1acny.xn--p1ai'],
      ['o\u2019neill@firma-eins.de', 'o\u2019neill@firma-eins.de'],
      ['"a\\"b"@firma-eins.de', '"a\\"b"@firma-eins.de'],
    ] as const) {
      const browser = users.browser();
      await bodyOf(browser.post('register', { email, password: PASSWORD }), 202);
      await bodyOf(browser.post('confirm', { token: await users.mailbox.token(normal), password: PASSWORD }));
      await bodyOf(browser.post('sign-in', { email, password: PASSWORD }));
      assert.equal((await bodyOf<Session>(browser.get('session'))).user.email, normal);
    }
  });

  it('gives the address to the person who opens the mail and has the password of that registration', async () => {
    const email = newAddress();
    await bodyOf(users.browser().post('register', { email, password: 'of an attacker, before' }), 202);
    const early = await users.mailbox.token(email);
    // A click on the link of somebody else's registration makes no account with that password.
    const click = users.browser().post('confirm', { token: early, password: PASSWORD });
    assert.equal(await codeOf(click), '401 wrong_password');
    await bodyOf(users.browser().post('register', { email, password: PASSWORD }), 202);
    await bodyOf(users.browser().post('confirm', { token: await users.mailbox.token(email), password: PASSWORD }));
    const late = users.browser().post('confirm', { token: early, password: 'of an attacker, before' });
    assert.equal(await codeOf(late), '409 conflict');
    const signIn = (password: string) => codeOf(users.browser().post('sign-in', { email, password }));
    assert.equal(await signIn('of an attacker, before'), '401 wrong_password');
    assert.equal(await signIn(PASSWORD), '200');
  });

  it.runIf(whole)('takes five wrong passwords for a link, also at once; then the link is dead', async () => {
    const email = newAddress();
    const browser = users.browser();
    await bodyOf(browser.post('register', { email, password: PASSWORD }), 202);
    const token = await users.mailbox.token(email);
    const confirm = (password: string) => users.browser().post('confirm', { token, password });
    const first = await problemOf(await confirm('not the password'));
    assert.deepEqual([first.code, first.detail.includes('4 more')], ['wrong_password', true]);
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(confirm('not the password'))));
    assert.equal(codes.filter((code) => code === '401 wrong_password').length, 4, codes.join());
    assert.equal(codes.filter((code) => code === '400 wrong_link').length, 4, codes.join());
    const last = await problemOf(await confirm(PASSWORD));
    assert.equal(last.code, 'wrong_link');
    assert.match(last.detail, /five wrong passwords.*register again/);
    assert.equal(await codeOf(browser.post('sign-in', { email, password: PASSWORD })), '401 wrong_password');
    await users.register(email);
  });

  it.runIf(whole)('makes one user and one account of confirmations that race', async () => {
    const email = newAddress();
    const browser = users.browser();
    const tokens: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      await bodyOf(browser.post('register', { email, password: PASSWORD }), 202);
      tokens.push(await users.mailbox.token(email));
    }
    const codes = await Promise.all(
      [...tokens, ...tokens].map((token) => codeOf(browser.post('confirm', { token, password: PASSWORD }))),
    );
    assert.equal(codes.filter((code) => code === '200').length, 1, codes.join());
  });

  it('refuses a link after a day', async () => {
    let now = new Date();
    const service = await harness.open(await harness.place(), {
      publicUrl: ORIGIN,
      registration: 'open',
      mail: { url: users.mailbox.url, from: 'verify@verify.example' },
      clock: () => now,
    });
    const email = newAddress();
    const browser = newBrowser(service);
    await bodyOf(browser.post('register', { email, password: PASSWORD }), 202);
    const token = await users.mailbox.token(email);
    now = new Date(now.getTime() + 24 * 3_600_000 + 1000);
    assert.equal(await codeOf(browser.post('confirm', { token, password: PASSWORD })), '400 wrong_link');
  });

  it('is closed by default; then the answer is the same for every address', async () => {
    const service = await harness.open(await harness.place(), { publicUrl: ORIGIN });
    const browser = newBrowser(service);
    assert.deepEqual(await bodyOf(browser.get('settings')), { registration: 'closed' });
    const register = browser.post('register', { email: newAddress(), password: PASSWORD });
    assert.equal(await codeOf(register), '403 registration_closed');
  });

  it('needs a code of the operator where it is by invitation; a code serves one person', async () => {
    const mail = { url: users.mailbox.url, from: 'verify@verify.example' };
    const service = await harness.open(await harness.place(), { publicUrl: ORIGIN, registration: 'invite', mail });
    const { code, link } = await service.users.invite();
    assert.equal(link, `${ORIGIN}/dashboard/#invitation=${code}`);
    const register = async (invitation?: string): Promise<string> => {
      const email = newAddress();
      const browser = newBrowser(service);
      const answer = await codeOf(browser.post('register', { email, password: PASSWORD, invitation }));
      if (answer !== '202') return answer;
      return codeOf(browser.post('confirm', { token: await users.mailbox.token(email), password: PASSWORD }));
    };
    assert.equal(await register(), '403 wrong_invitation');
    assert.equal(await register('x'.repeat(43)), '403 wrong_invitation');
    assert.deepEqual((await Promise.all([register(code), register(code)])).sort(), ['200', '403 wrong_invitation']);
    assert.equal(await register(code), '403 wrong_invitation');
  });
});
