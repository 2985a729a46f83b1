let count = 0;

/** Frameworks hydrate in tasks of their own, after `load` if their script is late. */
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
 * Resolved when the page is loaded and idle: a framework that hydrates the page finds no attribute that its server has not written.
 * Undefined once that is over.
 */
let loading: Promise<void> | undefined =
  'document' in globalThis && document.readyState !== 'complete'
    ? new Promise<void>((resolve) => {
        window.addEventListener('load', () => {
          setTimeout(resolve, HYDRATION_MS);
        });
      }).then(() => {
        loading = undefined;
      })
    : undefined;

/** Takes away what a cloned input brought along: the description and the error are the original's. */
export const cleanClone = (input: Element): void => {
  const ids = idsOf(input);
  const kept = ids.filter((id) => !id.startsWith(ID));
  if (kept.length === ids.length) return;
  setIds(input, kept);
  input.removeAttribute(INVALID);
};

/**
 * The message node: `role="status"`, in the light tree, since a light input cannot be described by a node inside a shadow root. It
 * is made at the first interaction, since a child added on connect breaks React's hydration. What is seen lies in the shadow
 * root; this node is for assistive technology, and the page's CSS cannot reach it (`styles.ts`).
 */
export class Description {
  readonly #host: HTMLElement;
  #node: HTMLElement | null = null;
  #said: Text[] = [];
  #input: HTMLInputElement | null = null;
  #isInvalid = false;
  /** Set while the input is marked as invalid: the page's own `aria-invalid`. */
  #before: string | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** Puts the node into the tree, empty: a live region must be there before it is filled. */
  attach(input: HTMLInputElement): void {
    if (this.#input !== input) this.detach();
    this.#input = input;
    if (loading && !this.#host.hasAttribute('apart')) {
      // Inside a wrapper that is hydrated later, a framework would find a node too many.
      void loading.then(() => {
        if (this.#input === input) this.attach(input);
      });
      return;
    }
    const node = (this.#node ??= this.#make());
    // A framework that renders the host anew takes the node away.
    if (node.parentNode !== this.#host) this.#host.append(node);
    for (const text of this.#said) if (text.parentNode !== node) node.append(text);
    // So does one that knows the input's attributes only by its own template.
    if (this.#said.length) this.#describeInTime();
  }

  /**
   * Says each sentence, once; marks the input as invalid while an error is shown.
   * @param lang the sentences' language, where it is not the page's.
   */
  update(said: readonly string[], invalid: boolean, lang: string | null = null): void {
    const node = this.#node;
    if (node) setOrRemove(node, 'lang', lang);
    // A text node for each sentence: one that stays is not said again when another comes or goes.
    const old = this.#said;
    this.#said = said.map((sentence) => old.find(({ data }) => data === `${sentence} `) ?? new Text(`${sentence} `));
    for (const text of old) if (!this.#said.includes(text)) text.remove();
    this.#said.forEach((text, i) => {
      const there = node?.childNodes[i];
      if (there !== text) node?.insertBefore(text, there ?? null);
    });
    this.#isInvalid = invalid;
    this.#describeInTime();
  }

  /** Takes the node, and everything of ours at the input, away. */
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

  /** Brings the input's attributes up to date, once no framework compares them any more. */
  #describeInTime(): void {
    if (loading)
      void loading.then(() => {
        this.#describe();
      });
    else this.#describe();
  }

  /** Brings the input's attributes up to date. Nothing is written before there is something to say. */
  #describe(): void {
    const [input, node] = [this.#input, this.#node];
    if (!input) return;
    if (node && this.#said.length) {
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
    // A clone of the host brings the original's node along.
    for (const node of this.#host.querySelectorAll(`:scope > [id^=${ID}]`)) node.remove();
    const node = document.createElement('span');
    node.id = `${ID}${++count}`;
    node.slot = 'message';
    node.setAttribute('role', 'status');
    // Otherwise all of it is said again with each change.
    node.setAttribute('aria-atomic', 'false');
    return node;
  }
}
