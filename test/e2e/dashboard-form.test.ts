/**
 * Uses of forms with known outcomes, in Chromium, through the built `serve`: its API and the page 'Form' of its dashboard
 * have exactly those counts.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import type { FormCounters, OutcomeCounts } from '../../src/protocol/index.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { whole } from '../support/whole.js';
import { type Browser, startBrowser } from './support/browser.js';
import {
  becomeOperator,
  findNoFault,
  findRoomForLargeText,
  openContext,
  textOf,
  waitForHeading,
} from './support/dashboard.js';
import { formPage, useAll, type FormUse } from './support/form-uses.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';
import { readScript } from './support/scripts.js';

const ZONE = {
  'harbour-shop.com': { MX: ['mx.harbour-shop.com'] },
  'gmail.com': { MX: ['mx.harbour-shop.com'] },
  'mx.harbour-shop.com': { A: ['1.2.3.4'] },
};

const USES: FormUse[] = [
  { address: 'anna@harbour-shop.com', then: 'send', counts: { used: 1, checked: 1, sent: 1 } },
  { address: 'anna@gmial.com', then: 'send', counts: { used: 1, checked: 1, fixed: 1, saved: 1, sent: 1 } },
  { address: 'anna@no-such-harbour.com', then: 'leave', counts: { used: 1, checked: 1, blocked: 1 } },
  {
    address: 'anna@no-such-harbour.com',
    then: 'correct',
    corrected: 'anna@harbour-shop.com',
    counts: { used: 1, checked: 1, blocked: 1, healed: 1, saved: 1, sent: 1 },
  },
  { address: 'anna@harbour-shop.com', then: 'leave', counts: { used: 1, checked: 1 } },
];

/** Serves pages with forms whose edge is the program's. */
const servePages = async (edge: () => string): Promise<{ origin: string; close: () => void }> => {
  const server = createServer(({ url = '/' }, response) => {
    if (url.endsWith('.js')) response.setHeader('content-type', 'text/javascript').end(readScript(url.slice(1)));
    else
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(formPage(edge(), url.startsWith('/held-out') ? 'data-holdout="100"' : ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

interface Answer {
  forms: { origin: string; form: string; held_out: boolean; counts: OutcomeCounts }[];
}

describe('the page Form of the dashboard', () => {
  const folder = temporaryFolder();
  const faults: string[] = [];
  let dns: DnsServer;
  let program: Program;
  let browser: Browser;
  let pages: Awaited<ReturnType<typeof servePages>>;
  let page: Page;

  beforeAll(async () => {
    dns = await startDnsServer({ zone: ZONE });
    pages = await servePages(() => `${program.url}/verify`);
    await putDatabase(folder.path);
    const env = { DATA_DIR: folder.path, DNS_SERVERS: dns.address, ALLOWED_ORIGINS: pages.origin, CHALLENGE: 'off' };
    program = await startProgram(env);
    browser = await startBrowser();
    page = await openContext(browser, program.url, faults);
    await becomeOperator(page, program.output(), 'olga@harbour-shop.com', 'four random words');
  });
  afterAll(async () => {
    await browser.close();
    await program.end();
    pages.close();
    await dns.close();
    folder.remove();
  });

  const read = async (): Promise<Answer> => {
    const response = await fetch(`${program.url}/api/outcomes/forms`, { headers: { 'x-api-key': program.key ?? '' } });
    if (response.status !== 429) return (await response.json()) as Answer;
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get('retry-after'))));
    return read();
  };

  const open = async (): Promise<void> => {
    await page.goto(`${program.url}/dashboard/#overview`);
    await waitForHeading(page, 'Overview');
    await page.goto(`${program.url}/dashboard/#form`);
    await waitForHeading(page, 'Form');
    await page.waitForSelector('.choices');
  };

  /** The numbers of the table, by outcome: of those with the element, or of the hold-out group. */
  const shown = (column: 2 | 3): Promise<OutcomeCounts> =>
    page.$$eval(
      '#form-numbers tbody tr',
      (rows, n) =>
        Object.fromEntries(
          rows
            .map((row) => [
              (row as HTMLElement).dataset['outcome'],
              Number(row.querySelector(`:nth-child(${n})`)?.textContent),
            ])
            .filter(([, count]) => count !== 0),
        ) as OutcomeCounts,
      column,
    );

  test('says so while nothing was counted', async () => {
    await open();
    assert.match(await textOf(page, '.empty'), /No form was counted in the last 30 days/);
    await findNoFault(page, 'form, empty');
  });

  test('shows exactly what was done in forms', async () => {
    const person = await openContext(browser, pages.origin, faults);
    const expected = await useAll(person, `${pages.origin}/join`, USES, whole ? 6 : 2);
    const heldOut = await useAll(person, `${pages.origin}/held-out`, USES, 1, true);
    const told = async (): Promise<unknown> =>
      (await read()).forms.map(({ origin, form, held_out, counts }) => [origin, form, held_out, counts]);
    const all = [
      [pages.origin, '/join', false, expected],
      [pages.origin, '/held-out', true, heldOut],
    ];
    await eventually(async () => isDeepStrictEqual(await told(), all)).catch(() => undefined);
    assert.deepEqual(await told(), all);
    await person.browserContext().close();
    await open();
    assert.deepEqual([await shown(2), await shown(3)], [expected, heldOut]);
    assert.equal(await textOf(page, '#signups-saved'), String(expected.saved));
    assert.equal(await textOf(page, '#sent-away'), String((expected.blocked ?? 0) - (expected.healed ?? 0)));
    assert.match(
      await textOf(page, '.funnel'),
      new RegExp(`Typed an address ${expected.used} .*Sent the form ${expected.sent} `),
    );
    assert.match(await textOf(page, '#worth'), /^Not enough yet/);
  }, 120_000);

  /** Tells the service of another day of a large shop, as an edge of its own does. */
  const tell = async (
    form: string,
    counters: OutcomeCounts & Record<string, number>,
    heldOut = false,
  ): Promise<void> => {
    const row: FormCounters = {
      origin: 'https://shop.example',
      day: new Date().toISOString().slice(0, 10),
      form,
      held_out: heldOut,
      counters,
    };
    const response = await fetch(`${program.url}/api/outcomes/forms/add`, {
      method: 'POST',
      headers: { 'x-api-key': program.key ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ id: crypto.randomUUID(), rows: [row] }),
    });
    if (response.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get('retry-after'))));
      return tell(form, counters, heldOut);
    }
    assert.equal(response.status, 200);
  };

  test('compares the hold-out group of a form, without a mouse, on a phone and in the dark', async () => {
    await tell('/sign-up', {
      ...{ used: 19_000, checked: 18_212, fixed: 310, undone: 9, suggested: 120, accepted: 74, kept: 31, warned: 260 },
      ...{
        blocked: 101,
        healed: 55,
        overridden: 8,
        saved: 402,
        sent: 15_770,
        unchecked_hold: 12,
        unchecked_network: 49,
      },
      ...{ verdict_ms_300: 4000, verdict_ms_600: 9000, verdict_ms_1500: 5000, held_ms_200: 600, held_ms_1000: 100 },
    });
    await tell('/sign-up', { used: 1000, checked: 950, sent: 780 }, true);
    await tell('newsletter', { used: 640, checked: 600, saved: 12, fixed: 12, sent: 590 });
    await tell('old-page', { used: 3, checked: 3, sent: 2 });
    await open();
    const choose = async (id: string, keys: string): Promise<void> => {
      await page.focus(id);
      await page.keyboard.type(keys);
      await page.keyboard.press('Tab');
    };
    assert.match(await textOf(page, '#worth'), /^Several forms have a hold-out group\. Choose/);
    await choose('#form-site', 'shop');
    assert.equal(await textOf(page, '#signups-saved'), '414');
    assert.match(
      await textOf(page, '#worth'),
      /^\+5\.0 points with the element; 95 % interval from \+2\.5 to \+7\.7 points\. More/,
    );
    assert.equal(
      await page.$eval('.scale', (node) => node.getAttribute('aria-label')),
      'From +2.5 to +7.7 points; the line is 0.',
    );
    assert.match(await textOf(page, '.scale + .hint'), /from \u221210 to \+10 points\. The dashed line is 0\.$/);
    assert.match(await textOf(page, '#form-waits'), /verdict ?600 ms ?1,500 ms.*held ?200 ms ?1,000 ms/);
    assert.match(await textOf(page, '#form-unchecked'), /too long ?12.*reached ?49/);
    await page.click('summary');
    await findNoFault(page, 'form');
    await findRoomForLargeText(page, 'form');
    await choose('#form-form', 'news');
    assert.equal(await textOf(page, '#sent-away'), '0');
    assert.match(await textOf(page, '#worth'), /^There is no hold-out group/);
    assert.match(await textOf(page, '#form-waits'), /verdict ?Not enough yet ?Not enough yet/);
    await findNoFault(page, 'form without waits');
    await choose('#form-form', 'old');
    // The service takes no old days: the page gets them without this form.
    await page.evaluate(() => {
      const send = globalThis.fetch;
      globalThis.fetch = async (...sent) => {
        const response = await send(...sent);
        const { forms } = (await response.json()) as Answer;
        return Response.json({ forms: forms.filter(({ form }) => form !== 'old-page') });
      };
    });
    await page.focus('#form-period');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent === 'Last 7 days');
    const chosen = (id: string): Promise<string> => page.$eval(id, (select) => (select as HTMLSelectElement).value);
    assert.deepEqual([await chosen('#form-site'), await chosen('#form-form')], ['https://shop.example', '']);
    assert.equal(await textOf(page, '#signups-saved'), '414');
    await page.reload();
    await page.waitForSelector('.choices a');
    const href = await page.$eval('.choices a', (node) => node.href);
    const csv = await page.evaluate((url) => fetch(url).then((response) => response.text()), href);
    assert.match(csv, /^day,origin,form,group,used,checked,/);
    assert.match(csv, /,https:\/\/shop\.example,\/sign-up,held_out,1000,950,/);
    assert.deepEqual(faults, []);
  });
});
