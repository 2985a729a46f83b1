import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { type Browser, openPage } from '../../e2e/support/browser.js';
import type { Project } from '../../e2e/support/packed.js';

/**
 * A script that stands first in a page. It answers every check with the status `answer`, at once or after
 * `releaseAnswers()`; `asked` holds the addresses, `lastDecision` the policy's last decision; `part()` gives the text
 * of a shadow part.
 */
export const ANSWERS = `
  var answer = 'valid', asked = [], lastDecision = null, held = null, release = () => {};
  const holdAnswers = () => { held = new Promise((resolve) => { release = resolve; }); };
  const releaseAnswers = () => { release(); };
  const part = (name) => document.querySelector('email-verify').shadowRoot.querySelector('[part=' + name + ']')?.textContent.trim();
  document.addEventListener('email-verify-check', (event) => {
    const { email } = event;
    asked.push(email);
    const verdict = { email, status: answer, quality: 'unknown', sub_status: [], did_you_mean: null, receipt: 'the receipt' };
    event.respondWith(Promise.resolve(held).then(() => verdict));
  });
  document.addEventListener('email-verify-verdict', ({ decision }) => { lastDecision = decision; });`;

/** Types at the end of the field, as a person does. */
export const type = async (page: Page, text: string): Promise<void> => {
  await page.click('input[name=email]');
  await page.type('input[name=email]', text);
};

/** Leaves the field by the Tab key. */
export const blur = (page: Page): Promise<void> => page.keyboard.press('Tab');

/** Messages of development builds that say nothing about the page. */
const NOTICES = /React DevTools|development build of Vue|Vue Devtools|Lit is in dev mode/i;

export const withoutNotices = (messages: readonly string[]): string[] =>
  messages.filter((message) => !NOTICES.test(message));

/** The events that the pages of all frameworks record. */
export interface Noted {
  verdicts: string[];
  sent: Record<string, string>[];
  clicks: number;
}

/** The page of a framework's door, which its script `out/page.js` fills by `render()` or `hydrate()`. */
export class Door<Seen extends Noted = Noted> {
  page!: Page;
  messages: string[] = [];
  readonly #browser: Browser;
  readonly #project: Project;
  readonly #origin: string;

  constructor(browser: Browser, project: Project, origin: string) {
    this.#browser = browser;
    this.#project = project;
    this.#origin = origin;
  }

  async open(html = '', scripted = true): Promise<void> {
    const script = scripted ? '<script type="module" src="/out/page.js"></script>' : '';
    const text = `<!doctype html><script>${ANSWERS}</script>${script}<div id="root">${html}</div>`;
    this.#project.write('page.html', text);
    Object.assign(this, await openPage(this.#browser, `${this.#origin}/page.html`));
  }

  /**
   * Hydrates the page, which must keep its input.
   * @param done an expression that is true once it is hydrated.
   */
  async hydrate(done = 'true'): Promise<void> {
    await this.page.waitForFunction('window.hydrate');
    await this.page.evaluate(`before = document.querySelector('input'); hydrate();`);
    await this.page.waitForFunction(done);
    assert.equal(await this.page.evaluate(`document.querySelector('input') === before`), true);
  }

  async render(options = '{}'): Promise<void> {
    await this.page.evaluate(`render(${options})`);
    await this.page.waitForSelector('email-verify input');
  }

  seen(): Promise<Seen> {
    return this.page.evaluate('seen') as Promise<Seen>;
  }

  property(name: string): Promise<unknown> {
    return this.page.evaluate(`document.querySelector('email-verify').${name}`);
  }

  /** Types an address, leaves the field and waits for its verdict. */
  async enter(address: string): Promise<void> {
    await type(this.page, address);
    await blur(this.page);
    await this.page.waitForFunction('seen.verdicts.length > 0');
  }
}

/** The promises that every door keeps in the same words. Call it inside `describe`. */
export const testDoor = (doorOf: () => Omit<Door, 'open' | 'hydrate'>): void => {
  test('renders the element with its options, and the attributes of any element', async () => {
    const door = doorOf();
    await door.render();
    assert.equal(await door.property('validateOn'), 'blur');
    assert.equal(await door.property('debounce'), 100);
    assert.equal(await door.property('className'), 'field');
    assert.equal(await door.property('lang'), 'de');
    assert.equal(await door.property('hidden'), false);
    assert.equal(await door.property('dataset.testid'), 'field');
    assert.equal(await door.property(`getAttribute('when-unavailable')`), 'block');
  });

  test('leaves an option at its default when it is undefined, null or taken away', async () => {
    const door = doorOf();
    await door.render(`{ block: 'risky', typos: 'off', debounce: 50, messageTarget: 'words', override: true }`);
    assert.deepEqual([await door.property('block'), await door.property('typos')], ['risky', 'off']);
    assert.deepEqual([await door.property('debounce'), await door.property('override')], [50, true]);
    assert.equal(await door.property(`getAttribute('message-target')`), 'words');
    await door.render(`{ block: null, debounce: undefined }`);
    await door.page.waitForFunction(`!document.querySelector('email-verify').hasAttribute('message-target')`);
    assert.equal(await door.property(`hasAttribute('for')`), false);
    assert.deepEqual([await door.property('typos'), await door.property('override')], ['fix', false]);
    await door.page.evaluate(`answer = 'invalid'`);
    await door.enter('anna@harbour-shop.com');
    assert.equal(await door.page.evaluate('lastDecision'), 'block');
  });

  test('lets the framework’s own value follow a fix', async () => {
    const door = doorOf();
    await door.render();
    await type(door.page, 'anna@gmial.com');
    await blur(door.page);
    await door.page.waitForFunction(`document.querySelector('output').textContent === 'anna@gmail.com'`);
    assert.equal(await door.page.$eval('input', ({ value }) => value), 'anna@gmail.com');
  });

  test('sends the form once, with the pressed button, when the verdict is there', async () => {
    const door = doorOf();
    await door.page.evaluate('holdAnswers()');
    await door.render();
    await type(door.page, 'anna@harbour-shop.com');
    await door.page.click('button[value=paid]');
    await door.page.waitForFunction('asked.length > 0');
    assert.deepEqual((await door.seen()).sent, []);
    await door.page.evaluate('releaseAnswers()');
    await door.page.waitForFunction('seen.sent.length > 0');
    // A form that was sent twice would be by the time of the next verdict.
    await type(door.page, '.au');
    await blur(door.page);
    await door.page.waitForFunction('seen.verdicts.length > 1');
    assert.deepEqual(
      (await door.seen()).sent.map(({ email, plan }) => [email, plan]),
      [['anna@harbour-shop.com', 'paid']],
    );
  });

  test('shows the newest messages', async () => {
    const door = doorOf();
    await door.render();
    await door.render(`{ messages: { risky: 'Hm.' } }`);
    await door.page.evaluate(`answer = 'risky'`);
    await type(door.page, 'anna@harbour-shop.com');
    await blur(door.page);
    await door.page.waitForFunction(`part('message') === 'Hm.'`);
    await door.render();
    await door.page.waitForFunction(`part('message') && part('message') !== 'Hm.'`);
  });
};
