/** A person at a page: real keys and a real mouse. */
import type { ElementHandle, Page } from 'puppeteer-core';
import { setTimeout } from 'node:timers/promises';
import type { Site, Variant } from '../sites.js';
import type { Server, Visit } from './server.js';

const EMAIL = '>>> input[type=email]';
const NAME = '>>> input:is([name=name], #name)';
const PATIENCE_MS = 20_000;

/** Tries until it holds. */
export const eventually = async <T>(holds: () => T | Promise<T>, patience = PATIENCE_MS): Promise<T> => {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return await holds();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await setTimeout(15);
  }
};

/** The focused node, through shadow roots. */
const isFocused = (node: Element): boolean => {
  let focused: Element | null = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused === node;
};

export class Visitor {
  /** The warnings and errors in the page's console, and its uncaught errors. */
  readonly heard: string[] = [];
  readonly #page: Page;
  readonly #server: Server;
  #visit: Visit | null = null;

  constructor(page: Page, server: Server) {
    this.#page = page;
    this.#server = server;
    page.on('console', (message) => {
      if (['error', 'warn', 'warning', 'assert'].includes(message.type())) this.heard.push(message.text());
    });
    page.on('pageerror', (error) => this.heard.push(String(error)));
  }

  get page(): Page {
    return this.#page;
  }

  get visit(): Visit {
    if (!this.#visit) throw new Error('Nothing has been visited.');
    return this.#visit;
  }

  /** Goes to a new visit of the page, up to where its form stands. */
  async open(site: Site, variant: Variant, options: Parameters<Server['visit']>[2] = {}): Promise<Visit> {
    this.heard.length = 0;
    this.#visit = this.#server.visit(site, variant, options);
    // A page whose own script has not come yet is not loaded.
    await this.#page.goto(this.#visit.url, { waitUntil: options.late ? 'domcontentloaded' : 'load' });
    if (site.open) await this.click(site.open);
    await this.find(EMAIL);
    if (options.late) return this.#visit;
    if (site.server) await this.hydrated();
    // Qwik brings it by itself once the page is there.
    if (variant === 'npm')
      await this.#page.waitForFunction(`customElements.get('email-verify')`, { timeout: PATIENCE_MS });
    return this.#visit;
  }

  /** Waits until the page's framework has taken over what its server rendered. */
  async hydrated(): Promise<void> {
    await this.#page.waitForFunction('window.hydrated', { timeout: PATIENCE_MS });
  }

  /** Waits until our element is in the page. */
  async meets(): Promise<void> {
    await this.find('email-verify');
  }

  async find(selector: string): Promise<ElementHandle> {
    const found = await this.#page.waitForSelector(selector, { timeout: PATIENCE_MS });
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  }

  async click(selector: string): Promise<void> {
    await (await this.find(selector)).click();
  }

  /** Presses a button of the page itself, whatever lies over it. */
  async trigger(selector: string): Promise<void> {
    await (
      await this.find(`>>> ${selector}`)
    ).evaluate((button) => {
      (button as HTMLElement).click();
    });
  }

  press(plan: 'free' | 'paid'): Promise<void> {
    return this.click(`>>> button[value=${plan}]`);
  }

  async key(key: 'Enter' | 'Tab' | 'Escape'): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  async #type(selector: string, text: string): Promise<void> {
    const field = await this.find(selector);
    await field.click();
    await field.evaluate((input) => {
      (input as HTMLInputElement).select();
    });
    await this.#page.keyboard.type(text);
  }

  typeEmail(address: string): Promise<void> {
    return this.#type(EMAIL, address);
  }

  clickEmail(): Promise<void> {
    return this.click(EMAIL);
  }

  typeName(name: string): Promise<void> {
    return this.#type(NAME, name);
  }

  async email(): Promise<string> {
    return (await this.find(EMAIL)).evaluate((input) => (input as HTMLInputElement).value);
  }

  async emailIsFocused(): Promise<boolean> {
    return (await this.find(EMAIL)).evaluate(isFocused);
  }

  /** The page says that the name is missing: by this node, or the browser does by the focus. */
  async namesTheMissing(selector: string | undefined): Promise<boolean> {
    if (!selector) return (await this.find(NAME)).evaluate(isFocused);
    const nodes = await this.#page.$$(`>>> ${selector}`);
    const shown = await Promise.all(
      nodes.map((node) => node.evaluate((each) => each.checkVisibility() && each.textContent.trim() !== '')),
    );
    return shown.includes(true);
  }

  /** Our element shows something in the top layer. */
  async suggests(): Promise<boolean> {
    return (await this.#page.$('>>> [part=bubble]:popover-open [part=accept]')) !== null;
  }

  async hasForm(): Promise<boolean> {
    return (await this.#page.$(EMAIL)) !== null;
  }

  /** Takes away the sign that the name is required. */
  async forgetHint(): Promise<void> {
    await (
      await this.find(NAME)
    ).evaluate((input) => {
      input.removeAttribute('aria-required');
    });
  }

  /** The number of the rendering of the form that the page shows; 1 at first. */
  async rendering(): Promise<number> {
    return (await this.find('>>> form[data-render]')).evaluate((form) =>
      Number((form as HTMLElement).dataset['render']),
    );
  }
}
