import { onAssignment } from './value-assignment.js';
import { byId } from './by-id.js';
import { cleanClone } from './description.js';
import { isReachable } from './reachable.js';
import { isRendered, isSame } from './rendered-value.js';
import { warnOnce } from '../warn-once.js';
import { writeValue } from './write-value.js';

export interface InputHost extends HTMLElement {
  /** The `for` attribute: the id of an input outside of the element. */
  readonly htmlFor: string;
  /** The `receipt-target` attribute: the id of the author's field for the receipt, which may be a text field too. */
  readonly receiptTarget: string;
  /** True if the element only looks on. */
  readonly isHeldOut: boolean;
}

/**
 * An event at the input. `assign`: code has set its value, or may have; `availability`: it was disabled, made read-only
 * or hidden, or the reverse; `replace`: another input is bound, or none, or its value was taken for the server's but is
 * the person's.
 */
export type InputUse = 'focus' | 'edit' | 'assign' | 'leave' | 'reset' | 'invalid' | 'availability' | 'replace';

/** Maximum time for which a press delays rendering. */
const PRESS_MS = 1000;

const EMAIL = 'input[type=email], input[inputmode=email], input[autocomplete~=email]';

/**
 * The inputs whose server-rendered value was changed by the person or a script, with an `input` or `change` event. A
 * reset removes them; an input that a framework takes away and puts back stays.
 */
const touched = new WeakSet<HTMLInputElement>();

/** Finds the author's input, in the element or by its id, or uses the one that it is bound to, and listens to it. */
export class InputController {
  input: HTMLInputElement | null = null;
  /** True once the input has been focused or edited. */
  isUsed = false;
  /** False while `use` reports events from before the element was loaded, perhaps before the page's hydration. */
  isLive = true;
  /** Resolves when the current or last press of the mouse, anywhere in the page, is over. */
  press: Promise<unknown> | null = null;
  readonly #host: InputHost;
  readonly #notify: (use: InputUse) => void;
  #bound: HTMLInputElement | null = null;
  /** Made at its first use: a page may have many fields. */
  #listening: AbortController | null = null;
  #finder: MutationObserver | null = null;
  #endPress: () => void = () => undefined;
  #wasUnavailable = false;
  #wasBound = false;
  #isValueWatched = false;

  constructor(host: InputHost, notify: (use: InputUse) => void) {
    this.#host = host;
    this.#notify = notify;
  }

  disconnect(): void {
    this.#finder?.disconnect();
    this.#use(null);
  }

  /** Binds to this input, anywhere in the page; with null, finds one. */
  bind(input: HTMLInputElement | null): void {
    this.#bound = input;
    if (this.#host.isConnected) this.watch();
  }

  /** True if the person cannot change or reach the input, or if the element treats it so because it only looks on. */
  get unavailable(): boolean {
    return !this.input || this.#host.isHeldOut || !isReachable(this.input);
  }

  /** True if the input still has the server's value, never edited. */
  get prefilled(): boolean {
    const { input } = this;
    return input !== null && !touched.has(input) && isRendered(input);
  }

  /** The value. White space counts as empty, unless the field is required, and so do several addresses (`multiple`). */
  get value(): string {
    const { value = '', required, multiple } = this.input ?? {};
    return !multiple && (required || value.trim()) ? value : '';
  }

  /**
   * Looks for the input now and whenever the tree changes: the element may be defined before the markup is parsed, and
   * a framework may replace the input at any time.
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
    const found =
      this.#bound ??
      (host.htmlFor
        ? byId(host, host.htmlFor)
        : (host.querySelector(EMAIL) ??
          [...host.querySelectorAll('input:not([type]), input[type=text]')].find(
            ({ id }) => !id || id !== host.receiptTarget,
          )));
    this.#use(found instanceof HTMLInputElement ? found : null);
  }

  write(value: string): void {
    if (this.input) writeValue(this.input, value);
  }

  /**
   * Reports from now on when code sets the value. Called only once something is known about the value, since a page may
   * have many fields.
   */
  watchValue(): void {
    if (!this.input || this.#isValueWatched) return;
    this.#isValueWatched = true;
    onAssignment(this.input, this.#signal, () => {
      this.#notify('assign');
    });
  }

  #use(input: HTMLInputElement | null): void {
    if (input === this.input) return;
    this.#listening?.abort();
    this.#listening = null;
    this.#endPress();
    this.input = input;
    this.isUsed = false;
    this.#isValueWatched = false;
    if (input) {
      cleanClone(input);
      if (input.multiple) warnOnce('an input with multiple is not checked.');
      this.#listen(input);
    }
    if (this.#wasBound || input?.value) this.#notify('replace');
    const root = input?.getRootNode() as Document | ShadowRoot | undefined;
    if (input && root?.activeElement === input) this.use('focus');
    // The text was typed before the element was defined.
    if (input && !this.#wasBound && !this.prefilled) this.use('edit');
    this.#wasBound ||= input !== null;
  }

  /** Reports an event that the loader saw at the input before the element was loaded. */
  use(use: 'focus' | 'edit' | 'leave'): void {
    const { input, prefilled } = this;
    if (!input) return;
    this.#watchOnce(input);
    // Native validation has refused the value at a submit. `:is` tolerates unknown selectors in older browsers. Not
    // repeated while the person corrects the value.
    const isRefused = use === 'edit' && !touched.has(input) && input.matches(':is(:user-invalid)');
    if (use !== 'focus') {
      touched.add(input);
      // The attribute of a controlled input follows the typed value, which was therefore taken for the server's.
      if (prefilled) this.#notify('replace');
    }
    this.isLive = false;
    this.#notify(use);
    if (isRefused) this.#notify('leave');
    this.isLive = true;
  }

  /** Aborted when another input is bound. */
  get #signal(): AbortSignal {
    return (this.#listening ??= new AbortController()).signal;
  }

  /** Listens until another input is bound. */
  #on(target: EventTarget, type: string, listener: (event: Event) => void): void {
    target.addEventListener(type, listener, { signal: this.#signal, capture: target !== this.input });
  }

  #listen(input: HTMLInputElement): void {
    const { value } = input;
    for (const type of ['input', 'change']) {
      this.#on(input, type, (event) => {
        // Libraries dispatch events for values that nobody has changed.
        if (!event.isTrusted && !touched.has(input) && isSame(input.value, value)) return;
        this.#watchOnce(input);
        touched.add(input);
        // Text that an input method is composing is not a value yet.
        if (!(event as InputEvent).isComposing) this.#notify('edit');
      });
    }
    this.#on(input, 'focus', () => {
      this.#watchOnce(input);
      this.#notify('focus');
    });
    this.#on(input, 'invalid', () => {
      // An invalid hidden input stops the form silently: the next attempt passes.
      this.look();
      this.#notify('invalid');
    });
    // `reset` is dispatched before the values are reset.
    this.#on(input.getRootNode(), 'reset', (event) => {
      const { value } = input;
      setTimeout(() => {
        if (event.target !== input.form || event.defaultPrevented) return;
        // React resets a form after its action; a controlled field keeps the typed value.
        if (value !== input.value) touched.delete(input);
        this.#notify('reset');
      });
    });
    // A browser that restores a page fills the input without an event.
    this.#on(window, 'pageshow', () => {
      if (!this.prefilled) this.#notify('edit');
    });
  }

  /** Adds the listeners and observers that are needed only once the input is used: a page may have many fields. */
  #watchOnce(input: HTMLInputElement): void {
    if (this.isUsed) return;
    this.isUsed = true;
    this.#on(input, 'blur', () => {
      // When the window loses the focus, the field stays its active element and was not left.
      if ((input.getRootNode() as Document | ShadowRoot).activeElement !== input) this.#notify('leave');
    });
    this.#on(input, 'compositionend', () => {
      this.#notify('edit');
    });
    this.#watchPresses();
    this.#watchAvailability(input);
  }

  /** Delays rendering by `press` while a button is pressed: rendering could move the button away from the mouse. */
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

  /** Reports a change of `unavailable`. */
  readonly look = (): void => {
    const now = this.unavailable;
    if (now === this.#wasUnavailable) return;
    this.#wasUnavailable = now;
    this.#notify('availability');
  };

  /** Watches for steps of a wizard that are hidden, and fieldsets that are disabled. */
  #watchAvailability(input: HTMLInputElement): void {
    this.#wasUnavailable = this.unavailable;
    const look = this.look;
    const attributes = new MutationObserver(look);
    attributes.observe(input.getRootNode(), { subtree: true, attributeFilter: ['disabled', 'readonly', 'inert'] });
    // jsdom has no ResizeObserver.
    const size = 'ResizeObserver' in window ? new ResizeObserver(look) : null;
    size?.observe(input);
    // Changes that affect neither size nor attributes are noticed at the next click, before native validation, and so
    // is a value that was set without our property (`setRangeText()`, a browser extension).
    this.#on(window, 'click', () => {
      look();
      if (this.#isValueWatched) this.#notify('assign');
    });
    // `#on` does not work here: an aborted signal removes its listeners before it dispatches `abort`.
    this.#signal.addEventListener('abort', () => {
      attributes.disconnect();
      size?.disconnect();
    });
  }
}
