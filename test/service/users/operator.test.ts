import assert from 'node:assert/strict';
import { it } from 'vitest';
import type { Service } from '../../../src/service/index.js';
import { whole } from '../../support/whole.js';
import { onBothStores } from '../stores.js';
import { tokenOf } from './mailbox.js';
import { bodyOf, codeOf, newAddress, newBrowser, ORIGIN, PASSWORD, useUsers } from './support.js';

const NEW = 'quite other words here';

onBothStores('the operator', (harness) => {
  const users = useUsers(harness);
  const claim = (service: Service, token: string, email: string, password = PASSWORD): Promise<string> =>
    codeOf(newBrowser(service).post('operator', { token, email, password }));

  it('is who opens the link of the first start; it works once, and the first account is theirs', async () => {
    const place = await harness.place();
    const service = await harness.open(place, { publicUrl: ORIGIN });
    const link = (await service.users.firstOperatorLink())!;
    assert.match(link, new RegExp(`^${ORIGIN}/dashboard/#operator=[\\w-]{43}$`));
    assert.equal(await service.users.firstOperatorLink(), null);
    const token = tokenOf(link);
    const email = newAddress();
    assert.equal(await claim(service, token, email, 'Password123!'), '400 weak_password');
    const claims = await Promise.all([claim(service, token, email), claim(service, token, email)]);
    assert.deepEqual(claims.sort(), ['200', '400 wrong_link']);
    const browser = newBrowser(service);
    await bodyOf(browser.post('sign-in', { email, password: PASSWORD }));
    const { user } = await bodyOf<{ user: { role: string; account: number } }>(browser.get('session'));
    assert.deepEqual([user.role, user.account], ['operator', service.firstAccount]);
    assert.equal(await codeOf(browser.post('delete', { password: PASSWORD })), '409 conflict');
    const { code } = await bodyOf<{ code: string }>(browser.post('invitations'));
    assert.match(code, /^[\w-]{43}$/);
    assert.equal(await service.users.firstOperatorLink(), null);
    await service.close();
    const { db } = await harness.openStore(place);
    const rows = JSON.stringify(await db.selectFrom('verifications').selectAll().execute());
    assert.ok(!rows.includes(token));
  });

  it('gets another address and password by a new link, which voids the one before', async () => {
    const { service } = users;
    const first = tokenOf(await service.users.operatorLink());
    const second = tokenOf(await service.users.operatorLink());
    const [email, other] = [newAddress(), newAddress()];
    assert.equal(await claim(service, first, email), '400 wrong_link');
    assert.equal(await claim(service, second, email), '200');
    const browser = users.browser();
    await bodyOf(browser.post('sign-in', { email, password: PASSWORD }));
    const taken = await users.register();
    const third = tokenOf(await service.users.operatorLink());
    assert.equal(await claim(service, third, taken, NEW), '409 conflict');
    assert.equal(await claim(service, third, other, NEW), '200');
    assert.equal(await codeOf(browser.get('session')), '401 not_signed_in');
    await bodyOf(browser.post('sign-in', { email: other, password: NEW }));
    const { user } = await bodyOf<{ user: { account: number } }>(browser.get('session'));
    assert.equal(user.account, service.firstAccount);
  });

  it.runIf(whole)('gets another first link after a day', async () => {
    let now = new Date();
    const service = await harness.open(await harness.place(), { publicUrl: ORIGIN, clock: () => now });
    const token = tokenOf((await service.users.firstOperatorLink())!);
    now = new Date(now.getTime() + 24 * 3_600_000 + 1000);
    assert.equal(await claim(service, token, newAddress()), '400 wrong_link');
    assert.notEqual(await service.users.firstOperatorLink(), null);
  });
});
