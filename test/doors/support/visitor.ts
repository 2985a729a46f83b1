/** A person at an app's sign-up form, in Chromium. */
import type { CDPSession, HTTPRequest, Page } from 'puppeteer-core';
import { eventually } from '../../support/eventually.js';

const EMAIL = '>>> input[name=email]';

/** A step that takes longer hangs. */
const PATIENCE_MS = 20_000;
const HOLD_MS = 60_000;

export class Visitor {
  readonly page: Page;
  /** Errors and warnings of the console, and uncaught errors. */
  readonly complaints: string[] = [];
  /** The forms that were sent to the app, as `POST path`. */
  readonly sent: string[] = [];
  readonly #url: string;
  #session: CDPSession | undefined;
  #arriving: Promise<unknown> | undefined;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('console', (message) => {
      if (['error', 'warn', 'assert'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('request', (request: HTTPRequest) => {
      const { origin, pathname } = new URL(request.url());
      if (request.method() === 'POST' && origin === new URL(url).origin) this.sent.push(`POST ${pathname}`);
    });
  }

  /** Opens the page, and waits until its form is ready. */
  async open(): Promise<void> {
    await this.page.goto(this.#url);
    await this.ready();
  }

  /** Opens the page, and holds its scripts back until `release()`. */
  async openWithoutScripts(): Promise<void> {
    this.#session = await this.page.createCDPSession();
    // A preloaded module is no script yet, and one that the browser has is not fetched.
    await this.#session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await this.#session.send('Fetch.enable', { patterns: [{ resourceType: 'Script' }, { urlPattern: '*.js*' }] });
    // It arrives with its scripts; a form that is sent before takes it away.
    this.#arriving = this.page.goto(this.#url).catch(() => undefined);
    await this.page.waitForFunction((url) => location.href === url && document.body, {}, this.#url);
  }

  /** Lets the scripts come. */
  async release(): Promise<void> {
    // Whatever is held when interception ends goes on.
    await this.#session?.send('Fetch.disable');
    await this.#arriving;
    await this.#session?.detach();
  }

  /** The form is there, and its element is defined. The loader defines it at the first use only. */
  async ready(): Promise<void> {
    await this.page.waitForSelector(EMAIL);
    await this.page.waitForFunction(
      () =>
        document.readyState === 'complete' &&
        (!document.querySelector('email-verify') || 'emailVerify' in window || customElements.get('email-verify')),
    );
  }

  async type(address: string): Promise<void> {
    const input = await this.page.waitForSelector(EMAIL);
    await input?.click({ count: 3 });
    await this.page.keyboard.press('Backspace');
    await input?.type(address);
  }

  leave(): Promise<void> {
    return this.page.keyboard.press('Tab');
  }

  async press(plan: 'free' | 'paid'): Promise<void> {
    await this.#holdLong();
    await this.page.click(`>>> button[value=${plan}]`);
  }

  /**
   * Lets no pause of the machine end a hold before the verdict. The apps' sources are quoted in the docs, so it is set
   * here.
   */
  async #holdLong(): Promise<void> {
    await this.page.evaluate((hold) => {
      const roots = [document, ...Array.from(document.querySelectorAll('*'), ({ shadowRoot }) => shadowRoot)];
      for (const root of roots)
        for (const element of root?.querySelectorAll('email-verify') ?? []) Object.assign(element, { hold });
      // The loader's own, until it has the element.
      const { emailVerify } = window as { emailVerify?: object };
      if (emailVerify) Object.assign(emailVerify, { hold });
    }, HOLD_MS);
  }

  email(): Promise<string> {
    return this.page.$eval(EMAIL, (input) => input.value);
  }

  /** Marks the input, so that `hasMarkedInput` knows it again. */
  async mark(): Promise<void> {
    await this.page.$eval(EMAIL, (input) => {
      Object.assign(window, { marked: input });
    });
  }

  hasMarkedInput(): Promise<boolean> {
    return this.page.$eval(EMAIL, (input) => (window as unknown as { marked: unknown }).marked === input);
  }

  /** Waits until the field's value is this. */
  async waitForEmail(address: string): Promise<void> {
    await eventually(async () => (await this.email()) === address);
  }

  /** Waits until the field is shown as invalid, or no longer. */
  async waitForInvalid(invalid: boolean): Promise<void> {
    const isInvalid = (): Promise<string | null> =>
      this.page.$eval(EMAIL, (input) => input.getAttribute('aria-invalid'));
    await eventually(async () => (await isInvalid()) === (invalid ? 'true' : null));
  }

  /** Waits until the app shows this text. */
  async waitForText(text: string): Promise<void> {
    // Puppeteer's text selector misses text nodes that changed.
    const shows = this.page.waitForFunction(
      (wanted) => {
        const roots = [document.body, ...Array.from(document.querySelectorAll('*'), ({ shadowRoot }) => shadowRoot)];
        return roots.some((root) => root?.textContent.includes(wanted));
      },
      {},
      text,
    );
    await shows.catch(async () => {
      const shown = await this.page.evaluate(() => `${location.href} shows: ${document.body.innerText}`);
      throw new Error(`${shown}, and not: ${text}`);
    });
  }

  /** Waits until what the page began to send has arrived: it has drawn two more frames, and its server answered again. */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await (await fetch('/')).text();
    });
  }
}
