import type * as OverlayModule from './overlay.js';

type Module = typeof OverlayModule;

/** Loaded once for all elements; asked for again after a failure. */
let module: Module | null = null;
const load = async (): Promise<Module> => (module ??= await import('./overlay.js'));

export interface BubbleHost extends HTMLElement {
  readonly input: HTMLInputElement | null;
  readonly renderRoot: ParentNode;
  /** Whether the bubble's buttons are out of the page's tab order: it stands at the end of the tree, far from its field. */
  readonly isApart: boolean;
  /** The controls of the input's form. */
  readonly controls: HTMLElement[];
  /** The person closes the bubble. */
  onEscape(): void;
  /** The person goes on in another field of the form. */
  onGoOn(): void;
}

/** The sign over the field's end and the bubble beside the field; what shows them is loaded when a person comes to the field. */
export class Bubble {
  readonly #host: BubbleHost;
  #overlay: OverlayModule.Overlay | null = null;
  /** Counts the changes: an older one that waits for the module is not shown. */
  #run = 0;

  constructor(host: BubbleHost) {
    this.#host = host;
  }

  /** Loads what shows the two, ahead of its first use. */
  prepare(): void {
    load().catch(() => undefined);
  }

  /** Shows or hides the two. */
  update(sign: boolean, bubble: boolean): void {
    const run = ++this.#run;
    if (!sign && !bubble) this.close();
    else if (module) this.#show(module, sign, bubble);
    else
      void load().then(
        (loaded) => {
          if (run === this.#run) this.#show(loaded, sign, bubble);
        },
        () => {
          if (run === this.#run) this.#toggle(bubble);
        },
      );
  }

  close(): void {
    this.#run++;
    if (this.#overlay) this.#overlay.close();
    else this.#toggle(false);
  }

  /** The browser's own looks of a popover, in the middle of the window: better than not to say why the form stays. */
  #toggle(open: boolean): void {
    const node = this.#host.renderRoot.querySelector<HTMLElement>('[part=bubble]');
    if (node?.isConnected) node.togglePopover(open);
  }

  #show({ Overlay }: Module, sign: boolean, bubble: boolean): void {
    const { input } = this.#host;
    this.#overlay ??= new Overlay(this.#host);
    if (input) this.#overlay.update(input, sign, bubble);
    else this.#overlay.close();
  }
}
