/**
 * The dashboard of a program with registration, a mailbox and a DNS server, in a browser.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll } from 'vitest';
import type { Page } from 'puppeteer-core';
import { startMailbox, type Mailbox } from '../../service/users/mailbox.js';
import { startDnsServer, type DnsServer } from '../../support/dns-server.js';
import { putDatabase } from '../../support/pglite-template.js';
import { whole } from '../../support/whole.js';
import { type Browser, startBrowser } from './browser.js';
import { button, findNoFault, openContext, waitForHeading } from './dashboard.js';
import { startProgram, temporaryFolder, type Program } from './program.js';

export const PASSWORD = 'four random words';
export const OPERATOR = 'olga@harbour-shop.com';
export const USER = 'anna@harbour-shop.com';
const ZONE = {
  'harbour-shop.com': { MX: ['mx.harbour-shop.com'] },
  'mx.harbour-shop.com': { A: ['1.2.3.4'] },
};

export interface Visit {
  readonly program: Program;
  readonly mailbox: Mailbox;
  /** The page that the other functions work on. */
  page: Page;
  /** Opens a page in a browser of its own. */
  open: () => Promise<Page>;
  heading: (text: string) => Promise<unknown>;
  /** Presses Tab until an element has the focus, as a person does who has no mouse. */
  tabTo: (selector: string) => Promise<void>;
  /** The name of the focused element, or its id. */
  focused: () => Promise<string>;
  /** Registers {@link USER} and confirms by mail, then signs in. */
  register: () => Promise<void>;
  /** Signs in on the page for that. */
  signIn: (email: string, password?: string) => Promise<void>;
  /**
   * Finds no fault with axe and nothing that is cut off: light, dark, on a desktop and on a phone. A sample is every other
   * view, dark on a phone.
   */
  examine: (view: string) => Promise<void>;
  /** The views that were examined. */
  seen: ReadonlySet<string>;
  /** Uncaught errors, and what the console says. */
  faults: readonly string[];
}

/** Starts them before the tests. Call it inside `describe`. */
export const useDashboard = (): Visit => {
  const folder = temporaryFolder();
  const faults: string[] = [];
  const seen = new Set<string>();
  let dns: DnsServer;
  let mailbox: Mailbox;
  let program: Program;
  let browser: Browser;
  let page: Page;

  const open = (): Promise<Page> => openContext(browser, program.url, faults);
  const heading = (text: string): Promise<unknown> => waitForHeading(page, text);

  beforeAll(async () => {
    dns = await startDnsServer({ zone: ZONE });
    mailbox = await startMailbox();
    await putDatabase(folder.path);
    program = await startProgram({
      DATA_DIR: folder.path,
      DNS_SERVERS: dns.address,
      REGISTRATION: 'open',
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'verify@harbour-shop.com',
    });
    browser = await startBrowser();
    page = await open();
  });

  afterAll(async () => {
    await browser.close();
    await program.end();
    await mailbox.close();
    await dns.close();
    folder.remove();
  });

  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute('aria-label') ?? element?.id ?? '';
    });

  const signIn = async (email: string, password = PASSWORD): Promise<void> => {
    await page.type('#email', email);
    await page.type('#password', password);
    await page.keyboard.press('Enter');
  };

  return {
    get program() {
      return program;
    },
    get mailbox() {
      return mailbox;
    },
    get page() {
      return page;
    },
    set page(other) {
      page = other;
    },
    faults,
    seen,
    open,
    heading,
    focused,
    signIn,
    tabTo: async (selector) => {
      for (let pressed = 0; pressed < 60; pressed++) {
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`Tab never comes to ${selector}; it ends at ${await focused()}`);
    },
    register: async () => {
      await page.goto(`${program.url}/dashboard/#register`);
      await heading('Create an account');
      await page.type('#email', USER);
      await page.type('#password', PASSWORD);
      await page.click(button('Create an account'));
      await heading('Look into your mail');
      const link = /http:\S+#confirm=[\w-]+/.exec((await mailbox.next(USER)).raw)?.[0] ?? '';
      await page.goto('about:blank');
      await page.goto(link);
      await heading('Confirm your address');
      await page.type('#password', PASSWORD);
      await page.keyboard.press('Enter');
      await heading('Sign in');
      await signIn(USER);
      await heading('Overview');
    },
    examine: async (view) => {
      seen.add(view);
      if (!whole && seen.size % 2 === 0) return;
      await findNoFault(page, view);
    },
  };
};
