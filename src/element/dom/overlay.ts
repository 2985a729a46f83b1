/** Loaded when a person first comes to a field: positions, paints and operates the sign and the bubble. */
import { addStyles } from './overlay-styles.js';
import { paint } from './paint.js';
import { keepPositioned } from './position.js';

export interface OverlayHost extends HTMLElement {
  readonly input: HTMLInputElement | null;
  readonly renderRoot: ParentNode;
  /** The controls of the input's form. */
  readonly controls: HTMLElement[];
}

/** Opens or closes a popover. A browser without popovers shows the node outside the top layer. */
const toggle = (node: HTMLElement, open: boolean): void => {
  if (!('showPopover' in node)) (node as HTMLElement).toggleAttribute('data-open', open);
  else if (node.isConnected && open !== node.matches(':popover-open')) {
    if (open) node.showPopover();
    else node.hidePopover();
  }
};

/** Shows the sign over the field's end and the bubble beside the field, in the top layer, where nothing of the page clips them. */
export class Overlay {
  readonly #host: OverlayHost;
  readonly #onDismiss: (isEscape: boolean) => void;
  #positioning: ReturnType<typeof keepPositioned> | null = null;
  #shown = '';
  /** Removes the listeners of the open bubble. */
  #listening: AbortController | null = null;

  constructor(host: OverlayHost, onDismiss: (isEscape: boolean) => void) {
    this.#host = host;
    this.#onDismiss = onDismiss;
    if (host.shadowRoot) addStyles(host.shadowRoot);
  }

  /** Shows or hides the sign and the bubble; positions and paints what is shown. */
  update(input: HTMLInputElement, sign: boolean, bubble: boolean): void {
    const [signNode, bubbleNode, row] = ['sign', 'bubble', 'row'].map((name) => this.#part(name));
    if (!signNode || !bubbleNode) return;
    // jsdom and happy-dom have no layout: nothing can be positioned and painted.
    if (!document.documentElement.getBoundingClientRect().width) {
      this.#open(sign, bubble);
      return;
    }
    const line = row && !bubbleNode.contains(row) ? row : null;
    paint(this.#host, input, { sign: signNode, bubble: bubbleNode, row: line });
    this.#open(sign, bubble);
    const shown = `${sign}${bubble}`;
    if (shown === this.#shown) {
      this.#positioning?.update();
      return;
    }
    this.#shown = shown;
    this.#positioning?.stop();
    this.#positioning = keepPositioned(input, {
      sign: sign ? signNode : null,
      bubble: bubble ? bubbleNode : null,
      row: line,
      controls: () => this.#host.controls,
    });
  }

  close(): void {
    this.#shown = '';
    this.#positioning?.stop();
    this.#positioning = null;
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
    if (open === (this.#listening !== null)) return;
    this.#listening?.abort();
    this.#listening = open ? new AbortController() : null;
    if (!this.#listening) return;
    const options = { capture: true, signal: this.#listening.signal };
    // Before the listeners of a dialog around the field, which would close too.
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
        if (target !== input && (target as HTMLInputElement).form === input?.form) this.#onDismiss(false);
      },
      options,
    );
  }

  get #buttons(): HTMLButtonElement[] {
    return [...this.#host.renderRoot.querySelectorAll<HTMLButtonElement>('[part=bubble] button')];
  }

  #onKey(event: KeyboardEvent): void {
    const { input } = this.#host;
    const target = event.composedPath()[0];
    const buttons = this.#buttons;
    const index = buttons.indexOf(target as HTMLButtonElement);
    const isInside = target === input || index >= 0;
    // WebKitGTK gives Shift+Tab another `key`.
    const isTab = event.key === 'Tab' || event.code === 'Tab';
    // In another field of the form, too, Escape closes the bubble before a dialog around both.
    if (
      event.key === 'Escape' &&
      (isInside || (target instanceof HTMLElement && this.#host.controls.includes(target)))
    ) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (index >= 0) input?.focus();
      this.#onDismiss(true);
    } else if (isInside && isTab && buttons[0]?.tabIndex === -1 && !event.altKey && !event.ctrlKey && !event.metaKey) {
      // In the placement `bubble` the host may be far from the field: the browser's own order leaves the buttons out (`view.ts`).
      this.#onTab(event, buttons[index + (event.shiftKey ? -1 : 1)], index);
    }
  }

  /** Moves the focus from the field through the bubble's buttons, and on to what follows the field. */
  #onTab(event: KeyboardEvent, next: HTMLButtonElement | undefined, index: number): void {
    if (index < 0 && event.shiftKey) return;
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (index >= 0) {
      // The key's default action starts from the focused element: Tab goes on from the field.
      if (event.shiftKey) event.preventDefault();
      this.#host.input?.focus();
    }
  }
}
