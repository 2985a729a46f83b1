/**
 * The newcomer's walk: what the README's quick start says is typed as it stands, in an empty folder, through to the
 * first sign-up whose receipt a backend has checked. Only our packages are replaced by those that are packed here, and
 * the two ports by free ones.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { reserveOrigin, type Origin } from '../doors/support/origin.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { root } from '../support/manifest.js';
import { whole } from '../support/whole.js';
import { openPage, startBrowser } from './support/browser.js';

/** A code block of the quick start: its language, its text, and the file that the sentence before it names. */
interface Block {
  language: string;
  text: string;
  file: string | undefined;
}

const [, section = ''] = /^## Quick start\n(.*?)^## /ms.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
const blocks: Block[] = [...section.matchAll(/([^\n]*)\n\n```(\w+)\n(.*?)```/gs)].map(
  ([, before = '', language = '', text = '']) => ({
    language,
    text,
    file: /as `([\w.]+)`:$/.exec(before)?.[1],
  }),
);

describe.runIf(whole)('the quick start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'email-verify-newcomer-'));
  const running: ChildProcess[] = [];
  let key = '';
  let dns: DnsServer;
  let service: Origin;
  let backend: Origin;
  const portOf = ({ url }: Origin): string => new URL(url).port;

  const here = (text: string): string =>
    text
      .replaceAll(/(localhost:|listen\()8080/g, `$1${portOf(service)}`)
      .replaceAll(/(localhost:|listen\()3000/g, `$1${portOf(backend)}`)
      .replace(/(?<=^npm install .*)email-verify-(element|server)/gm, (name) => inject('packed')[name]!.tarball);

  /** Types a line; resolves when its command has ended well, or says that it serves. */
  const type = async (line: string): Promise<void> => {
    // Nobody else has had the port until now.
    if (line.endsWith(' email-verify-server')) await service.free();
    if (line.startsWith('node ')) await backend.free();
    const env = { ...process.env, PORT: portOf(service), DNS_SERVERS: dns.address, npm_config_prefer_offline: 'true' };
    const child = spawn('bash', ['-c', `exec env ${line}`], { cwd: folder, env, detached: true });
    running.push(child);
    let said = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          key ||= /the API key +(\S+)/.exec(said)?.[1] ?? '';
          if (/Press Ctrl-C|^http:\/\/localhost:\d+\/$/m.test(said)) resolve();
        });
      child.on('close', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`${line}: ${said}`));
      });
    });
  };

  beforeAll(async () => {
    const mail = { MX: ['mx.gmail.com'] };
    dns = await startDnsServer({ zone: { 'gmail.com': mail, 'mx.gmail.com': { A: ['1.2.3.4'] } } });
    [service, backend] = [await reserveOrigin(), await reserveOrigin()];
  });

  afterAll(async () => {
    for (const child of running) {
      if (child.pid === undefined || child.exitCode !== null) continue;
      const closed = once(child, 'close');
      process.kill(-child.pid, 'SIGTERM');
      await closed;
    }
    await dns.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('typed as it stands leads to a sign-up that a backend has checked', async () => {
    assert.deepEqual(
      blocks.map(({ language, file }) => file ?? language),
      ['sh', 'index.html', 'backend.mjs', 'sh', 'sh'],
    );
    const [, address = ''] = /^curl '(.*)'$/m.exec(blocks.pop()?.text ?? '') ?? [];
    for (const { text, file } of blocks) {
      if (file !== undefined) writeFileSync(join(folder, file), here(text));
      else for (const line of here(text).trim().split('\n')) await type(line);
    }

    const browser = await startBrowser();
    const { page, messages } = await openPage(browser, `http://localhost:${portOf(backend)}/`);
    // No pause of the machine ends the hold before the verdict.
    await page.evaluate('window.emailVerify.hold = 60000');
    await page.type('input', 'anna@gmial.com');
    await page.click('button');
    await page.waitForFunction(`document.body?.innerText.startsWith('Welcome')`);
    assert.equal(await page.evaluate(() => document.body.innerText), 'Welcome, anna@gmail.com!');
    assert.deepEqual(
      messages.filter((message) => !message.includes('favicon')),
      [],
    );
    await browser.close();

    const response = await fetch(here(address).replace('KEY', key));
    assert.deepEqual([response.status, ((await response.json()) as { status: string }).status], [200, 'valid']);
  });
});
