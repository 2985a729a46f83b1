import type { ReactiveController } from 'lit';

export interface InputHost extends HTMLElement {
  /** The `for` attribute: the id of an input that stands elsewhere. */
  readonly htmlFor: string;
  /** Another input, or none, is the one that counts. */
  onInput(input: HTMLInputElement | null): void;
}

/** What the person does with the input. */
export interface InputListener {
  /** Came to it. */
  prepare(): void;
  edit(value: string): void;
  leave(value: string): void;
  /** The form was reset. */
  reset(value: string): void;
  /** Escape was pressed; says whether there was something to close. */
  escape(): boolean;
  /** The browser finds the control invalid, and tells the person so itself. */
  invalid(): void;
}

const EMAIL = 'input[type=email], input[inputmode=email], input[autocomplete~=email]';

/** Finds the author's input, inside the element or by its id, and listens to what the person does with it. */
export class InputController implements ReactiveController {
  input: HTMLInputElement | null = null;
  readonly #host: InputHost;
  readonly #listener: InputListener;
  #listening: AbortController | null = null;
  #watcher: MutationObserver | null = null;

  constructor(host: InputHost, listener: InputListener) {
    this.#host = host;
    this.#listener = listener;
  }

  hostConnected(): void {
    this.watch();
  }

  hostDisconnected(): void {
    this.#watcher?.disconnect();
    this.#use(null);
  }

  /**
   * Looks for the input, now and whenever the tree changes: the definition may be loaded before the markup is parsed, and a
   * framework may replace the input at any time.
   */
  watch(): void {
    this.#watcher?.disconnect();
    this.#watcher = new MutationObserver(() => {
      this.#find();
    });
    this.#watcher.observe(this.#host.htmlFor ? this.#host.getRootNode() : this.#host, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['id', 'type', 'inputmode'],
    });
    this.#find();
  }

  #find(): void {
    const host = this.#host;
    const root = host.getRootNode() as Document | ShadowRoot;
    const found = host.htmlFor
      ? root.getElementById(host.htmlFor)
      : (host.querySelector(EMAIL) ?? host.querySelector('input:not([type=hidden])'));
    this.#use(found instanceof HTMLInputElement ? found : null);
  }

  /** Sets the value as a person would: React reads it through the prototype's setter and `input`, plain pages by `change`. */
  write(value: string): void {
    const { input } = this;
    if (!input) return;
    Reflect.set(HTMLInputElement.prototype, 'value', value, input);
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #use(input: HTMLInputElement | null): void {
    if (input === this.input) return;
    this.#listening?.abort();
    this.input = input;
    if (input) this.#listen(input);
    this.#host.onInput(input);
  }

  #listen(input: HTMLInputElement): void {
    const { signal } = (this.#listening = new AbortController());
    const listener = this.#listener;
    const on = (target: EventTarget, type: string, act: (event: Event) => void): void => {
      target.addEventListener(type, act, { signal });
    };
    const edit = (event: Event): void => {
      // Half-composed text of an input method is no value yet.
      if (!(event as InputEvent).isComposing) listener.edit(input.value);
    };
    for (const type of ['input', 'change', 'compositionend']) on(input, type, edit);
    on(input, 'focus', () => {
      listener.prepare();
    });
    on(input, 'blur', () => {
      // A window that loses the focus keeps its active element: the field was not left.
      if ((input.getRootNode() as Document | ShadowRoot).activeElement !== input) listener.leave(input.value);
    });
    on(input, 'keydown', (event) => {
      if ((event as KeyboardEvent).key === 'Escape' && listener.escape()) event.stopPropagation();
    });
    on(input, 'invalid', () => {
      listener.invalid();
    });
    // `reset` comes before the values are reset, and from whichever form the input belongs to by then.
    on(input.getRootNode(), 'reset', (event) => {
      if (event.target === input.form) {
        setTimeout(() => {
          listener.reset(input.value);
        });
      }
    });
    // A browser that restores a page fills the input with no event.
    on(window, 'pageshow', () => {
      listener.edit(input.value);
    });
    if (input === document.activeElement) listener.prepare();
  }
}
