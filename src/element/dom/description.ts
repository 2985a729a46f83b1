let count = 0;

/**
 * The message node: `role="status"`, in the light DOM since a light input cannot be described by a node inside a shadow
 * root, and made at the first interaction since a child that is added on connect breaks React's hydration. The line that
 * is seen lies in the shadow root; this one lies over it, unseen, for assistive technology.
 */
export class Description {
  readonly #host: HTMLElement;
  #node: HTMLElement | null = null;
  #said: Text[] = [];
  #input: HTMLInputElement | null = null;
  /** Set while the input is marked as invalid: what the page itself had said. */
  #before: string | null | undefined;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  /** Puts the node into the tree, empty, and describes the input by it. */
  attach(input: HTMLInputElement): void {
    if (this.#input === input && this.#node?.isConnected) return;
    this.detach();
    this.#node ??= this.#make();
    this.#host.append(this.#node);
    this.#input = input;
    setIds(input, [...ids(input), this.#node.id]);
  }

  /**
   * Says each sentence, once; marks the input as invalid while an error is seen.
   * @param lang their language, where that is not the page's.
   */
  update(said: readonly string[], invalid: boolean, lang: string | null = null): void {
    const node = this.#node;
    if (node) setOrRemove(node, 'lang', lang);
    // A text for each: one that stays is not said again when another comes or goes.
    const old = this.#said;
    this.#said = said.map((sentence) => old.find(({ data }) => data === `${sentence} `) ?? new Text(`${sentence} `));
    for (const text of old) if (!this.#said.includes(text)) text.remove();
    this.#said.forEach((text, i) => {
      const there = node?.childNodes[i];
      if (there !== text) node?.insertBefore(text, there ?? null);
    });
    const input = this.#input;
    if (!input || invalid === (this.#before !== undefined)) return;
    const before = this.#before;
    this.#before = invalid ? input.getAttribute(INVALID) : undefined;
    setOrRemove(input, INVALID, invalid ? 'true' : before);
  }

  #make(): HTMLElement {
    const node = document.createElement('span');
    node.id = `email-verify-message-${++count}`;
    node.slot = 'message';
    node.setAttribute('role', 'status');
    // Otherwise all of it is said again with each change.
    node.setAttribute('aria-atomic', 'false');
    return node;
  }

  /** Takes the node, and everything of ours at the input, away. */
  detach(): void {
    this.update([], false);
    const input = this.#input;
    if (input && this.#node)
      setIds(
        input,
        ids(input).filter((id) => id !== this.#node?.id),
      );
    this.#node?.remove();
    this.#input = null;
  }
}

const INVALID = 'aria-invalid';
const DESCRIBED_BY = 'aria-describedby';

const setOrRemove = (element: HTMLElement, name: string, value: string | null | undefined): void => {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
};

const ids = (input: HTMLInputElement): string[] => input.getAttribute(DESCRIBED_BY)?.split(/\s+/).filter(Boolean) ?? [];

const setIds = (input: HTMLInputElement, list: string[]): void => {
  setOrRemove(input, DESCRIBED_BY, list.join(' '));
};
