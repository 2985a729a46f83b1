/** Outcomes of other accounts' mail to a domain, beside the result of a check in the dashboard. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { type Browser, startBrowser } from './support/browser.js';
import { becomeOperator, findNoFault, openContext, textOf, waitForHeading } from './support/dashboard.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

const PASSWORD = 'four random words';

describe('a check in the dashboard with DOMAIN_OUTCOMES=on', () => {
  const folder = temporaryFolder();
  const faults: string[] = [];
  let dns: DnsServer;
  let program: Program;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    dns = await startDnsServer({
      zone: { 'many.example': { MX: ['mx.many.example'] }, 'mx.many.example': { A: ['1.2.3.4'] } },
    });
    await putDatabase(folder.path);
    program = await startProgram({
      ...{ DATA_DIR: folder.path, DNS_SERVERS: dns.address },
      ...{ DOMAIN_OUTCOMES: 'on', REGISTRATION: 'open' },
    });
    browser = await startBrowser();
    page = await openContext(browser, program.url, faults);
    await becomeOperator(page, program.output(), 'olga@harbour-shop.com', PASSWORD);
  });

  afterAll(async () => {
    await browser.close();
    await program.end();
    await dns.close();
    folder.remove();
  });

  const post = async (path: string, body: object, more: Record<string, string> = {}): Promise<Response> => {
    const headers = { 'content-type': 'application/json', origin: program.url, ...more };
    const response = await fetch(`${program.url}/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response;
  };

  /** The tokens of the links that confirm an address. Without a mail server they are written to the output. */
  const tokens = (): string[] => [...program.output().matchAll(/#confirm=([\w-]+)/g)].map(([, token]) => token!);

  /** Registers a person, who reports seven deliveries to the domain. */
  const registerAndReport = async (email: string, known: number): Promise<void> => {
    await post('auth/register', { email, password: PASSWORD });
    await eventually(() => tokens().length > known);
    await post('auth/confirm', { token: tokens().at(-1), password: PASSWORD });
    const signedIn = await post('auth/sign-in', { email, password: PASSWORD });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ');
    const added = await post('dashboard/keys/add', { name: 'shop', mode: 'live' }, { cookie });
    const { key } = (await added.json()) as { key: string };
    const outcomes = Array.from({ length: 7 }, (_, n) => ({ email: `n${n}@many.example`, outcome: 'delivered' }));
    await post('outcomes', { outcomes }, { 'x-api-key': key });
  };

  const check = async (): Promise<string> => {
    await page.click('#checked-address', { count: 3 });
    await page.type('#checked-address', 'anna@many.example');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#result');
    return textOf(page, '[aria-labelledby=result]');
  };

  test('tells it in a sentence once enough accounts have reported, and not before', async () => {
    await page.click('nav a[href="#check"]');
    await waitForHeading(page, 'Check one address');
    const before = await check();
    assert.doesNotMatch(before, /other accounts/);
    for (let n = 0; n < 5; n++) await registerAndReport(`person${n}@harbour-shop.com`, n);
    await page.reload();
    await page.waitForSelector('#checked-address');
    const after = await check();
    const sentence =
      'Of the mailboxes of this domain to which other accounts have sent mail in the last 26 weeks, about 100 % had a ' +
      'delivery and about 0 % a hard bounce. This does not change the verdict.';
    assert.equal(after.replace(sentence, ''), before);
    assert.equal(await textOf(page, '.answers + p'), sentence);
    await findNoFault(page, 'check with outcomes of a domain');
    assert.deepEqual(faults, []);
  });
});
