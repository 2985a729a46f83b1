import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { chromium } from '../../../scripts/chromium.mjs';

/** Everything that went between the browser and the servers: addresses, headers and bodies, both ways. */
export interface Traffic {
  /** `METHOD address`, oldest first; a CORS preflight is an `OPTIONS`. */
  requests: string[];
  /** All of it as one text, to be searched. */
  text(): Promise<string>;
}

export const startBrowser = async (): Promise<Browser> => {
  const { executablePath, args, env } = await chromium();
  return puppeteer.launch({ executablePath, args, env, headless: 'shell' });
};

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
    const body = response.text().catch(() => '');
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

/** What the element shows and tells: the text under the field, what assistive technology is told, and the suggestion. */
export const shown = (page: Page): Promise<{ text: string; status: string; suggestion: string; undo: boolean }> =>
  page.$eval('email-verify', (element) => {
    const [text, undo, suggestion] = ['message', 'undo', 'suggestion-text'].map((part) =>
      element.shadowRoot?.querySelector(`[part=${part}]`),
    );
    return {
      text: text?.textContent ?? '',
      status: element.querySelector('[role=status]')?.textContent ?? '',
      suggestion: suggestion?.closest(':popover-open') ? suggestion.textContent : '',
      undo: Boolean(undo),
    };
  });

/** Waits until the element shows a text. */
export const waitForText = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector('email-verify')?.shadowRoot?.querySelector('[part=message]')?.textContent.includes(wanted),
    { timeout: 8000 },
    text,
  );
