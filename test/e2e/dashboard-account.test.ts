/**
 * One's own account in the dashboard, with real clicks: a new address, a new password, signing out, the end of the account,
 * and links that do not work any more.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import type { App } from '../../src/dashboard/view.js';
import { whole } from '../support/whole.js';
import { button } from './support/dashboard.js';
import { PASSWORD, useDashboard, USER } from './support/visit.js';

const MOVED = 'anna.new@harbour-shop.com';

describe.runIf(whole)('the account in the dashboard', () => {
  const visit = useDashboard();
  const { examine, heading } = visit;

  beforeAll(() => visit.register());

  test('a new address is confirmed in the session of its user: the link asks for a sign-in, and comes back', async () => {
    // The list of sessions comes late: what the person does meanwhile takes effect.
    await visit.page.evaluate(() => {
      const ask = window.fetch.bind(window);
      window.fetch = async (input, init) => {
        if ((input as string).endsWith('/auth/sessions'))
          await new Promise((resolve) => {
            addEventListener('submit', resolve, { once: true });
          });
        return ask(input, init);
      };
    });
    await visit.page.click('nav a[href="#account"]');
    await heading('Your account');
    await visit.page.type('#new-address', MOVED);
    await visit.page.type('#address-password', PASSWORD);
    await visit.page.keyboard.press('Enter');
    const { raw } = await visit.mailbox.next(MOVED);
    const link = /http:\S+#address=[\w-]+/.exec(raw)?.[0] ?? '';
    await visit.page.click(button('Sign out'));
    await heading('Sign in');
    await visit.page.goto('about:blank');
    await visit.page.goto(link);
    await heading('Sign in');
    assert.match(
      await visit.page.$eval('main .notice', (node) => node.textContent),
      /Sign in with your present address/,
    );
    await visit.page.type('#email', USER);
    await visit.page.type('#password', PASSWORD);
    await visit.page.keyboard.press('Enter');
    await heading('Confirm your new address');
    await examine('address');
    await visit.page.click(button('Confirm my address'));
    await heading('Your account');
    assert.match(await visit.page.$eval('main .notice', (node) => node.textContent), /Your new address is set/);
    await visit.page.click('nav a[href="#overview"]');
    await heading('Overview');
  });

  test('a person who signs out while a page is loading still is not told that the session has ended', async () => {
    await visit.page.goto('about:blank');
    await visit.page.goto(`${visit.program.url}/dashboard/#overview`);
    await heading('Overview');
    // The list of sessions comes to the server after the person has signed out, and is answered first.
    await visit.page.evaluate(() => {
      const ask = window.fetch.bind(window);
      let release = (): void => undefined;
      let refused: Promise<Response> | undefined;
      window.fetch = async (input, init) => {
        const path = input as string;
        if (path.endsWith('/auth/sessions'))
          return (refused = new Promise<void>((resolve) => (release = resolve)).then(() => ask(input, init)));
        const response = await ask(input, init);
        if (!path.endsWith('/auth/sign-out')) return response;
        window.fetch = ask;
        release();
        await refused;
        // A call that begins now is refused too.
        const app = document.querySelector('dashboard-app') as unknown as App;
        await app.api.get('auth/sessions').catch(() => undefined);
        return response;
      };
    });
    await visit.page.click('nav a[href="#account"]');
    await heading('Your account');
    await visit.page.click(button('Sign out'));
    await heading('Sign in');
    assert.equal(await visit.page.$('main .notice'), null);
    assert.doesNotMatch(await visit.page.$eval('[role=status]', (node) => node.textContent), /ended|Sign in first/);
    await visit.page.type('#email', MOVED);
    await visit.page.type('#password', PASSWORD);
    await visit.page.keyboard.press('Enter');
    await heading('Overview');
  });

  test('changes the password, signs out, and deletes the account', async () => {
    await visit.page.click('nav a[href="#account"]');
    await heading('Your account');
    await visit.page.waitForSelector('.rows li');
    await examine('account');
    await visit.page.type('#old-password', PASSWORD);
    await visit.page.type('#new-password', `${PASSWORD} more`);
    await visit.page.click(button('Change the password'));
    await visit.page.waitForSelector('main .notice');
    await visit.page.click(button('Sign out'));
    await heading('Sign in');
    assert.equal(await visit.page.$('main .notice'), null);
    await visit.page.goto(`${visit.program.url}/dashboard/#account`);
    await heading('Sign in');
    await visit.page.type('#email', MOVED);
    await visit.page.type('#password', `${PASSWORD} more`);
    await visit.page.keyboard.press('Enter');
    await heading('Your account');
    await visit.page.waitForSelector('.rows li');
    // The session ends elsewhere.
    await visit.page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      await fetch('../api/auth/sign-out', { method: 'POST', headers, body: '{}' });
    });
    await visit.page.click('nav a[href="#check"]');
    await heading('Check one address');
    await visit.page.type('#checked-address', USER);
    await visit.page.keyboard.press('Enter');
    await heading('Sign in');
    assert.match(await visit.page.$eval('main .notice', (node) => node.textContent), /session has ended/);
    assert.match(await visit.page.$eval('[role=status]', (node) => node.textContent), /session has ended/);
    await visit.page.type('#email', MOVED);
    await visit.page.type('#password', `${PASSWORD} more`);
    await visit.page.keyboard.press('Enter');
    await heading('Check one address');
    await visit.page.click('nav a[href="#account"]');
    await heading('Your account');
    await visit.page.waitForSelector('.rows li');
    await visit.page.click(button('Delete my account'));
    await visit.page.waitForSelector('#delete-password');
    await visit.page.type('#delete-password', `${PASSWORD} more`);
    await visit.page.click(button('Delete my account for good'));
    await heading('Sign in');
    assert.match(await visit.page.$eval('main .notice', (node) => node.textContent), /deleted/);
  });

  test('a link that does not work any more says so, and one without its token too', async () => {
    await visit.page.goto('about:blank');
    await visit.page.goto(`${visit.program.url}/dashboard/#reset=${'a'.repeat(43)}`);
    await heading('Set a new password');
    await visit.page.type('#password', PASSWORD);
    await visit.page.click('main .primary');
    await visit.page.waitForSelector('.problem');
    await examine('reset');
    await visit.page.reload();
    for (const [link, title] of [
      ['reset', 'Set a new password'],
      ['address', 'Confirm your new address'],
    ] as const) {
      await visit.page.goto(`${visit.program.url}/dashboard/#${link}`);
      await heading(title);
      assert.match(await visit.page.$eval('main', (node) => node.textContent), /needs the link from your mail/);
    }
  });

  test('writes nothing into the console: no error, and nothing that the policy stopped', () => {
    assert.deepEqual(visit.faults, []);
    assert.ok(visit.seen.size >= 3, [...visit.seen].join(', '));
  });
});
