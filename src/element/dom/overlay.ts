/** Loaded when a person first comes to a field: positions, paints and operates the sign and the bubble. */
import { addStyles } from './overlay-styles.js';
import { paint, type PaintedNodes } from './paint.js';
import { keepPositioned } from './overlay-position.js';

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

/** False in jsdom and happy-dom, where nothing can be positioned and painted. */
const hasLayout = (): boolean => document.documentElement.getBoundingClientRect().width > 0;

/**
 * Shows the sign over the field's end and the bubble beside the field, in the top layer, where nothing in the page
 * clips them.
 */
export class Overlay {
  readonly #host: OverlayHost;
  readonly #onDismiss: (isEscape: boolean) => void;
  #positioning: ReturnType<typeof keepPositioned> | null = null;
  /** The sign and the bubble. */
  #shown: readonly [boolean, boolean] = [false, false];
  /** Removes the listeners of the open bubble. */
  #listening: AbortController | null = null;

  constructor(host: OverlayHost, onDismiss: (isEscape: boolean) => void) {
    this.#host = host;
    this.#onDismiss = onDismiss;
    if (host.shadowRoot) addStyles(host.shadowRoot);
  }

  /**
   * Closes at once what is no longer shown.
   * @returns true if nothing else has to be opened.
   */
  keep(input: HTMLInputElement, sign: boolean, bubble: boolean): boolean {
    const [hadSign, hadBubble] = this.#shown;
    if ((hadSign && !sign) || (hadBubble && !bubble)) this.show(input, hadSign && sign, hadBubble && bubble);
    return (hadSign || !sign) && (hadBubble || !bubble);
  }

  /** Gives the sign, the bubble and the line colours that are readable on the page. */
  paint(input: HTMLInputElement): void {
    const nodes = this.#nodes;
    if (nodes && hasLayout()) paint(this.#host, input, nodes);
  }

  /** Shows or hides the sign and the bubble; positions what is shown. */
  show(input: HTMLInputElement, sign: boolean, bubble: boolean): void {
    const nodes = this.#nodes;
    if (!nodes) return;
    const [hadSign, hadBubble] = this.#shown;
    this.#shown = [sign, bubble];
    this.#open(sign, bubble);
    if (hadSign === sign && hadBubble === bubble) {
      this.#positioning?.update();
      return;
    }
    this.#positioning?.stop();
    const isShown = (sign || bubble) && hasLayout();
    this.#positioning = !isShown
      ? null
      : keepPositioned(input, {
          sign: sign ? nodes.sign : null,
          bubble: bubble ? nodes.bubble : null,
          row: nodes.row,
          controls: () => this.#host.controls,
        });
  }

  close(): void {
    this.#shown = [false, false];
    this.#positioning?.stop();
    this.#positioning = null;
    this.#open(false, false);
  }

  get #nodes(): PaintedNodes | null {
    const [sign, bubble, row] = ['sign', 'bubble', 'row'].map((name) => this.#part(name));
    return sign && bubble ? { sign, bubble, row: row && !bubble.contains(row) ? row : null } : null;
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
    // Runs before the listeners of a dialog around the field, which would close too.
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
    // In another field of the form, Escape also closes the bubble, before a dialog around both.
    if (
      event.key === 'Escape' &&
      (isInside || (target instanceof HTMLElement && this.#host.controls.includes(target)))
    ) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (index >= 0) input?.focus();
      this.#onDismiss(true);
    } else if (isInside && isTab && buttons[0]?.tabIndex === -1 && !event.altKey && !event.ctrlKey && !event.metaKey) {
      // In the placement `bubble` the host may be far from the field, so the browser's own tab order skips the buttons
      // (`message-view.ts`).
      this.#onTab(event, buttons[index + (event.shiftKey ? -1 : 1)], index);
    }
  }

  /** Moves the focus from the field through the bubble's buttons, and on to the element after the field. */
  #onTab(event: KeyboardEvent, next: HTMLButtonElement | undefined, index: number): void {
    if (index < 0 && event.shiftKey) return;
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (index >= 0) {
      // The key's default action starts from the focused element: Tab continues from the field.
      if (event.shiftKey) event.preventDefault();
      this.#host.input?.focus();
    }
  }
}
