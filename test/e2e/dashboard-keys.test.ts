/**
 * Keys in the dashboard, with real clicks: names, one's own edge run by the command that was copied, a page made of the
 * copied code, what a check costs, and a rotation.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { whole } from '../support/whole.js';
import { button, textOf } from './support/dashboard.js';
import { usePacked } from './support/packed.js';
import { startSite, type Site } from './support/site.js';
import { useDashboard, USER } from './support/visit.js';

describe('keys in the dashboard', () => {
  const packed = usePacked('email-verify-server');
  const visit = useDashboard();
  const { examine, heading } = visit;
  let site: Site;
  let edge: ChildProcess | undefined;
  let snippet = '';

  beforeAll(async () => {
    site = await startSite(
      () => `<!doctype html><html lang="en"><title>Sign up</title>${snippet}
        <form method="post"><label>Email <input type="email" name="email"></label><button>Join</button></form>`,
    );
    await visit.register();
    await visit.page.click('nav a[href="#api-settings"]');
    await visit.page.waitForSelector('[data-key]');
  });

  afterAll(async () => {
    if (edge?.exitCode === null) process.kill(-edge.pid!, 'SIGTERM');
    await site.close();
    packed.remove();
  });

  const copied = (): Promise<string> => visit.page.evaluate(() => navigator.clipboard.readText());

  const credits = async (): Promise<number> => {
    await visit.page.goto('about:blank');
    await visit.page.goto(`${visit.program.url}/dashboard/#overview`);
    await visit.page.waitForSelector('#credits-left');
    return Number(await visit.page.$eval('#credits-left', (node) => node.textContent.replaceAll(',', '')));
  };

  const validate = async (key: string): Promise<number> =>
    (await fetch(`${visit.program.url}/api/validate?email=${USER}`, { headers: { 'x-api-key': key } })).status;

  test('the name of a key turns the direction of nothing beside it, and a double submit adds one key', async () => {
    await visit.page.click(button('Add a key'));
    await visit.page.waitForSelector('dialog[open]');
    await visit.page.type('#key-name', 'a\u202egpj.exe');
    await visit.page.click('dialog input[value=test]');
    await visit.page.$eval('dialog .primary', (submit) => {
      (submit as HTMLButtonElement).click();
      (submit as HTMLButtonElement).click();
    });
    await visit.page.waitForSelector('dialog', { hidden: true });
    await visit.page.waitForSelector('[data-key]:nth-child(2)');
    assert.equal((await visit.page.$$('[data-key]')).length, 2);
    const gap = await visit.page.$eval('[data-key]:nth-child(2) h3', (name) => {
      const [named, tag] = ['bdi', '.tag'].map((part) => name.querySelector(part)!.getBoundingClientRect());
      return tag!.left - named!.right;
    });
    assert.ok(gap >= 0, `the tag begins ${gap} pixels after the name`);
    const other = await visit.page.$eval('[data-key]:nth-child(2)', (row) =>
      Number((row as HTMLElement).dataset['key']),
    );
    // The tests below count on one key.
    await visit.page.evaluate(async (id) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('../api/dashboard/keys/revoke', { method: 'POST', headers, body: JSON.stringify({ id }) });
    }, other);
  });

  test.runIf(whole)(
    'the copied command runs an edge, the copied code makes a page, and a check costs one credit',
    async () => {
      const edgeUrl = `http://localhost:${await freePort()}`;
      const before = await credits();
      await visit.page.click('nav a[href="#api-settings"]');
      await visit.page.waitForSelector('#code-site');
      for (const [field, value] of [
        ['#code-site', `${site.origin}/join`],
        ['#code-edge', edgeUrl],
      ] as const) {
        await visit.page.click(field, { count: 3 });
        await visit.page.type(field, value);
      }
      await visit.page.click(button('Copy the code for Your edge'));
      await eventually(async () => (await copied()).startsWith('UPSTREAM_URL='));
      const command = await copied();
      assert.match(command, /^UPSTREAM_URL=[^]*UPSTREAM_KEY=evk_[\w-]{43}[^]*npx email-verify-server edge$/);
      await visit.page.click('#tab-script');
      await visit.page.click(button('Copy the code for Script tag'));
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

      const form = await visit.open();
      await form.goto(site.origin);
      await form.type('input', 'bert@harbour-shop.com');
      await form.keyboard.press('Tab');
      await form.waitForSelector('email-verify:state(valid)');
      await form.browserContext().close();
      await eventually(async () => (await credits()) === before - 1);
      await visit.page.waitForSelector('canvas');
      await examine('overview');
      await visit.page.emulateMediaFeatures([]);
      await visit.page.click('summary');
      await examine('overview, as a table');
    },
  );

  test.runIf(whole)('checks one address, answers to its parts, and explains its score', async () => {
    await visit.page.click('nav a[href="#check"]');
    await heading('Check one address');
    await visit.page.type('#checked-address', 'info@harbour-shop.com');
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForSelector('#result');
    assert.equal(await textOf(visit.page, '#summary'), 'The domain takes mail; the mailbox was not asked.');
    const answers = await visit.page.$$eval('[data-part]', (parts) =>
      parts.map((part) => part.getAttribute('data-answer')),
    );
    assert.deepEqual(answers, ['well_formed', 'takes_mail', 'not_asked']);
    assert.deepEqual(await visit.page.$$eval('[data-part] .tag', (tags) => tags.map((tag) => tag.textContent)), [
      'certain',
      'certain',
      'not known',
    ]);
    const lines = await visit.page.$$eval('main table tr', (rows) => rows.map((row) => row.textContent));
    assert.ok(
      lines.some((line) => line.includes('role_account') && line.includes('0.03')),
      lines.join('\n'),
    );
    assert.equal(await visit.page.evaluate(() => document.activeElement?.id), 'result');
    await examine('check');
  });

  test.runIf(whole)('a rotated key works until its grace ends, and then is 401', async () => {
    await visit.page.click('nav a[href="#api-settings"]');
    await visit.page.waitForSelector('[data-key]');
    const show = async (): Promise<string> => {
      await visit.page.click('[data-key]:last-child [aria-label^="Show the key"]').catch(() => undefined);
      await visit.page.waitForFunction(() =>
        /^evk_.{43}$/.test(document.querySelector('[data-key]:last-child .key')?.textContent ?? ''),
      );
      return visit.page.$eval('[data-key]:last-child .key', (node) => node.textContent);
    };
    const rotate = async (hours: string): Promise<void> => {
      const before = await visit.page.$$eval('[data-key]', (rows) =>
        rows.map((row) => (row as HTMLElement).dataset['key']),
      );
      await visit.page.click('[data-key]:last-child [aria-label^="Rotate"]');
      await visit.page.waitForSelector('dialog[open]');
      await visit.page.select('#grace', hours);
      if (hours === '0') await examine('rotate');
      await visit.page.click('dialog .primary');
      await visit.page.waitForSelector('dialog', { hidden: true });
      // With no grace, the old one is gone.
      await visit.page.waitForFunction(
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
    assert.match(await visit.page.$eval('[data-key]', (node) => node.textContent), /It works until/);
    const second = await show();
    assert.notEqual(second, first);
    assert.deepEqual([await validate(first), await validate(second)], [200, 200]);
    await rotate('0');
    const third = await show();
    assert.deepEqual([await validate(second), await validate(third)], [401, 200]);
    // A grace that a test can wait for: a second.
    const status = await visit.page.evaluate(async () => {
      const id = Number(document.querySelector<HTMLElement>('[data-key]:last-child')?.dataset['key']);
      const body = JSON.stringify({ id, grace_hours: 1 / 3600 });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('../api/dashboard/keys/rotate', { method: 'POST', headers, body })).status;
    });
    assert.equal(status, 200);
    await eventually(async () => (await validate(third)) === 401);

    await visit.page.reload();
    await visit.page.waitForSelector('[data-key]');
    await visit.page.click('[aria-label^="Revoke"]');
    await visit.page.waitForSelector('dialog[open]');
    await examine('revoke');
    await visit.page.click('dialog .danger');
    await visit.page.waitForSelector('dialog', { hidden: true });
    await eventually(async () => (await validate(first)) === 401);
    await visit.page.click(button('Add a key'));
    await visit.page.waitForSelector('dialog[open]');
    await examine('add');
    await visit.page.type('#key-name', '<img src=x onerror=alert(1)>');
    await visit.page.click('input[value=test]');
    await visit.page.click('dialog .primary');
    await visit.page.waitForSelector('dialog', { hidden: true });
    await visit.page.waitForFunction(() => document.querySelector('main')?.textContent.includes('<img src=x'));
  });

  test.runIf(whole)('writes nothing into the console: no error, and nothing that the policy stopped', () => {
    assert.deepEqual(visit.faults, []);
    assert.ok(visit.seen.size >= 6, [...visit.seen].join(', '));
  });
});
