let count = 0;

/** Frameworks may hydrate in a task after `load`. */
const HYDRATION_MS = 500;

const ID = 'email-verify-message-';
const INVALID = 'aria-invalid';
const DESCRIBED_BY = 'aria-describedby';

const setOrRemove = (element: Element, name: string, value: string | null | undefined): void => {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
};

const idsOf = (input: Element): string[] => input.getAttribute(DESCRIBED_BY)?.split(/\s+/).filter(Boolean) ?? [];

const setIds = (input: Element, ids: string[]): void => {
  setOrRemove(input, DESCRIBED_BY, ids.join(' '));
};

/**
 * Resolves when the page is loaded and hydrated: until then a framework must find no attribute that its server has not
 * rendered. Undefined afterwards.
 */
let hydration: Promise<void> | undefined =
  'document' in globalThis && document.readyState !== 'complete'
    ? new Promise<void>((resolve) => {
        window.addEventListener('load', () => {
          setTimeout(resolve, HYDRATION_MS);
        });
      }).then(() => {
        hydration = undefined;
      })
    : undefined;

/** Resolves when a framework has hydrated the page; undefined afterwards. */
export const hydrated = (): Promise<void> | undefined => hydration;

/** Removes the description and the error that a cloned input has from the original. */
export const cleanClone = (input: Element): void => {
  const ids = idsOf(input);
  const kept = ids.filter((id) => !id.startsWith(ID));
  if (kept.length === ids.length) return;
  setIds(input, kept);
  input.removeAttribute(INVALID);
};

/**
 * The output for assistive technology: a live region (`role="status"`) that describes the input, and `aria-invalid`.
 * The node is in the light tree, since a light input cannot be described by a node in a shadow root. It is created at
 * the first interaction, since a child added on connect breaks React's hydration. `styles.ts` hides it, protected from
 * the page's CSS.
 */
export class Description {
  readonly #host: HTMLElement;
  #node: HTMLElement | null = null;
  #sentences: Text[] = [];
  #input: HTMLInputElement | null = null;
  #isInvalid = false;
  /** The page's own `aria-invalid`, while ours is set. */
  #before: string | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** Adds the node, empty: a live region must exist before it is filled. */
  attach(input: HTMLInputElement): void {
    if (this.#input !== input) this.detach();
    this.#input = input;
    if (hydration && !this.#host.hasAttribute('detached')) {
      // A framework that hydrates the element would find an unexpected node.
      void hydration.then(() => {
        if (this.#input === input) this.attach(input);
      });
      return;
    }
    const node = (this.#node ??= this.#make());
    // A framework that renders the host again removes the node.
    if (node.parentNode !== this.#host) this.#host.append(node);
    for (const text of this.#sentences) if (text.parentNode !== node) node.append(text);
    // The same is true of the input's attributes.
    if (this.#sentences.length) this.#describeWhenHydrated();
  }

  /**
   * Announces each new sentence once; marks the input as invalid.
   * @param lang the sentences' language, if it differs from the page's.
   */
  update(announced: readonly string[], invalid: boolean, lang: string | null = null): void {
    const node = this.#node;
    if (node) setOrRemove(node, 'lang', lang);
    // Each sentence has its own text node: one that stays is not announced again when another changes.
    const old = this.#sentences;
    this.#sentences = announced.map(
      (sentence) => old.find(({ data }) => data === `${sentence} `) ?? new Text(`${sentence} `),
    );
    for (const text of old) if (!this.#sentences.includes(text)) text.remove();
    this.#sentences.forEach((text, i) => {
      const there = node?.childNodes[i];
      if (there !== text) node?.insertBefore(text, there ?? null);
    });
    this.#isInvalid = invalid;
    this.#describeWhenHydrated();
  }

  /** Removes the node, and restores the input's attributes. */
  detach(): void {
    this.update([], false);
    this.#describe();
    const id = this.#node?.id;
    if (this.#input && id) {
      const ids = idsOf(this.#input);
      if (ids.includes(id))
        setIds(
          this.#input,
          ids.filter((one) => one !== id),
        );
    }
    this.#node?.remove();
    this.#input = null;
  }

  /** Updates the input's attributes, after hydration. */
  #describeWhenHydrated(): void {
    if (hydration)
      void hydration.then(() => {
        this.#describe();
      });
    else this.#describe();
  }

  /** Updates the input's attributes. Nothing is written before there is something to announce. */
  #describe(): void {
    const [input, node] = [this.#input, this.#node];
    if (!input) return;
    if (node && this.#sentences.length) {
      const ids = idsOf(input);
      if (!ids.includes(node.id)) setIds(input, [...ids, node.id]);
    }
    if (this.#isInvalid) {
      this.#before ??= input.getAttribute(INVALID) ?? '';
      if (input.getAttribute(INVALID) !== 'true') input.setAttribute(INVALID, 'true');
    } else if (this.#before !== undefined) {
      setOrRemove(input, INVALID, this.#before);
      this.#before = undefined;
    }
  }

  #make(): HTMLElement {
    // A cloned host has the original's node.
    for (const node of this.#host.querySelectorAll(`:scope > [id^=${ID}]`)) node.remove();
    const node = document.createElement('span');
    node.id = `${ID}${++count}`;
    node.slot = 'message';
    node.setAttribute('role', 'status');
    // `role=status` is atomic by default: all sentences would be announced at each change.
    node.setAttribute('aria-atomic', 'false');
    return node;
  }
}
