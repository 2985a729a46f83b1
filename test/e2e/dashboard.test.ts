/**
 * The dashboard as people meet it, with real clicks and keys: the operator's first link, a registration by mail, the key in
 * 'API Settings', one's own edge run by the command that was copied, a page made of the copied code, and a rotation.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Browser, Page } from 'puppeteer-core';
import type { App } from '../../src/dashboard/view.js';
import { startMailbox, type Mailbox } from '../service/users/mailbox.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { putDatabase } from '../support/pglite-template.js';
import { sample, whole } from '../support/whole.js';
import { startBrowser } from './support/browser.js';
import { button, findNoFault, LOOKS, openContext as openIn, textOf, waitForHeading } from './support/dashboard.js';
import { usePacked } from './support/packed.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';
import { startSite, type Site } from './support/site.js';

const PASSWORD = 'four random words';
const OPERATOR = 'olga@harbour-shop.com';
const USER = 'anna@harbour-shop.com';
const MOVED = 'anna.new@harbour-shop.com';
const ZONE = {
  'harbour-shop.com': { MX: ['mx.harbour-shop.com'] },
  'mx.harbour-shop.com': { A: ['1.2.3.4'] },
};

describe('the dashboard', () => {
  const packed = usePacked('email-verify-server');
  const folder = temporaryFolder();
  let dns: DnsServer;
  let mailbox: Mailbox;
  let program: Program;
  let site: Site;
  let browser: Browser;
  let page: Page;
  let edge: ChildProcess | undefined;
  let snippet = '';
  const faults: string[] = [];
  const seen = new Set<string>();

  const openContext = (): Promise<Page> => openIn(browser, program.url, faults);

  beforeAll(async () => {
    dns = await startDnsServer({ zone: ZONE });
    mailbox = await startMailbox();
    site = await startSite(
      () => `<!doctype html><html lang="en"><title>Sign up</title>${snippet}
        <form method="post"><label>Email <input type="email" name="email"></label><button>Join</button></form>`,
    );
    await putDatabase(folder.path);
    program = await startProgram({
      DATA_DIR: folder.path,
      DNS_SERVERS: dns.address,
      REGISTRATION: 'open',
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'verify@harbour-shop.com',
    });
    browser = await startBrowser();
    page = await openContext();
  });

  afterAll(async () => {
    await browser.close();
    if (edge?.exitCode === null) process.kill(-edge.pid!, 'SIGTERM');
    await program.end();
    await site.close();
    await mailbox.close();
    await dns.close();
    packed.remove();
    folder.remove();
  });

  const heading = (text: string): Promise<unknown> => waitForHeading(page, text);

  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute('aria-label') ?? element?.id ?? '';
    });

  /** Presses Tab until an element has the focus, as a person does who has no mouse. */
  const tabTo = async (selector: string): Promise<void> => {
    for (let pressed = 0; pressed < 60; pressed++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`Tab never comes to ${selector}; it ends at ${await focused()}`);
  };

  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

  const credits = async (): Promise<number> => {
    await page.goto('about:blank');
    await page.goto(`${program.url}/dashboard/#overview`);
    await page.waitForSelector('#credits-left');
    return Number(await page.$eval('#credits-left', (node) => node.textContent.replaceAll(',', '')));
  };

  const validate = async (key: string): Promise<number> =>
    (await fetch(`${program.url}/api/validate?email=${USER}`, { headers: { 'x-api-key': key } })).status;

  /**
   * Finds no fault with axe and nothing that is cut off: light, dark, on a desktop and on a phone. A sample is every other
   * view, dark on a phone.
   */
  const examine = async (view: string): Promise<void> => {
    seen.add(view);
    if (!whole && seen.size % 2 === 0) return;
    await findNoFault(page, view, sample(LOOKS, LOOKS.length));
  };

  test('is served for its user alone, under a policy without anything inline', async () => {
    const response = await fetch(`${program.url}/dashboard`);
    assert.equal(response.url, `${program.url}/dashboard/`);
    const { headers } = response;
    assert.match(
      headers.get('content-security-policy') ?? '',
      /script-src 'self'; style-src 'self';.*frame-ancestors 'none'/,
    );
    assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe/);
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    const script = await fetch(`${program.url}/dashboard/dashboard.js`);
    assert.equal(script.headers.get('access-control-allow-origin'), null);
    assert.equal(script.headers.get('cross-origin-resource-policy'), 'same-origin');
  });

  test('the link of the first start makes its opener the operator, and leaves the URL at once', async () => {
    const user = page;
    page = await openContext();
    const link = /operator\s+(\S+)/.exec(program.output())?.[1] ?? '';
    await page.goto(link);
    await heading('Become the operator');
    assert.equal(await page.evaluate(() => location.hash), '#operator');
    await examine('operator');
    await page.type('#email', OPERATOR);
    await page.type('#password', 'password123');
    await page.click(button('Become the operator'));
    await page.waitForSelector('.problem');
    assert.match(await page.$eval('.problem', (node) => node.textContent), /among the first that are guessed/);
    await page.click('#password', { count: 3 });
    await page.type('#password', PASSWORD);
    await page.click(button('Become the operator'));
    // The password was just chosen: nobody has to give it again.
    await heading('Overview');
    assert.equal(await page.title(), 'Overview · email-verify');
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
    assert.match(await page.$eval('main .notice', (node) => node.textContent), /You are the operator now/);
    await page.waitForSelector('#credits-left');
    await page.click('nav a[href="#api-settings"]');
    await heading('API Settings');
    // The live region tells nothing of the page before.
    assert.equal(await page.$eval('[role=status]', (node) => node.textContent), '');
    await page.goto(`${program.url}/dashboard/#api-settings`);
    await page.waitForSelector('#snippet');
    // The operator's pages call the edge of this deployment.
    assert.match(await page.$eval('#snippet pre', (node) => node.textContent), new RegExp(`${program.url}/verify/`));
    assert.equal(await page.$('#tab-edge'), null);
    // Nothing is warned of before the person has named a site.
    assert.doesNotMatch(await page.$eval('main', (node) => node.textContent), /not allowed yet/);
    await page.type('#code-site', 'shop.example');
    await page.waitForFunction(() =>
      document.querySelector('main .warning')?.textContent.includes('shop.example is not allowed yet'),
    );
    await examine('api-settings of the operator');
    await page.goto(`${program.url}/dashboard/#accounts`);
    await page.waitForSelector('[data-account]');
    await page.click(button('Make an invitation link'));
    await page.waitForSelector('#invitation-link');
    await page.click(button(`Add credits to ${OPERATOR}`));
    await page.waitForSelector('dialog[open]');
    await examine('accounts');
    await page.click('#count', { count: 3 });
    await page.type('#count', '50');
    await page.click('dialog .primary');
    await page.waitForSelector('dialog', { hidden: true });
    await page.waitForFunction(() => document.querySelector('[data-account]')?.textContent.includes('50 bought'));
    await page.browserContext().close();
    page = user;
  });

  test('a person registers, with the address checked by our own element, and confirms by mail', async () => {
    await page.goto(`${program.url}/dashboard/`);
    await heading('Sign in');
    await examine('sign-in');
    await page.click('a[href="#forgot-password"]');
    await heading('Forgot your password?');
    await examine('forgot-password');
    await page.goBack();
    await heading('Sign in');
    await page.click('a[href="#register"]');
    await heading('Create an account');
    await page.waitForSelector('email-verify:defined');
    await page.type('#email', 'anna@no-such-harbour.com');
    await page.keyboard.press('Tab');
    await page.waitForSelector('email-verify:state(invalid)');
    await examine('register');
    await page.click('#email', { count: 3 });
    await page.type('#email', USER);
    await page.waitForSelector('email-verify:state(valid)');
    await page.type('#password', PASSWORD);
    await page.click(button('Create an account'));
    await heading('Look into your mail');
    await examine('mail sent');
    const { raw } = await mailbox.next(USER);
    const link = /http:\S+#confirm=[\w-]+/.exec(raw)?.[0] ?? '';
    await page.goto('about:blank');
    await page.goto(link);
    await heading('Confirm your address');
    assert.equal(await page.evaluate(() => location.hash), '#confirm');
    await examine('confirm');
    // Without a mouse; somebody who registered the address of another person has another password.
    await tabTo('#password');
    await page.keyboard.type('of somebody else');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.problem');
    assert.match(await page.$eval('.problem', (node) => node.textContent), /4 more attempts are left/);
    assert.match(await page.$eval('[role=status]', (node) => node.textContent), /not the password that was chosen/);
    await page.click('#password', { count: 3 });
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await heading('Sign in');
    assert.match(await page.$eval('main .notice', (node) => node.textContent), /Your account is ready/);
  });

  test('without a mouse, the person signs in, sees the key, and copies it', async () => {
    await tabTo('#email');
    await page.keyboard.type(USER);
    await tabTo('#password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await heading('Overview');
    await page.waitForSelector('.empty');
    await examine('overview, empty');
    await tabTo('nav a[href="#api-settings"]');
    await page.keyboard.press('Enter');
    await heading('API Settings');
    await page.waitForSelector('[data-key]');
    await tabTo('[aria-label^="Show the key"]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /^evk_[\w-]{43}$/.test(document.querySelector('.key')?.textContent ?? ''));
    await tabTo('[aria-label^="Copy the key"]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent.startsWith('Copied'));
    assert.equal(await copied(), await page.$eval('.key', (node) => node.textContent));
    await tabTo('[role=tab][aria-selected=true]');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'tab-script');
    await page.keyboard.press('End');
    assert.equal(await focused(), 'tab-curl');
    await examine('api-settings');
  });

  test('the name of a key turns the direction of nothing beside it, and a double submit adds one key', async () => {
    await page.click(button('Add a key'));
    await page.waitForSelector('dialog[open]');
    await page.type('#key-name', 'a\u202egpj.exe');
    await page.click('dialog input[value=test]');
    await page.$eval('dialog .primary', (submit) => {
      (submit as HTMLButtonElement).click();
      (submit as HTMLButtonElement).click();
    });
    await page.waitForSelector('dialog', { hidden: true });
    await page.waitForSelector('[data-key]:nth-child(2)');
    assert.equal((await page.$$('[data-key]')).length, 2);
    const gap = await page.$eval('[data-key]:nth-child(2) h3', (name) => {
      const [named, tag] = ['bdi', '.tag'].map((part) => name.querySelector(part)!.getBoundingClientRect());
      return tag!.left - named!.right;
    });
    assert.ok(gap >= 0, `the tag begins ${gap} pixels after the name`);
    const other = await page.$eval('[data-key]:nth-child(2)', (row) => Number((row as HTMLElement).dataset['key']));
    // The tests below count on one key.
    await page.evaluate(async (id) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('../api/dashboard/keys/revoke', { method: 'POST', headers, body: JSON.stringify({ id }) });
    }, other);
  });

  test('the copied command runs an edge, the copied code makes a page, and a check costs one credit', async () => {
    const edgeUrl = `http://localhost:${await freePort()}`;
    const before = await credits();
    await page.click('nav a[href="#api-settings"]');
    await page.waitForSelector('#code-site');
    for (const [field, value] of [
      ['#code-site', `${site.origin}/join`],
      ['#code-edge', edgeUrl],
    ] as const) {
      await page.click(field, { count: 3 });
      await page.type(field, value);
    }
    await page.click(button('Copy the code for Your edge'));
    await eventually(async () => (await copied()).startsWith('UPSTREAM_URL='));
    const command = await copied();
    assert.match(command, /^UPSTREAM_URL=[^]*UPSTREAM_KEY=evk_[\w-]{43}[^]*npx email-verify-server edge$/);
    await page.click('#tab-script');
    await page.click(button('Copy the code for Script tag'));
    await eventually(async () => (await copied()).startsWith('<script'));
    snippet = await copied();
    assert.doesNotMatch(snippet, /evk_/);

    // The package, as npx finds it.
    const project = await packed.install();
    const bin = join(project.folder, 'node_modules/.bin');
    const program_ = join(project.home, 'dist/cli/main.js');
    mkdirSync(bin, { recursive: true });
    chmodSync(program_, 0o755);
    symlinkSync(program_, join(bin, 'email-verify-server'));
    edge = spawn('sh', ['-c', command], { cwd: project.folder, detached: true });
    let output = '';
    for (const stream of [edge.stdout, edge.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await eventually(() => output.includes('The edge serves at') || edge?.exitCode != null);
    assert.match(output, /The edge serves at/);

    const form = await openContext();
    await form.goto(site.origin);
    await form.type('input', 'bert@harbour-shop.com');
    await form.keyboard.press('Tab');
    await form.waitForSelector('email-verify:state(valid)');
    await form.browserContext().close();
    await eventually(async () => (await credits()) === before - 1);
    await page.waitForSelector('canvas');
    await examine('overview');
    await page.emulateMediaFeatures([]);
    await page.click('summary');
    await examine('overview, as a table');
  });

  test.runIf(whole)('checks one address, answers to its parts, and explains its score', async () => {
    await page.click('nav a[href="#check"]');
    await heading('Check one address');
    await page.type('#checked-address', 'info@harbour-shop.com');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#result');
    assert.equal(await textOf(page, '#summary'), 'The domain takes mail; the mailbox was not asked.');
    const answers = await page.$$eval('[data-part]', (parts) => parts.map((part) => part.getAttribute('data-answer')));
    assert.deepEqual(answers, ['well_formed', 'takes_mail', 'not_asked']);
    assert.deepEqual(await page.$$eval('[data-part] .tag', (tags) => tags.map((tag) => tag.textContent)), [
      'certain',
      'certain',
      'not known',
    ]);
    const lines = await page.$$eval('main table tr', (rows) => rows.map((row) => row.textContent));
    assert.ok(
      lines.some((line) => line.includes('role_account') && line.includes('0.03')),
      lines.join('\n'),
    );
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'result');
    await examine('check');
  });

  test.runIf(whole)('a rotated key works until its grace ends, and then is 401', async () => {
    await page.click('nav a[href="#api-settings"]');
    await page.waitForSelector('[data-key]');
    const show = async (): Promise<string> => {
      await page.click('[data-key]:last-child [aria-label^="Show the key"]').catch(() => undefined);
      await page.waitForFunction(() =>
        /^evk_.{43}$/.test(document.querySelector('[data-key]:last-child .key')?.textContent ?? ''),
      );
      return page.$eval('[data-key]:last-child .key', (node) => node.textContent);
    };
    const rotate = async (hours: string): Promise<void> => {
      const before = await page.$$eval('[data-key]', (rows) => rows.map((row) => (row as HTMLElement).dataset['key']));
      await page.click('[data-key]:last-child [aria-label^="Rotate"]');
      await page.waitForSelector('dialog[open]');
      await page.select('#grace', hours);
      if (hours === '0') await examine('rotate');
      await page.click('dialog .primary');
      await page.waitForSelector('dialog', { hidden: true });
      // With no grace, the old one is gone.
      await page.waitForFunction(
        (wanted, last) => {
          const rows = [...document.querySelectorAll<HTMLElement>('[data-key]')];
          return rows.length === wanted && rows.at(-1)?.dataset['key'] !== last;
        },
        {},
        hours === '0' ? before.length : before.length + 1,
        before.at(-1),
      );
    };
    const first = await show();
    await rotate('1');
    assert.match(await page.$eval('[data-key]', (node) => node.textContent), /It works until/);
    const second = await show();
    assert.notEqual(second, first);
    assert.deepEqual([await validate(first), await validate(second)], [200, 200]);
    await rotate('0');
    const third = await show();
    assert.deepEqual([await validate(second), await validate(third)], [401, 200]);
    // A grace that a test can wait for: a second.
    const status = await page.evaluate(async () => {
      const id = Number(document.querySelector<HTMLElement>('[data-key]:last-child')?.dataset['key']);
      const body = JSON.stringify({ id, grace_hours: 1 / 3600 });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('../api/dashboard/keys/rotate', { method: 'POST', headers, body })).status;
    });
    assert.equal(status, 200);
    await eventually(async () => (await validate(third)) === 401);

    await page.reload();
    await page.waitForSelector('[data-key]');
    await page.click('[aria-label^="Revoke"]');
    await page.waitForSelector('dialog[open]');
    await examine('revoke');
    await page.click('dialog .danger');
    await page.waitForSelector('dialog', { hidden: true });
    await eventually(async () => (await validate(first)) === 401);
    await page.click(button('Add a key'));
    await page.waitForSelector('dialog[open]');
    await examine('add');
    await page.type('#key-name', '<img src=x onerror=alert(1)>');
    await page.click('input[value=test]');
    await page.click('dialog .primary');
    await page.waitForSelector('dialog', { hidden: true });
    await page.waitForFunction(() => document.querySelector('main')?.textContent.includes('<img src=x'));
  });

  test.runIf(whole)(
    'a new address is confirmed in the session of its user: the link asks for a sign-in, and comes back',
    async () => {
      // The list of sessions comes late: what the person does meanwhile takes effect.
      await page.evaluate(() => {
        const ask = window.fetch.bind(window);
        window.fetch = async (input, init) => {
          if ((input as string).endsWith('/auth/sessions'))
            await new Promise((resolve) => {
              addEventListener('submit', resolve, { once: true });
            });
          return ask(input, init);
        };
      });
      await page.click('nav a[href="#account"]');
      await heading('Your account');
      await page.type('#new-address', MOVED);
      await page.type('#address-password', PASSWORD);
      await page.keyboard.press('Enter');
      const { raw } = await mailbox.next(MOVED);
      const link = /http:\S+#address=[\w-]+/.exec(raw)?.[0] ?? '';
      await page.click(button('Sign out'));
      await heading('Sign in');
      await page.goto('about:blank');
      await page.goto(link);
      await heading('Sign in');
      assert.match(await page.$eval('main .notice', (node) => node.textContent), /Sign in with your present address/);
      await page.type('#email', USER);
      await page.type('#password', PASSWORD);
      await page.keyboard.press('Enter');
      await heading('Confirm your new address');
      await examine('address');
      await page.click(button('Confirm my address'));
      await heading('Your account');
      assert.match(await page.$eval('main .notice', (node) => node.textContent), /Your new address is set/);
      await page.click('nav a[href="#overview"]');
      await heading('Overview');
    },
  );

  test.runIf(whole)(
    'a person who signs out while a page is loading still is not told that the session has ended',
    async () => {
      await page.goto('about:blank');
      await page.goto(`${program.url}/dashboard/#overview`);
      await heading('Overview');
      // The list of sessions comes to the server after the person has signed out, and is answered first.
      await page.evaluate(() => {
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
      await page.click('nav a[href="#account"]');
      await heading('Your account');
      await page.click(button('Sign out'));
      await heading('Sign in');
      assert.equal(await page.$('main .notice'), null);
      assert.doesNotMatch(await page.$eval('[role=status]', (node) => node.textContent), /ended|Sign in first/);
      await page.type('#email', MOVED);
      await page.type('#password', PASSWORD);
      await page.keyboard.press('Enter');
      await heading('Overview');
    },
  );

  test.runIf(whole)('changes the password, signs out, and deletes the account', async () => {
    await page.click('nav a[href="#account"]');
    await heading('Your account');
    await page.waitForSelector('.rows li');
    await examine('account');
    await page.type('#old-password', PASSWORD);
    await page.type('#new-password', `${PASSWORD} more`);
    await page.click(button('Change the password'));
    await page.waitForSelector('main .notice');
    await page.click(button('Sign out'));
    await heading('Sign in');
    assert.equal(await page.$('main .notice'), null);
    await page.goto(`${program.url}/dashboard/#account`);
    await heading('Sign in');
    await page.type('#email', MOVED);
    await page.type('#password', `${PASSWORD} more`);
    await page.keyboard.press('Enter');
    await heading('Your account');
    await page.waitForSelector('.rows li');
    // The session ends elsewhere.
    await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      await fetch('../api/auth/sign-out', { method: 'POST', headers, body: '{}' });
    });
    await page.click('nav a[href="#check"]');
    await heading('Check one address');
    await page.type('#checked-address', USER);
    await page.keyboard.press('Enter');
    await heading('Sign in');
    assert.match(await page.$eval('main .notice', (node) => node.textContent), /session has ended/);
    assert.match(await page.$eval('[role=status]', (node) => node.textContent), /session has ended/);
    await page.type('#email', MOVED);
    await page.type('#password', `${PASSWORD} more`);
    await page.keyboard.press('Enter');
    await heading('Check one address');
    await page.click('nav a[href="#account"]');
    await heading('Your account');
    await page.waitForSelector('.rows li');
    await page.click(button('Delete my account'));
    await page.waitForSelector('#delete-password');
    await page.type('#delete-password', `${PASSWORD} more`);
    await page.click(button('Delete my account for good'));
    await heading('Sign in');
    assert.match(await page.$eval('main .notice', (node) => node.textContent), /deleted/);
  });

  test.runIf(whole)('a link that does not work any more says so, and one without its token too', async () => {
    await page.goto('about:blank');
    await page.goto(`${program.url}/dashboard/#reset=${'a'.repeat(43)}`);
    await heading('Set a new password');
    await page.type('#password', PASSWORD);
    await page.click('main .primary');
    await page.waitForSelector('.problem');
    await examine('reset');
    await page.reload();
    for (const [link, title] of [
      ['reset', 'Set a new password'],
      ['address', 'Confirm your new address'],
    ] as const) {
      await page.goto(`${program.url}/dashboard/#${link}`);
      await heading(title);
      assert.match(await page.$eval('main', (node) => node.textContent), /needs the link from your mail/);
    }
  });

  test.runIf(whole)('writes nothing into the console: no error, and nothing that the policy stopped', () => {
    assert.deepEqual(faults, []);
    assert.ok(seen.size >= 18, [...seen].join(', '));
  });
});
