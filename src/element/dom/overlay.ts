/** What is loaded when a person comes to a field: it places, paints and serves the sign and the bubble. */
import type { BubbleHost } from './bubble.js';
import { follow } from './follow.js';
import { styles } from './overlay-styles.js';
import { paint } from './paint.js';

/** Opens or closes a popover. A browser that knows none shows the node without the top layer. */
const toggle = (node: HTMLElement, open: boolean): void => {
  if (!('showPopover' in node)) (node as HTMLElement).toggleAttribute('data-open', open);
  else if (node.isConnected && open !== node.matches(':popover-open')) {
    if (open) node.showPopover();
    else node.hidePopover();
  }
};

/** Shows the sign over the field's end and the bubble beside the field, in the top layer: nothing in the page moves or clips them. */
export class Overlay {
  readonly #host: BubbleHost;
  #following: ReturnType<typeof follow> | null = null;
  #shown = '';
  #keys: AbortController | null = null;

  constructor(host: BubbleHost) {
    this.#host = host;
    host.shadowRoot?.adoptedStyleSheets.push(styles);
  }

  /** Shows or hides the two; places and paints what is shown. */
  update(input: HTMLInputElement, sign: boolean, bubble: boolean): void {
    const [signNode, bubbleNode, row] = ['sign', 'bubble', 'row'].map((name) => this.#part(name));
    if (!signNode || !bubbleNode) return;
    const line = row && !bubbleNode.contains(row) ? row : null;
    paint(this.#host, input, { sign: signNode, bubble: bubbleNode, row: line });
    this.#open(sign, bubble);
    const shown = `${sign}${bubble}`;
    if (shown === this.#shown) {
      this.#following?.update();
      return;
    }
    this.#shown = shown;
    this.#following?.stop();
    this.#following = follow(input, {
      sign: sign ? signNode : null,
      bubble: bubble ? bubbleNode : null,
      row: line,
      controls: () => this.#host.controls,
    });
  }

  close(): void {
    this.#shown = '';
    this.#following?.stop();
    this.#following = null;
    this.#open(false, false);
  }

  #part(name: string): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>(`[part=${name}]`);
  }

  #open(sign: boolean, bubble: boolean): void {
    for (const [name, open] of [
      ['sign', sign],
      ['bubble', bubble],
    ] as const) {
      const node = this.#part(name);
      if (node) toggle(node, open);
    }
    this.#listen(bubble);
  }

  #listen(open: boolean): void {
    if (open === (this.#keys !== null)) return;
    this.#keys?.abort();
    this.#keys = open ? new AbortController() : null;
    if (!this.#keys) return;
    const options = { capture: true, signal: this.#keys.signal };
    // Before any listener of a dialog around it, which would close with it.
    window.addEventListener(
      'keydown',
      (event) => {
        this.#onKey(event);
      },
      options,
    );
    window.addEventListener(
      'input',
      ({ target }) => {
        const { input } = this.#host;
        if (target !== input && (target as HTMLInputElement).form === input?.form) this.#host.onGoOn();
      },
      options,
    );
  }

  get #buttons(): HTMLButtonElement[] {
    return [...this.#host.renderRoot.querySelectorAll<HTMLButtonElement>('[part=bubble] button')];
  }

  #onKey(event: KeyboardEvent): void {
    const { input } = this.#host;
    const at = event.composedPath()[0];
    const buttons = this.#buttons;
    const index = buttons.indexOf(at as HTMLButtonElement);
    const isIn = at === input || index >= 0;
    // WebKitGTK has another name for the key while Shift is held.
    const isTab = event.key === 'Tab' || event.code === 'Tab';
    // In another field of the form, too, the bubble closes before what is around both.
    if (event.key === 'Escape' && (isIn || (at instanceof HTMLElement && this.#host.controls.includes(at)))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (index >= 0) input?.focus();
      this.#host.onEscape();
    } else if (isIn && isTab && this.#host.isApart && !event.altKey && !event.ctrlKey && !event.metaKey) {
      this.#onTab(event, buttons[index + (event.shiftKey ? -1 : 1)], index);
    }
  }

  /** Tab leads from the field into the bubble and on to what follows the field. */
  #onTab(event: KeyboardEvent, next: HTMLButtonElement | undefined, index: number): void {
    if (index < 0 && event.shiftKey) return;
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (index >= 0) {
      // The browser goes on from where the focus is when the key's own action begins.
      if (event.shiftKey) event.preventDefault();
      this.#host.input?.focus();
    }
  }
}
