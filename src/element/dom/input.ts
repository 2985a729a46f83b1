import type { ReactiveController } from 'lit';

export interface InputHost extends HTMLElement {
  /** The `for` attribute: the id of an input that stands elsewhere. */
  readonly htmlFor: string;
  /** Another input, or none, is the one that counts. */
  onInput(): void;
}

/** What happens to the input: the person comes to it, changes it, leaves it; its form is reset; the browser finds it invalid. */
export type InputUse = 'prepare' | 'edit' | 'leave' | 'reset' | 'invalid';

/** A press that lasts longer than this holds nothing up any more. */
const PRESS_MS = 1000;

const EMAIL = 'input[type=email], input[inputmode=email], input[autocomplete~=email]';

/** Finds the author's input, inside the element or by its id, and listens to what the person does with it. */
export class InputController implements ReactiveController {
  input: HTMLInputElement | null = null;
  /** The last press of the mouse, or of the finger that stands for it, anywhere in the page: resolved when it is over. */
  press: Promise<unknown> | null = null;
  readonly #host: InputHost;
  readonly #tell: (use: InputUse) => void;
  #listening: AbortController | null = null;
  #watcher: MutationObserver | null = null;
  #endPress: () => void = () => undefined;

  constructor(host: InputHost, tell: (use: InputUse) => void) {
    this.#host = host;
    this.#tell = tell;
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
      : (host.querySelector(EMAIL) ?? host.querySelector('input:not([type]), input[type=text]'));
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
    this.#endPress();
    this.input = input;
    if (input) this.#listen(input);
    this.#host.onInput();
  }

  #listen(input: HTMLInputElement): void {
    const { signal } = (this.#listening = new AbortController());
    const root = input.getRootNode() as Document | ShadowRoot;
    const tell = this.#tell;
    const on = (target: EventTarget, type: string, act: (event: Event) => void): void => {
      target.addEventListener(type, act, { signal, capture: target !== input });
    };
    for (const type of ['input', 'change', 'compositionend']) {
      on(input, type, (event) => {
        // Half-composed text of an input method is no value yet.
        if (!(event as InputEvent).isComposing) tell('edit');
      });
    }
    on(input, 'focus', () => {
      tell('prepare');
    });
    on(input, 'blur', () => {
      // A window that loses the focus keeps its active element: the field was not left.
      if (root.activeElement !== input) tell('leave');
    });
    on(window, 'mousedown', () => {
      this.#endPress();
      this.press = new Promise((resolve) => {
        // A menu or a drag may swallow `mouseup`.
        const timer = setTimeout(resolve, PRESS_MS);
        this.#endPress = () => {
          clearTimeout(timer);
          resolve(null);
        };
      });
    });
    // The click comes after `mouseup`.
    on(window, 'mouseup', () => setTimeout(this.#endPress));
    on(input, 'invalid', () => {
      tell('invalid');
    });
    // `reset` comes before the values are reset, and from whichever form the input belongs to by then.
    on(root, 'reset', (event) => {
      setTimeout(() => {
        if (event.target === input.form && !event.defaultPrevented) tell('reset');
      });
    });
    // A browser that restores a page fills the input with no event. What the server has filled in is nobody's doing yet.
    on(window, 'pageshow', () => {
      if (input.value !== input.defaultValue) tell('edit');
    });
    if (root.activeElement === input) tell('prepare');
  }
}
