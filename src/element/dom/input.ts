import { cleanClone } from './description.js';

export interface InputHost extends HTMLElement {
  /** The `for` attribute: the id of an input that stands elsewhere. */
  readonly htmlFor: string;
}

/** What happens to the input; `change-availability`: it is disabled, made read-only, hidden, or the reverse. */
export type InputUse = 'focus' | 'edit' | 'leave' | 'reset' | 'invalid' | 'change-availability' | 'replace';

/** A press that lasts longer than this holds up nothing. */
const PRESS_MS = 1000;

const EMAIL = 'input[type=email], input[inputmode=email], input[autocomplete~=email]';

/** Finds the author's input, inside the element or by its id, or takes the one it is bound to; listens to what the person does. */
export class InputController {
  input: HTMLInputElement | null = null;
  /** Whether the value has been changed by anybody but the server. */
  touched = false;
  /** Whether a person has come to it. */
  isUsed = false;
  /** Whether the person does it now: what was done before the element came may precede the page's hydration. */
  isLive = true;
  /** The last press of the mouse, or of the finger that stands for it, anywhere in the page: resolved when it is over. */
  press: Promise<unknown> | null = null;
  readonly #host: InputHost;
  readonly #tell: (use: InputUse) => void;
  #bound: HTMLInputElement | null = null;
  #listening = new AbortController();
  #finder: MutationObserver | null = null;
  #endPress: () => void = () => undefined;
  #wasBound = false;

  constructor(host: InputHost, tell: (use: InputUse) => void) {
    this.#host = host;
    this.#tell = tell;
  }

  connect(): void {
    this.watch();
  }

  disconnect(): void {
    this.#finder?.disconnect();
    this.#use(null);
  }

  /** Binds to this very input, whatever stands in the element; null: find one. */
  bind(input: HTMLInputElement | null): void {
    this.#bound = input;
    if (this.#host.isConnected) this.watch();
  }

  /** Whether the person can neither change nor reach the input. A value that they cannot correct never blocks them. */
  get unavailable(): boolean {
    const { input } = this;
    if (!input?.willValidate || input.closest('[inert]')) return true;
    // Older browsers know no checkVisibility.
    return !(input.checkVisibility as typeof input.checkVisibility | undefined)
      ? input.getClientRects().length === 0
      : !input.checkVisibility({ visibilityProperty: true });
  }

  /** Whether the value is the server's, and nobody has touched it. */
  get prefilled(): boolean {
    return !this.touched && this.input?.value === this.input?.defaultValue;
  }

  /**
   * Looks for the input, now and whenever the tree changes: the definition may be loaded before the markup is parsed, and a
   * framework may replace the input at any time.
   */
  watch(): void {
    this.#finder?.disconnect();
    if (!this.#bound) {
      this.#finder = new MutationObserver(() => {
        this.#find();
      });
      this.#finder.observe(this.#host.htmlFor ? this.#host.getRootNode() : this.#host, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['id', 'type', 'inputmode'],
      });
    }
    this.#find();
  }

  #find(): void {
    const host = this.#host;
    const root = host.getRootNode() as Document | ShadowRoot;
    const found =
      this.#bound ??
      (host.htmlFor
        ? // In a tree that is not in a page there are no ids.
          (root as Partial<Document>).getElementById?.(host.htmlFor)
        : (host.querySelector(EMAIL) ?? host.querySelector('input:not([type]), input[type=text]')));
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
    this.#listening.abort();
    this.#endPress();
    this.input = input;
    this.touched = false;
    this.isUsed = false;
    if (input) {
      cleanClone(input);
      this.#listen(input);
    }
    if (this.#wasBound || input?.value) this.#tell('replace');
    const root = input?.getRootNode() as Document | ShadowRoot | undefined;
    if (input && root?.activeElement === input) this.use('focus');
    // What was typed before the element came.
    if (input && !this.#wasBound && !this.prefilled) this.use('edit');
    this.#wasBound ||= input !== null;
  }

  /** What the loader saw happen to the input before the element was there. */
  use(use: 'focus' | 'edit' | 'leave'): void {
    if (!this.input) return;
    this.#watchOnce(this.input);
    // The browser has refused it already, when it was submitted. (`:is` lets older browsers not know that selector.)
    // Only the first time: who corrects the address is left in peace until it is done.
    const isRefused = use === 'edit' && !this.touched && this.input.matches(':is(:user-invalid)');
    if (use !== 'focus') this.touched = true;
    this.isLive = false;
    this.#tell(use);
    if (isRefused) this.#tell('leave');
    this.isLive = true;
  }

  /** Listens until another input counts. */
  #on(target: EventTarget, type: string, act: (event: Event) => void): void {
    target.addEventListener(type, act, { signal: this.#listening.signal, capture: target !== this.input });
  }

  #listen(input: HTMLInputElement): void {
    this.#listening = new AbortController();
    for (const type of ['input', 'change']) {
      this.#on(input, type, (event) => {
        this.#watchOnce(input);
        this.touched = true;
        // Half-composed text of an input method is no value yet.
        if (!(event as InputEvent).isComposing) this.#tell('edit');
      });
    }
    this.#on(input, 'focus', () => {
      this.#watchOnce(input);
      this.#tell('focus');
    });
    this.#on(input, 'invalid', () => {
      this.#tell('invalid');
    });
    // `reset` comes before the values are reset, and from whichever form the input belongs to by then.
    this.#on(input.getRootNode(), 'reset', (event) => {
      setTimeout(() => {
        if (event.target !== input.form || event.defaultPrevented) return;
        this.touched = false;
        this.#tell('reset');
      });
    });
    // A browser that restores a page fills the input with no event. What the server filled in is nobody's edit.
    this.#on(window, 'pageshow', () => {
      if (input.value !== input.defaultValue) this.#tell('edit');
    });
  }

  /** Watches what matters only once a person comes: a page may have many fields. */
  #watchOnce(input: HTMLInputElement): void {
    if (this.isUsed) return;
    this.isUsed = true;
    this.#on(input, 'blur', () => {
      // A window that loses the focus keeps its active element: the field was not left.
      if ((input.getRootNode() as Document | ShadowRoot).activeElement !== input) this.#tell('leave');
    });
    this.#on(input, 'compositionend', () => {
      this.#tell('edit');
    });
    this.#watchPresses();
    this.#watchAvailability(input);
  }

  /** What is drawn while a button is pressed could move it away: `press` is waited for. */
  #watchPresses(): void {
    this.#on(window, 'mousedown', () => {
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
    this.#on(window, 'mouseup', () => setTimeout(this.#endPress));
  }

  /** A wizard hides the steps that are not at hand; a fieldset may be disabled. */
  #watchAvailability(input: HTMLInputElement): void {
    let before = this.unavailable;
    const look = (): void => {
      const now = this.unavailable;
      if (now === before) return;
      before = now;
      this.#tell('change-availability');
    };
    const attributes = new MutationObserver(look);
    attributes.observe(input.getRootNode(), { subtree: true, attributeFilter: ['disabled', 'readonly', 'inert'] });
    const size = new ResizeObserver(look);
    size.observe(input);
    // What changes neither size nor attribute is seen when a button is pressed, before the browser validates.
    this.#on(window, 'click', look);
    // Not by `#on`: an aborted signal takes its own listeners away before it tells them.
    this.#listening.signal.addEventListener('abort', () => {
      attributes.disconnect();
      size.disconnect();
    });
  }
}
