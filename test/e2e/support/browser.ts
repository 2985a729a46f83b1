import { setTimeout } from 'node:timers/promises';
import puppeteer, { type BrowserContext, type Page } from 'puppeteer-core';
import { chromium } from '../../../scripts/chromium.mjs';

/** Everything that went between the browser and the servers: addresses, headers and bodies, both ways. */
export interface Traffic {
  /** `METHOD address`, oldest first; a CORS preflight is an `OPTIONS`. */
  requests: string[];
  /** All of it as one text, to be searched. */
  text(): Promise<string>;
}

/** A browser without history, cookies and cache. */
export interface Browser {
  newPage: () => Promise<Page>;
  pages: () => Promise<Page[]>;
  /** Opens another one, which is closed with this one. */
  openContext: () => Promise<BrowserContext>;
  close: () => Promise<void>;
}

const launch = async () => {
  const { executablePath, args, env } = await chromium();
  return puppeteer.launch({ executablePath, args, env, headless: 'shell' });
};

let launched: ReturnType<typeof launch> | undefined;

/** The time limit of waits for a page, in ms: suites run side by side, also on a busy machine. */
export const WAIT_MS = 60_000;

/**
 * Opens a browser in a Chromium that all suites of this process share: its start takes seconds of CPU. It ends with the
 * process.
 */
export const startBrowser = async (): Promise<Browser> => {
  // On a busy machine Chromium may be ended by a signal while it starts. Only the start is tried again.
  if (!(await launched)?.connected) launched = launch().catch(launch);
  const running = await launched!;
  const contexts: BrowserContext[] = [];
  const openContext = async (): Promise<BrowserContext> => {
    const context = await running.createBrowserContext();
    contexts.push(context);
    return context;
  };
  const context = await openContext();
  return {
    newPage: async () => {
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      return page;
    },
    pages: () => context.pages(),
    openContext,
    close: async () => {
      for (const opened of contexts) if (!opened.closed) await opened.close();
    },
  };
};

/**
 * Closes a page. Chromium may never answer for a tab that is about to show the answer to its form: that is not waited
 * for.
 */
export const closePage = (page: Page): Promise<void> => Promise.race([page.close(), setTimeout(2000)]);

/** Time after which the content of an answer will not be told any more, in ms. */
const NEVER_MS = 5000;

/** Records a page's traffic from now on. */
export const record = async (page: Page): Promise<Traffic> => {
  const requests: string[] = [];
  const pieces: Promise<string>[] = [];
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  // Puppeteer's own events leave preflights out.
  session.on('Network.requestWillBeSent', ({ request }) => {
    requests.push(`${request.method} ${request.url}`);
    pieces.push(Promise.resolve(JSON.stringify(request)));
  });
  page.on('response', (response) => {
    // Chromium never tells the content of an answer that came as its page went, such as that to a report of outcomes.
    const body = Promise.race([response.text().catch(() => ''), setTimeout(NEVER_MS, '')]);
    pieces.push(body.then((text) => `${response.url()}\n${JSON.stringify(response.headers())}\n${text}`));
  });
  return { requests, text: async () => (await Promise.all(pieces)).join('\n') };
};

/** Types an address anew, as a person does. */
export const typeAddress = async (page: Page, address: string): Promise<void> => {
  await page.click('input[name=email]', { count: 3 });
  await page.keyboard.press('Backspace');
  await page.type('input[name=email]', address);
};

/**
 * Reads the element's messages, its status text for assistive technology, the open suggestion, and if there is an undo
 * button.
 */
export const shown = (page: Page): Promise<{ text: string; status: string; suggestion: string; undo: boolean }> =>
  page.$eval('email-verify', (element) => {
    const [undo, suggestion] = ['undo', 'suggestion-text'].map((part) =>
      element.shadowRoot?.querySelector(`[part=${part}]`),
    );
    const words = element.shadowRoot?.querySelectorAll('[part=message]') ?? [];
    return {
      text: Array.from(words, ({ textContent }) => textContent).join(' '),
      status: element.querySelector('[role=status]')?.textContent ?? '',
      suggestion: suggestion?.closest(':popover-open') ? suggestion.textContent : '',
      undo: Boolean(undo),
    };
  });

/** Waits until a person sees these words of the element's: an error, a warning, news or a suggestion. */
export const waitForText = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => {
      const parts = '[part=message], [part=suggestion-text]';
      const words = document.querySelector('email-verify')?.shadowRoot?.querySelectorAll(parts) ?? [];
      return Array.from(words).some((one) => one.textContent.includes(wanted) && one.checkVisibility());
    },
    {},
    text,
  );

/** Waits until the sign over the field's end says this. */
export const waitForSign = (page: Page, tone: 'checking' | 'valid' | 'warning' | 'error'): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      document
        .querySelector('email-verify')
        ?.shadowRoot?.querySelector(`[part=sign].${wanted} > svg`)
        ?.checkVisibility({ visibilityProperty: true }),
    {},
    tone,
  );

/**
 * Resolves when the page has drawn two more frames, and its server has answered a request that it made then: what the
 * page began to send before has arrived.
 */
export const settle = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await (await fetch('/later')).text();
  });

/**
 * Resolves when the page has nothing to do; after 5 s in any case, as a page that draws nothing may never tell that it
 * is idle.
 */
export const becomeIdle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })));

/** Opens a page of its own; `messages` holds what the console and uncaught errors say from then on. */
export const openPage = async (browser: Browser, url: string): Promise<{ page: Page; messages: string[] }> => {
  const page = await browser.newPage();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  await page.goto(url);
  return { page, messages };
};
