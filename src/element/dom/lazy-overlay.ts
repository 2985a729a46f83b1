import type * as OverlayModule from './overlay.js';

type Module = typeof OverlayModule;

/** Loaded once for all elements; loaded again after a failure. */
let overlayModule: Module | null = null;
const load = async (): Promise<Module> => (overlayModule ??= await import('./overlay.js'));

/** Shows the sign and the bubble by a module that is loaded when a person first comes to a field. */
export class LazyOverlay {
  readonly #host: OverlayModule.OverlayHost;
  readonly #onDismiss: (isEscape: boolean) => void;
  #overlay: OverlayModule.Overlay | null = null;
  /** Counts the updates: an older one that waits for the module is dropped. */
  #updates = 0;

  /** @param onDismiss called when the person presses Escape, or types into another field of the form. */
  constructor(host: OverlayModule.OverlayHost, onDismiss: (isEscape: boolean) => void) {
    this.#host = host;
    this.#onDismiss = onDismiss;
  }

  /** Loads the module ahead of its first use. */
  preload(): void {
    load().catch(() => undefined);
  }

  /** Shows or hides the sign and the bubble. */
  update(sign: boolean, bubble: boolean): void {
    const update = ++this.#updates;
    if (!sign && !bubble) this.close();
    else if (overlayModule) this.#show(overlayModule, sign, bubble);
    else
      void load().then(
        (loaded) => {
          if (update === this.#updates) this.#show(loaded, sign, bubble);
        },
        () => {
          if (update === this.#updates) this.#toggle(bubble);
        },
      );
  }

  close(): void {
    this.#updates++;
    if (this.#overlay) this.#overlay.close();
    else this.#toggle(false);
  }

  /** Without the module, the bubble is a plain popover in the middle of the window: better than to block a form and not say why. */
  #toggle(open: boolean): void {
    const node = this.#host.renderRoot.querySelector<HTMLElement>('[part=bubble]');
    // Older browsers have no popovers.
    if (node?.isConnected) (node as Partial<HTMLElement>).togglePopover?.(open);
  }

  #show({ Overlay }: Module, sign: boolean, bubble: boolean): void {
    const { input } = this.#host;
    this.#overlay ??= new Overlay(this.#host, this.#onDismiss);
    if (input) this.#overlay.update(input, sign, bubble);
    else this.#overlay.close();
  }
}
