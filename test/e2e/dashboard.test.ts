/**
 * The dashboard as people meet it, with real clicks and keys: the operator's first link, a registration by mail, and the key
 * in 'API Settings', without a mouse.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { whole } from '../support/whole.js';
import { button, waitForHeading } from './support/dashboard.js';
import { OPERATOR, PASSWORD, useDashboard, USER } from './support/visit.js';

describe('the dashboard', () => {
  const visit = useDashboard();
  const { examine, focused, heading, tabTo } = visit;

  const copied = (): Promise<string> => visit.page.evaluate(() => navigator.clipboard.readText());

  test('is served for its user alone, under a policy without anything inline', async () => {
    const response = await fetch(`${visit.program.url}/dashboard`);
    assert.equal(response.url, `${visit.program.url}/dashboard/`);
    const { headers } = response;
    assert.match(
      headers.get('content-security-policy') ?? '',
      /script-src 'self'; style-src 'self';.*frame-ancestors 'none'/,
    );
    assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe/);
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    const script = await fetch(`${visit.program.url}/dashboard/dashboard.js`);
    assert.equal(script.headers.get('access-control-allow-origin'), null);
    assert.equal(script.headers.get('cross-origin-resource-policy'), 'same-origin');
  });

  test('nothing moves under a press when the element of the registration comes late', async () => {
    const page = await visit.open();
    let come = (): void => undefined;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.url().endsWith('/dashboard-define.js')) come = () => void request.continue();
      else void request.continue();
    });
    await page.goto(`${visit.program.url}/dashboard/#register`, { waitUntil: 'domcontentloaded' });
    await waitForHeading(page, 'Create an account');
    await page.waitForSelector('email-verify:not(:defined)');
    const places = (): Promise<number[]> =>
      page.$$eval('input, button', (controls) => controls.map((control) => control.getBoundingClientRect().top));
    const before = await places();
    come();
    await page.waitForSelector('email-verify:defined');
    assert.deepEqual(await places(), before);
    await page.type('#email', USER);
    assert.deepEqual(await places(), before);
    await page.close();
  });

  test('the link of the first start makes its opener the operator, and leaves the URL at once', async () => {
    const user = visit.page;
    visit.page = await visit.open();
    const link = /operator\s+(\S+)/.exec(visit.program.output())?.[1] ?? '';
    await visit.page.goto(link);
    await heading('Become the operator');
    assert.equal(await visit.page.evaluate(() => location.hash), '#operator');
    await examine('operator');
    await visit.page.type('#email', OPERATOR);
    await visit.page.type('#password', 'password123');
    await visit.page.click(button('Become the operator'));
    await visit.page.waitForSelector('.problem');
    assert.match(await visit.page.$eval('.problem', (node) => node.textContent), /among the first that are guessed/);
    await visit.page.click('#password', { count: 3 });
    await visit.page.type('#password', PASSWORD);
    await visit.page.click(button('Become the operator'));
    // The password was just chosen: nobody has to give it again.
    await heading('Overview');
    assert.equal(await visit.page.title(), 'Overview · email-verify');
    assert.equal(await visit.page.evaluate(() => document.activeElement?.tagName), 'H1');
    assert.match(await visit.page.$eval('main .notice', (node) => node.textContent), /You are the operator now/);
    await visit.page.waitForSelector('#credits-left');
    await visit.page.click('nav a[href="#api-settings"]');
    await heading('API Settings');
    // The live region tells nothing of the page before.
    assert.equal(await visit.page.$eval('[role=status]', (node) => node.textContent), '');
    await visit.page.goto(`${visit.program.url}/dashboard/#api-settings`);
    await visit.page.waitForSelector('#snippet');
    // The operator's pages call the edge of this deployment.
    assert.match(
      await visit.page.$eval('#snippet pre', (node) => node.textContent),
      new RegExp(`${visit.program.url}/verify/`),
    );
    assert.equal(await visit.page.$('#tab-edge'), null);
    // Nothing is warned of before the person has named a site.
    assert.doesNotMatch(await visit.page.$eval('main', (node) => node.textContent), /not allowed yet/);
    await visit.page.type('#code-site', 'shop.example');
    await visit.page.waitForFunction(() =>
      document.querySelector('main .warning')?.textContent.includes('shop.example is not allowed yet'),
    );
    await examine('api-settings of the operator');
    await visit.page.goto(`${visit.program.url}/dashboard/#accounts`);
    await visit.page.waitForSelector('[data-account]');
    await visit.page.click(button('Make an invitation link'));
    await visit.page.waitForSelector('#invitation-link');
    await visit.page.click(button(`Add credits to ${OPERATOR}`));
    await visit.page.waitForSelector('dialog[open]');
    await examine('accounts');
    await visit.page.click('#count', { count: 3 });
    await visit.page.type('#count', '50');
    await visit.page.click('dialog .primary');
    await visit.page.waitForSelector('dialog', { hidden: true });
    await visit.page.waitForFunction(() => document.querySelector('[data-account]')?.textContent.includes('50 bought'));
    await visit.page.browserContext().close();
    visit.page = user;
  });

  test('a person registers, with the address checked by our own element, and confirms by mail', async () => {
    await visit.page.goto(`${visit.program.url}/dashboard/`);
    await heading('Sign in');
    await examine('sign-in');
    await visit.page.click('a[href="#forgot-password"]');
    await heading('Forgot your password?');
    await examine('forgot-password');
    await visit.page.goBack();
    await heading('Sign in');
    await visit.page.click('a[href="#register"]');
    await heading('Create an account');
    await visit.page.waitForSelector('email-verify:defined');
    await visit.page.type('#email', 'anna@no-such-harbour.com');
    await visit.page.keyboard.press('Tab');
    await visit.page.waitForSelector('email-verify:state(invalid)');
    await examine('register');
    await visit.page.click('#email', { count: 3 });
    await visit.page.type('#email', USER);
    await visit.page.waitForSelector('email-verify:state(valid)');
    await visit.page.type('#password', PASSWORD);
    await visit.page.click(button('Create an account'));
    await heading('Look into your mail');
    await examine('mail sent');
    const { raw } = await visit.mailbox.next(USER);
    const link = /http:\S+#confirm=[\w-]+/.exec(raw)?.[0] ?? '';
    await visit.page.goto('about:blank');
    await visit.page.goto(link);
    await heading('Confirm your address');
    assert.equal(await visit.page.evaluate(() => location.hash), '#confirm');
    await examine('confirm');
    // Without a mouse; somebody who registered the address of another person has another password.
    await tabTo('#password');
    await visit.page.keyboard.type('of somebody else');
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForSelector('.problem');
    assert.match(await visit.page.$eval('.problem', (node) => node.textContent), /4 more attempts are left/);
    assert.match(
      await visit.page.$eval('[role=status]', (node) => node.textContent),
      /not the password that was chosen/,
    );
    await visit.page.click('#password', { count: 3 });
    await visit.page.keyboard.type(PASSWORD);
    await visit.page.keyboard.press('Enter');
    await heading('Sign in');
    assert.match(await visit.page.$eval('main .notice', (node) => node.textContent), /Your account is ready/);
  });

  test('without a mouse, the person signs in, sees the key, and copies it', async () => {
    await tabTo('#email');
    await visit.page.keyboard.type(USER);
    await tabTo('#password');
    await visit.page.keyboard.type(PASSWORD);
    await visit.page.keyboard.press('Enter');
    await heading('Overview');
    await visit.page.waitForSelector('.empty');
    await examine('overview, empty');
    await tabTo('nav a[href="#api-settings"]');
    await visit.page.keyboard.press('Enter');
    await heading('API Settings');
    await visit.page.waitForSelector('[data-key]');
    await tabTo('[aria-label^="Show the key"]');
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForFunction(() => /^evk_[\w-]{43}$/.test(document.querySelector('.key')?.textContent ?? ''));
    await tabTo('[aria-label^="Copy the key"]');
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForFunction(() => document.querySelector('[role=status]')?.textContent.startsWith('Copied'));
    assert.equal(await copied(), await visit.page.$eval('.key', (node) => node.textContent));
    await tabTo('[role=tab][aria-selected=true]');
    await visit.page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'tab-script');
    await visit.page.keyboard.press('End');
    assert.equal(await focused(), 'tab-curl');
    await examine('api-settings');
  });

  test.runIf(whole)('writes nothing into the console: no error, and nothing that the policy stopped', () => {
    assert.deepEqual(visit.faults, []);
    assert.ok(visit.seen.size >= 10, [...visit.seen].join(', '));
  });
});
