import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { DEFAULT_POLICY, type Verdict } from '../protocol/index.js';
import type { AnswerChallenge } from './edge-client/challenge.js';
import { Gate } from './form/submit-listener.js';
import { InputController, type InputUse } from './dom/input.js';
import type { Reply } from './form/submission.js';
import type { OwnMessages } from './languages/en.js';
import { UNKNOWN } from './unknown.js';
import { VERSION } from './version.js';
import { within } from './within.js';
import type { Workings } from './workings.js';

/** An attribute that holds a number of milliseconds. */
const milliseconds = { type: Number };

/**
 * Wraps a sign-up form's own `<input type="email">`: fixes obvious slips, checks the address while the person types,
 * shows the verdict and 'did you mean', holds the form until the verdict is there and sends it once.
 *
 * What it says is in the language of the nearest `lang`, where there are words for it, else in English. A page's own words
 * stand in the property `messages`, or as text in `<template data-message="invalid">` inside the element.
 *
 * @tagname email-verify
 * @slot - The author's label and input; they stay in the page's own tree.
 * @slot message - The node that assistive technology reads; made by the element.
 * @fires {EmailVerifyCheckEvent} email-verify-check - Before an address is checked; cancelable; `respondWith()` answers it.
 * @fires {EmailVerifyVerdictEvent} email-verify-verdict - A verdict stands.
 * @fires {EmailVerifySuggestionEvent} email-verify-suggestion - A suggestion is shown; cancelable.
 * @fires {EmailVerifyFixEvent} email-verify-fix - An obvious slip is about to be changed; cancelable.
 * @fires {EmailVerifyHoldEvent} email-verify-hold - A submission is about to be held; cancelable.
 * @fires {EmailVerifyChallengeEvent} email-verify-challenge - The edge asks for a CAPTCHA before addresses are checked; cancelable;
 * `respondWith()` answers it.
 * @fires {EmailVerifyErrorEvent} email-verify-error - The address could not be checked.
 * @csspart row - The line under the field.
 * @csspart icon - Its sign.
 * @csspart message - Its text.
 * @csspart undo - The button that takes a fix back.
 * @csspart suggestion - The panel with the suggestion.
 * @csspart suggestion-text - The panel's text.
 * @csspart choices - The panel's buttons.
 * @csspart accept - The button that takes the suggestion.
 * @csspart keep - The button that keeps what was typed.
 * @cssprop --email-verify-error-color - Colour of an error.
 * @cssprop --email-verify-warning-color - Colour of a warning.
 * @cssprop --email-verify-valid-color - Colour of a good verdict.
 * @cssprop --email-verify-muted-color - Colour of everything else in the line.
 * @cssprop --email-verify-surface - Background of the panel.
 * @cssprop --email-verify-text - Colour of the panel's text.
 * @cssprop --email-verify-accent - Colour of the buttons.
 * @cssprop --email-verify-radius - Roundness of the panel.
 * @cssprop --email-verify-font-size - Size of the line's text.
 * @cssprop --email-verify-line-size - Room kept for the line under the field, so that nothing moves when it appears.
 * @cssstate checking - The address is being checked.
 * @cssstate valid - Mail can be delivered.
 * @cssstate invalid - Mail cannot be delivered.
 * @cssstate risky - Mail may not arrive.
 * @cssstate unknown - It could not be found out.
 * @cssstate suggestion - A suggestion is shown.
 */
export class EmailVerifyElement extends LitElement {
  /** The package's version. */
  static readonly version: string = VERSION;

  static override styles = css`
    :host {
      display: block;
    }
    .line {
      display: flow-root;
      position: relative;
      min-block-size: var(--email-verify-line-size, 0);
    }
  `;

  static override properties = {
    endpoint: {},
    htmlFor: { attribute: 'for' },
    typos: {},
    validateOn: { attribute: 'validate-on' },
    debounce: milliseconds,
    timeout: milliseconds,
    hold: milliseconds,
    onUnavailable: { attribute: 'on-unavailable' },
    block: {},
    warn: {},
    allowDomains: { attribute: 'allow-domains' },
    override: { type: Boolean },
    messages: { attribute: false },
    challenge: { attribute: false },
  };

  /**
   * The edge's address, such as `https://verify.example/verify/`. Without it only what needs no network is checked.
   * @default ''
   */
  declare endpoint: string;
  /**
   * The id of an input that is not inside the element.
   * @default ''
   */
  declare htmlFor: string;
  /** What becomes of slips of the keyboard. */
  declare typos: 'fix' | 'suggest' | 'off';
  /** When the address is checked. */
  declare validateOn: 'input' | 'blur' | 'submit';
  /** Milliseconds after the last key until the address is checked. */
  declare debounce: number;
  /** Milliseconds that a check may take. */
  declare timeout: number;
  /** Milliseconds that a submission may be held. */
  declare hold: number;
  /** What becomes of a submission when the address could not be checked. */
  declare onUnavailable: 'allow' | 'block';
  /**
   * Statuses, qualities and codes that block, separated by spaces.
   * @default 'invalid'
   */
  declare block: string;
  /**
   * Statuses, qualities and codes that warn, separated by spaces.
   * @default 'risky'
   */
  declare warn: string;
  /**
   * Domains whose addresses are always allowed, separated by spaces.
   * @default ''
   */
  declare allowDomains: string;
  /**
   * Whether a blocked address passes when it is submitted once more, unless it cannot exist at all.
   * @default false
   */
  declare override: boolean;
  /** Words in place of the element's own, before those of templates: by name, or by a code of a verdict. */
  declare messages: OwnMessages;
  /** Answers a CAPTCHA that the edge asks for, where no listener of `email-verify-challenge` does. */
  declare challenge: AnswerChallenge | undefined;

  readonly #internals = this.attachInternals();
  readonly #field: InputController;
  readonly #gate: Gate;
  #loading: Promise<void> | null = null;
  #workings: Workings | null = null;
  /** The submission that waits for the workings. */
  #early: object | null = null;
  /** What is said while there are no workings. */
  #word = '';
  /** The options' values at first: an attribute that is taken away, or a framework's null, is that again. */
  readonly #first: Record<PropertyKey, unknown> = {};

  constructor() {
    super();
    this.endpoint = this.htmlFor = this.allowDomains = '';
    this.typos = 'fix';
    this.validateOn = 'input';
    this.debounce = 400;
    this.timeout = 5000;
    this.hold = 3000;
    this.onUnavailable = 'allow';
    this.block = DEFAULT_POLICY.block.join(' ');
    this.warn = DEFAULT_POLICY.warn.join(' ');
    this.messages = {};
    this.override = false;
    this.#field = new InputController(this, (use) => {
      this.#on(use);
    });
    this.#gate = new Gate(this);
    this.addController(this.#field);
    this.addController(this.#gate);
  }

  /** The author's input, or null while there is none. */
  get input(): HTMLInputElement | null {
    return this.#field.input;
  }

  /**
   * Checks the present value, if that has not been done.
   * @returns {Promise<Verdict | null>} the verdict; null when the field is empty, its value changes meanwhile or the element cannot work.
   */
  async check(): Promise<Verdict | null> {
    return (await this.#withWorkings((workings) => workings.settled()))?.verdict ?? null;
  }

  /**
   * Gives the receipt for the present value, checking it first if need be: for pages that send their data by themselves.
   * @param options.timeout milliseconds to wait for it; `hold` by default.
   * @returns {Promise<string | null>} the receipt, or null when there is none in time.
   */
  async receipt({ timeout = this.hold }: { timeout?: number } = {}): Promise<string | null> {
    const finding = this.#withWorkings((workings) => workings.settled());
    return (await within(timeout, finding))?.receipt ?? null;
  }

  /** Forgets what was found, as a form's reset does. The input's value stays. */
  reset(): void {
    this.#on('reset');
  }

  /** @internal */
  onInput(): void {
    this.#workings?.renew();
  }

  /** @internal */
  onSubmit(submitter: HTMLElement | null): Reply {
    // What the person cannot change is not held against them.
    if (!this.input?.willValidate) return 'pass';
    if (this.#workings) return this.#workings.submit(submitter);
    this.#say('');
    if (this.#early) return 'hold';
    const early = (this.#early = {});
    const started = performance.now();
    const answer = this.#withWorkings((workings) =>
      this.#early === early ? workings.submit(submitter, performance.now() - started) : 'hold',
    );
    // Without its workings the element can only let people through, unless the site wants it otherwise.
    void within(this.hold, answer).then((known = this.onUnavailable === 'block' ? 'block' : 'pass') => {
      if (this.#early !== early) return;
      this.#early = null;
      if (known === 'hold') return;
      // Nothing else could say why the form stays.
      if (known === 'block' && !this.#workings) this.#say(this.messages.unknown ?? UNKNOWN);
      this.#gate.release(known !== 'block');
    });
    return 'hold';
  }

  /** @internal */
  onLetGo(): void {
    this.#early = null;
    this.#workings?.letGo();
  }

  override requestUpdate(...change: Parameters<LitElement['requestUpdate']>): void {
    const [name] = change;
    if (name !== undefined) {
      const options = this as unknown as Record<PropertyKey, unknown>;
      const first = (this.#first[name] ??= options[name]);
      if (first != null) options[name] ??= first;
    }
    super.requestUpdate(...change);
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('htmlFor') && this.isConnected) this.#field.watch();
  }

  /**
   * A line that appears between the press of a button and its release moves the button away, and the click is lost: what is
   * drawn waits until the press is over.
   */
  protected override async scheduleUpdate(): Promise<void> {
    await this.#field.press;
    await super.scheduleUpdate();
  }

  override render(): TemplateResult {
    // The room for the line is kept from the beginning, so that nothing moves when the workings come.
    return html`<slot></slot>
      <div class="line">
        ${this.#workings ? this.#workings.render() : html`<span part="message" role="alert">${this.#word}</span>`}
      </div>`;
  }

  override updated(): void {
    this.#workings?.rendered();
  }

  #on(use: InputUse): void {
    // These take back a submission that waits for the workings; afterwards the session sees to it.
    if (!this.#workings && (use === 'edit' || use === 'reset')) {
      this.#gate.cancel();
      this.#say('');
    }
    void this.#withWorkings((workings) => {
      workings.on(use);
    });
  }

  #say(word: string): void {
    if (word !== this.#word) this.requestUpdate();
    this.#word = word;
  }

  /**
   * Does something with the workings, which are loaded at the first sign of use; undefined when they cannot be loaded.
   * What is asked for while they load is done afterwards, in the order in which it was asked for.
   */
  async #withWorkings<T>(act: (workings: Workings) => T | Promise<T>): Promise<T | undefined> {
    if (!this.#workings) {
      this.#loading ??= this.#load();
      await this.#loading;
    }
    return this.#workings ? act(this.#workings) : undefined;
  }

  async #load(): Promise<void> {
    try {
      const { Workings } = await import('./workings.js');
      this.#workings = new Workings(this, this.#internals, {
        write: (value) => {
          this.#field.write(value);
        },
        release: (send, value) => {
          this.#gate.release(send, value);
        },
        cancel: () => {
          // What the workings first learn of the value is none of an edit.
          if (!this.#early) this.#gate.cancel();
        },
      });
    } catch {
      // The connection failed. Chromium remembers that of a module for as long as the page lives, and a bundler must see
      // the plain import: there only the build for script tags tries again (`rollup.config.mjs`).
      this.#loading = null;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'email-verify': EmailVerifyElement;
  }
}
