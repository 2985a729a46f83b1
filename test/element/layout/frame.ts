/// <reference types="mocha" />
import assert from '../support/assert.js';
import type { EmailVerifyElement } from '../../../src/element/index.js';
import type { OptionValues } from '../../../src/element/attach.js';
import { eventually } from '../support/time.js';
import type { Markup } from './markup.js';

/** Pages of any size, one after the other, in a frame that loads the element once. */

export type Scheme = 'light' | 'dark';

/** Colours of a page that says which scheme it is in. */
const SCHEMES: Record<Scheme, string> = {
  light: ':root { color-scheme: light; background: #fff; color: #1a2029 }',
  dark: ':root { color-scheme: dark; background: #14181f; color: #e8ecf3 }',
};

let bootstrap: Promise<string> | undefined;
const bootstrapCss = (): Promise<string> =>
  (bootstrap ??= fetch('/test/resources/node_modules/bootstrap/dist/css/bootstrap.min.css').then((response) => {
    if (!response.ok) throw new Error(`Bootstrap's CSS: ${response.status}`);
    return response.text();
  }));

const ours = (element: Element): boolean => element.localName === 'email-verify';

/** All elements below a node but the element and its own tree, those in open shadow roots too, in document order. */
const elementsBelow = (root: ParentNode): Element[] =>
  [...root.children].flatMap((element) =>
    ours(element)
      ? elementsBelow(element)
      : [element, ...(element.shadowRoot ? elementsBelow(element.shadowRoot) : []), ...elementsBelow(element)],
  );

/** The layout of one element: its rectangle, what of it scrolls, and styles that selectors such as `:last-child` change. */
type Note = Record<string, number | string>;
export type Notes = Map<Element, Note>;

const STYLES = [
  ...['display', 'visibility', 'opacity', 'marginTop', 'marginRight', 'marginBottom', 'marginLeft'],
  ...['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft', 'order', 'position', 'zIndex'],
  ...['borderTopWidth', 'borderRightWidth', 'borderBottomWidth', 'borderLeftWidth'],
  ...['borderTopLeftRadius', 'borderTopRightRadius', 'borderBottomLeftRadius', 'borderBottomRightRadius'],
] as const;
/** A field that is invalid, or has the focus, may look different: that is the page's own doing. */
const COLORS = ['color', 'backgroundColor', 'borderTopColor'] as const;

const zoomOf = (element: Element | null): number => {
  if (!element) return 1;
  const root = element.getRootNode();
  const around = element.parentElement ?? (root as Partial<ShadowRoot>).host ?? null;
  return (parseFloat(getComputedStyle(element).zoom) || 1) * zoomOf(around);
};

/** An element's rectangle in the window. WebKit, which has no `currentCSSZoom`, leaves `zoom` out of it. */
export const rectOf = (element: Element): DOMRect => {
  const rect = element.getBoundingClientRect();
  const zoom = 'currentCSSZoom' in Element.prototype ? 1 : zoomOf(element);
  return new DOMRect(rect.x * zoom, rect.y * zoom, rect.width * zoom, rect.height * zoom);
};

const nameOf = (element: Element): string => {
  const { localName, id, classList } = element;
  const same = element.parentNode ? [...element.parentNode.children].filter((one) => one.localName === localName) : [];
  const index = same.length > 1 ? `:nth-of-type(${same.indexOf(element) + 1})` : '';
  return `${localName}${id && `#${id}`}${[...classList].map((name) => `.${name}`).join('')}${index}`;
};

export class Frame {
  /** The element that is bound to the field, once it is. */
  host: EmailVerifyElement | null = null;
  /** The page's own elements, as the page stood before the element came. */
  elements: Element[] = [];
  readonly #frame: HTMLIFrameElement;

  constructor(frame: HTMLIFrameElement) {
    this.#frame = frame;
  }

  get window(): Window & typeof globalThis {
    return this.#frame.contentWindow as Window & typeof globalThis;
  }

  get document(): Document {
    return this.window.document;
  }

  get size(): { width: number; height: number } {
    return { width: this.#frame.clientWidth, height: this.#frame.clientHeight };
  }

  /**
   * Sets a page into the frame, in place of the one before.
   * @param scheme null: the page says nothing of it, and its colours are its own.
   */
  async show(markup: Markup, scheme: Scheme | null): Promise<void> {
    const { body, css = '', html = {}, bodyAttributes = {}, width = 760, height = 560 } = markup;
    this.leave();
    this.#frame.style.width = `${width}px`;
    this.#frame.style.height = `${height}px`;
    const { documentElement: root, head, body: place } = this.document;
    for (const [element, attributes] of [
      [root, { lang: 'en', ...html, ...(markup.bootstrap && scheme ? { 'data-bs-theme': scheme } : {}) }],
      [place, bodyAttributes],
    ] as const) {
      for (const { name } of [...element.attributes]) element.removeAttribute(name);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    }
    const sheet = this.document.createElement('style');
    sheet.textContent = [markup.bootstrap ? await bootstrapCss() : '', scheme ? SCHEMES[scheme] : '', css].join('\n');
    head.replaceChildren(sheet);
    place.innerHTML = body;
    root.replaceChildren(head, place);
    this.window.scrollTo(0, 0);
    markup.script?.(this.document);
    // Content that the engine leaves out until it is near the window stands after some frames.
    if (css.includes('content-visibility')) await this.frames(3);
    this.elements = elementsBelow(this.document);
    this.window.focus();
  }

  /** Takes the page away, so that nothing of it can be in the way of what comes next. */
  leave(): void {
    this.host = null;
    this.document.querySelectorAll('dialog[open]').forEach((dialog) => {
      (dialog as HTMLDialogElement).close();
    });
    this.document.body.replaceChildren();
  }

  /** Elements that take room in the page, but are neither the page's own nor within `<email-verify>`. */
  get strangers(): Element[] {
    return elementsBelow(this.document).filter(
      (element) =>
        !this.elements.includes(element) && !element.closest('email-verify') && element.getClientRects().length > 0,
    );
  }

  get field(): HTMLInputElement {
    const field = this.elements.find((element) => element.matches('input[type=email]'));
    if (!field) throw new Error('There is no field.');
    return field as HTMLInputElement;
  }

  one(selector: string): HTMLElement {
    const found = this.elements.find((element) => element.matches(selector));
    if (!found) throw new Error(`There is no ${selector}.`);
    return found as HTMLElement;
  }

  attach(settings: OptionValues = {}): EmailVerifyElement {
    const host = this.window.attachEmailVerify!(this.field, settings);
    if (!host) throw new Error('The field has an element already.');
    this.host = host;
    return host;
  }

  /** Sets the value in silence, as the page stood before the element came. */
  set(value: string, focused: boolean): void {
    this.field.value = value;
    this.#focus(focused);
  }

  /** A person writes the value, and stays in the field or leaves it. */
  write(value: string, focused: boolean): void {
    const { field, window } = this;
    this.#focus(true);
    field.value = value;
    field.dispatchEvent(
      new window.InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: value.slice(-1) }),
    );
    this.#focus(focused);
  }

  #focus(focused: boolean): void {
    if (focused) this.field.focus();
    else this.field.blur();
  }

  /** Sends the field's form, where there is one. The page stays. */
  submit(): void {
    const { form } = this.field;
    form?.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
      },
      { once: true },
    );
    form?.requestSubmit();
  }

  /** Resolves when what changes with a frame has changed. */
  async frames(count = 2): Promise<void> {
    for (let i = 0; i < count; i++) await new Promise((resolve) => this.window.requestAnimationFrame(resolve));
  }

  /** A part of the element, or null while it is not visible. */
  part(name: string): HTMLElement | null {
    const found = this.host?.shadowRoot?.querySelector<HTMLElement>(`[part~=${name}]`);
    if (!found?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return null;
    const { width, height } = found.getBoundingClientRect();
    return width > 0 && height > 0 ? found : null;
  }

  /** The words that the bubble shows, or `""`. */
  get words(): string {
    return (this.part('bubble')?.innerText ?? '').replace(/\s+/g, ' ').trim();
  }

  get sign(): string {
    return this.part('sign')?.className ?? '';
  }

  /** Waits until the sign has a tone. It is seen then. */
  async signed(tone: string): Promise<void> {
    await eventually(() => {
      assert.ok(this.sign.split(' ').includes(tone), this.sign.split(' ').join());
    });
  }

  /** Waits until the bubble says something. */
  async says(words: RegExp): Promise<void> {
    await eventually(() => {
      assert.match(this.words, words);
    });
  }

  /** The scroll width and height of the document and of each element of the page, except the field. */
  scrolls(): number[] {
    return [this.document.documentElement, ...this.elements].flatMap((element) =>
      element === this.field ? [] : [element.scrollWidth, element.scrollHeight],
    );
  }

  /** Notes the layout of the whole page. */
  note(): Notes {
    const { document, window, field } = this;
    // The page's own transitions have no part in what is compared.
    for (const animation of document.getAnimations()) {
      const { target } = animation.effect as KeyframeEffect;
      if (animation instanceof window.CSSTransition && target && this.elements.includes(target)) animation.finish();
    }
    return new Map(
      this.elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { scrollWidth, scrollHeight, scrollTop } = element;
        const computed = window.getComputedStyle(element);
        const note: Note = { x, y, width, height, scrollWidth, scrollHeight, scrollTop };
        for (const style of element === field ? STYLES : [...STYLES, ...COLORS]) note[style] = computed[style];
        return [element, note];
      }),
    );
  }
}

/** Fractions of a hundredth of a pixel are no difference. */
const same = (a: string | number, b: string | number | undefined): boolean =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 0.02 : a === b;

/** Lists the differences as sentences. */
export const differences = (before: Notes, after: Notes): string[] =>
  [...before].flatMap(([element, note]) =>
    Object.entries(note)
      .filter(([key, value]) => !same(value, after.get(element)?.[key]))
      .map(([key, value]) => `${nameOf(element)}: ${key} ${value} → ${after.get(element)?.[key] ?? 'gone'}`),
  );

/** Opens the frame of a file's tests. It is there before the first test, and goes after the last. */
export const openFrame = (): Frame => {
  const frame = document.createElement('iframe');
  const opened = new Frame(frame);

  before(async () => {
    frame.style.cssText = 'position: fixed; inset: 0 auto auto 0; border: 0; z-index: 1; background: none';
    frame.srcdoc = '<!doctype html><html lang="en"><head></head><body></body></html>';
    await new Promise((resolve) => {
      frame.onload = resolve;
      document.body.append(frame);
    });
    const script = opened.document.createElement('script');
    script.type = 'module';
    script.src = new URL('./frame.page.ts', import.meta.url).href;
    await new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => {
        reject(new Error('The element could not be loaded into the frame.'));
      };
      opened.document.head.append(script);
    });
  });

  after(() => {
    frame.remove();
  });

  return opened;
};
