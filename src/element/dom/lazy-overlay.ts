import { nextTask } from '../next-task.js';
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
    load()
      .then((module) => this.#make(module))
      .catch(() => undefined);
  }

  /** Shows or hides the sign and the bubble. Those that are open are updated or closed at once. */
  update(sign: boolean, bubble: boolean): void {
    const update = ++this.#updates;
    const { input } = this.#host;
    if (!input || (!sign && !bubble)) {
      this.close();
      return;
    }
    // At once, since the line of the message is rendered already.
    this.#overlay?.paint(input);
    if (this.#overlay?.keep(input, sign, bubble)) this.#overlay.show(input, sign, bubble);
    else void this.#open(update, input, sign, bubble);
  }

  close(): void {
    this.#updates++;
    if (this.#overlay) this.#overlay.close();
    else this.#toggle(false);
  }

  /**
   * Opens or closes the bubble without the module, as a plain popover in the middle of the window: better than blocking
   * a form without a reason.
   */
  #toggle(open: boolean): void {
    const node = this.#host.renderRoot.querySelector<HTMLElement>('[part=bubble]');
    // Older browsers have no popovers.
    if (node?.isConnected) (node as Partial<HTMLElement>).togglePopover?.(open);
  }

  /** Opens in a task after that of the rendering: what is opened is laid out to be positioned. */
  async #open(update: number, input: HTMLInputElement, sign: boolean, bubble: boolean): Promise<void> {
    const isCurrent = (): boolean => update === this.#updates && input === this.#host.input;
    if (!this.#overlay) {
      let module;
      try {
        module = await load();
      } catch {
        if (isCurrent()) this.#toggle(bubble);
        return;
      }
      if (!isCurrent()) return;
      this.#make(module).paint(input);
    }
    await nextTask();
    if (isCurrent()) this.#overlay?.show(input, sign, bubble);
  }

  #make({ Overlay }: Module): OverlayModule.Overlay {
    return (this.#overlay ??= new Overlay(this.#host, this.#onDismiss));
  }
}
