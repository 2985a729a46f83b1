import { LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { DEFAULT_POLICY, type Policy, type Verdict } from '../protocol/index.js';
import { createClient, type Answer, type Client } from './client.js';
import { Description } from './controllers/description.js';
import { Gate } from './controllers/gate.js';
import { InputController, type InputHost } from './controllers/input.js';
import { Panel } from './controllers/panel.js';
import { ReceiptField } from './controllers/receipt-field.js';
import { Validity } from './controllers/validity.js';
import {
  EmailVerifyCheckEvent,
  EmailVerifyErrorEvent,
  EmailVerifyFixEvent,
  EmailVerifyHoldEvent,
  EmailVerifySuggestionEvent,
  EmailVerifyVerdictEvent,
} from './events.js';
import { INITIAL, type Finding, type State } from './machine.js';
import { ENGLISH, type Messages } from './messages.js';
import { present, reason, type Presentation } from './present.js';
import { Session, type SessionOptions } from './session.js';
import { styles } from './styles.js';
import { view } from './view.js';

const STATES = ['checking', 'valid', 'invalid', 'risky', 'unknown', 'suggestion'];

/** An attribute that holds a number of milliseconds. */
const milliseconds = { type: Number };

/** An attribute that holds words, separated by spaces or commas. */
const list = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/**
 * Wraps a sign-up form's own `<input type="email">`: fixes obvious slips, checks the address while the person types,
 * shows the verdict and 'did you mean', holds the form until the verdict is there and sends it once.
 *
 * @tagname email-verify
 * @slot - The author's label and input; they stay in the page's own tree.
 * @slot message - The node that assistive technology reads; made by the element.
 * @fires {EmailVerifyCheckEvent} email-verify-check - Before an address is checked; cancelable; `respondWith()` answers it.
 * @fires {EmailVerifyVerdictEvent} email-verify-verdict - A verdict stands.
 * @fires {EmailVerifySuggestionEvent} email-verify-suggestion - A suggestion is shown; cancelable.
 * @fires {EmailVerifyFixEvent} email-verify-fix - An obvious slip is about to be changed; cancelable.
 * @fires {EmailVerifyHoldEvent} email-verify-hold - A submission is about to be held; cancelable.
 * @fires {EmailVerifyErrorEvent} email-verify-error - The address could not be checked.
 * @csspart row - The line under the field.
 * @csspart icon - Its sign.
 * @csspart message - Its text.
 * @csspart undo - The button that takes a fix back.
 * @csspart suggestion - The panel with the suggestion.
 * @csspart suggestion-text - The panel's text.
 * @csspart use - The button that takes the suggestion.
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
 * @cssstate checking - The address is being checked.
 * @cssstate valid - Mail can be delivered.
 * @cssstate invalid - Mail cannot be delivered.
 * @cssstate risky - Mail may not arrive.
 * @cssstate unknown - It could not be found out.
 * @cssstate suggestion - A suggestion is shown.
 */
export class EmailVerifyElement extends LitElement implements InputHost {
  static override styles = styles;

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
    messages: { attribute: false },
  };

  /** The edge's address, such as `https://verify.example/verify/`. Without it only what needs no network is checked. */
  declare endpoint: string;
  /** The id of an input that is not inside the element. */
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
  /** Statuses, qualities and codes that block, separated by spaces. */
  declare block: string;
  /** Statuses, qualities and codes that warn, separated by spaces. */
  declare warn: string;
  /** Domains whose addresses are always allowed, separated by spaces. */
  declare allowDomains: string;
  /** Words in place of the element's own. */
  declare messages: Partial<Messages>;

  readonly #internals = this.attachInternals();
  readonly #description = new Description(this);
  readonly #validity = new Validity();
  readonly #receipt = new ReceiptField(this);
  readonly #panel = new Panel();
  readonly #waiting = new Set<() => void>();
  readonly #session: Session;
  readonly #field: InputController;
  readonly #gate: Gate;
  #client: { endpoint: string; client: Client } | null = null;
  #view: Presentation = present(INITIAL, ENGLISH);

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
    const session = (this.#session = new Session({
      options: () => this.#options(),
      check: (email, signal) => this.#ask(email, signal),
      loadTypos: async () => (await import('./typos.js')).suggest,
      write: (value) => {
        this.#field.write(value);
      },
      changed: (state, before) => {
        this.#show(state, before);
      },
      found: (finding, detail) => {
        this.#tell(finding, detail);
      },
      mayFix: (from, to) => this.dispatchEvent(new EmailVerifyFixEvent(from, to)),
      release: (send) => {
        this.#gate.release(send);
        if (!send) this.input?.focus();
      },
    }));
    this.#field = new InputController(this, {
      prepare: () => {
        this.#begin();
        session.prepare();
        this.#clientFor()?.prepare();
      },
      edit: (value) => {
        this.#begin();
        session.edit(value);
      },
      leave: (value) => {
        session.leave(value);
      },
      reset: (value) => {
        session.reset(value);
      },
      escape: () => this.#escape(),
      invalid: () => {
        if (this.#validity.blocking) session.submit(this.input?.value ?? '');
      },
    });
    this.#gate = new Gate(this);
    for (const controller of [this.#field, this.#gate, this.#description, this.#validity, this.#receipt, this.#panel]) {
      this.addController(controller);
    }
  }

  /** The author's input, or null while there is none. */
  get input(): HTMLInputElement | null {
    return this.#field.input;
  }

  /**
   * Checks the present value, if that has not been done.
   * @returns the verdict; null when the field is empty or its value changes meanwhile.
   */
  async check(): Promise<Verdict | null> {
    this.#session.check(this.input?.value ?? '');
    return (await this.#settled())?.verdict ?? null;
  }

  /**
   * Gives the receipt for the present value, checking it first if need be: for pages that send their data by themselves.
   * @param options.timeout milliseconds to wait for it; `hold` by default.
   * @returns the receipt, or null when there is none in time.
   */
  async receipt({ timeout = this.hold }: { timeout?: number } = {}): Promise<string | null> {
    this.#session.check(this.input?.value ?? '');
    const late = new Promise<null>((resolve) => setTimeout(resolve, timeout, null));
    return (await Promise.race([this.#settled(), late]))?.receipt ?? null;
  }

  /** Forgets what was found, as a form's reset does. The input's value stays. */
  reset(): void {
    this.#session.reset(this.input?.value ?? '');
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#session.dispose();
  }

  /** @internal */
  onInput(input: HTMLInputElement | null): void {
    this.#session.reset(input?.value ?? '');
  }

  /** @internal */
  onSubmit(input: HTMLInputElement, submitter: HTMLElement | null): 'pass' | 'block' | 'hold' {
    this.#begin();
    const wasHeld = this.#session.state.held;
    const answer = this.#session.submit(input.value);
    if (answer === 'block') input.focus();
    if (answer !== 'hold' || wasHeld || this.dispatchEvent(new EmailVerifyHoldEvent(submitter))) return answer;
    this.#session.letGo();
    return 'pass';
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('htmlFor') && this.isConnected) this.#field.watch();
  }

  override render(): TemplateResult {
    return view(this.#view, this.#session.state.fix !== null, this.#words(), {
      use: () => {
        this.#act('accept');
      },
      keep: () => {
        this.#act('keep');
      },
      undo: () => {
        this.#act('undo');
      },
      escape: () => this.#escape(),
    });
  }

  override updated(): void {
    this.#panel.update(this.renderRoot, this.input, this.#view.suggestion !== null);
  }

  /** The first interaction: from here on the page's own hydration is done, and the light DOM may be added to. */
  #begin(): void {
    if (this.input) this.#description.attach(this.input);
  }

  /** A choice was made by one of the buttons: the person goes on where they were. */
  #act(choice: 'accept' | 'keep' | 'undo'): void {
    this.#session[choice]();
    this.input?.focus();
  }

  #escape(): boolean {
    if (this.#view.suggestion === null) return false;
    this.#act('keep');
    return true;
  }

  #options(): SessionOptions {
    const policy: Policy = { block: list(this.block), warn: list(this.warn), allowDomains: list(this.allowDomains) };
    return {
      typos: this.typos,
      validateOn: this.validateOn,
      debounceMs: this.debounce,
      timeoutMs: this.timeout,
      holdMs: this.hold,
      onUnavailable: this.onUnavailable,
      policy,
    };
  }

  #words(): Messages {
    return { ...ENGLISH, ...this.messages };
  }

  #clientFor(): Client | null {
    const { endpoint } = this;
    if (!endpoint) return null;
    if (this.#client?.endpoint !== endpoint) {
      this.#client = { endpoint, client: createClient(endpoint, document.baseURI) };
    }
    return this.#client.client;
  }

  async #ask(email: string, signal: AbortSignal): Promise<Answer> {
    const event = new EmailVerifyCheckEvent(email, signal);
    const wanted = this.dispatchEvent(event);
    try {
      if (event.response) return { ok: true, verdict: await event.response, receipt: null };
      const client = wanted ? this.#clientFor() : null;
      return client ? await client.check(email, signal) : { ok: false, failure: 'unchecked', detail: '' };
    } catch (error) {
      return { ok: false, failure: 'refused', detail: String(error) };
    }
  }

  /** Brings everything that must not wait for a rendering up to date: a held form is sent in the same turn. */
  #show(state: State, before: State): void {
    const { input } = this;
    const shown = this.#view.suggestion;
    const words = this.#words();
    this.#view = present(state, words);
    const { suggestion } = this.#view;
    if (suggestion !== null && suggestion !== shown) {
      const wanted = this.dispatchEvent(new EmailVerifySuggestionEvent(state.value, suggestion));
      if (!wanted) {
        this.#session.keep();
        return;
      }
    }
    this.#description.update(this.#view.announcement, this.#view.invalid);
    if (input) {
      this.#validity.update(input, state.finding?.decision === 'block' ? reason(state, words) : '');
      this.#receipt.update(input, state.finding?.receipt ?? null);
    }
    if (state.phase === 'settled' || state.run !== before.run) {
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    }
    this.#mark(state);
    this.requestUpdate();
  }

  #mark({ phase, finding }: State): void {
    for (const name of STATES) {
      const on =
        name === phase || name === finding?.verdict.status || (name === 'suggestion' && this.#view.suggestion !== null);
      try {
        this.#internals.states[on ? 'add' : 'delete'](name);
      } catch {
        // Chromium before 125 takes dashed idents only: there the states are not to be had.
      }
    }
  }

  #tell({ verdict, decision, receipt, failure }: Finding, detail: string): void {
    this.dispatchEvent(new EmailVerifyVerdictEvent(verdict, decision, receipt));
    if (failure && failure !== 'unchecked') this.dispatchEvent(new EmailVerifyErrorEvent(failure, detail));
  }

  /** Waits until a finding stands for the present value; null when there will be none. */
  async #settled(): Promise<Finding | null> {
    const { phase, run } = this.#session.state;
    if (phase === 'idle') return null;
    if (phase !== 'settled') await new Promise<void>((resolve) => this.#waiting.add(resolve));
    return this.#session.state.run === run ? this.#session.state.finding : null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'email-verify': EmailVerifyElement;
  }
}
