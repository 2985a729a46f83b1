import { LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { OVERRIDE_FIELD, RECEIPT_FIELD, type Verdict } from '../protocol/index.js';
import { Bubble } from './dom/bubble.js';
import { Description } from './dom/description.js';
import { HiddenField } from './dom/hidden-field.js';
import { InputController, type InputUse } from './dom/input.js';
import { Standing } from './dom/standing.js';
import { Target } from './dom/target.js';
import { Validity } from './dom/validity.js';
import type { AnswerChallenge } from './edge-client/challenge.js';
import { ask, prepare, recall } from './edge-client/check.js';
import {
  EmailVerifyErrorEvent,
  EmailVerifyFixEvent,
  EmailVerifyHoldEvent,
  EmailVerifySuggestionEvent,
  EmailVerifyVerdictEvent,
} from './events.js';
import { Field } from './field/field.js';
import { isFinal, isOverridable, overridden } from './field/judgement.js';
import { isQuiet, present, reason, type Presentation } from './field/presentation.js';
import { INITIAL, type Finding, type State } from './field/state.js';
import type { Reply } from './form/submission.js';
import { controlsOf } from './form/form.js';
import { SubmitController } from './form/submit-listener.js';
import { ENGLISH, type OwnMessages } from './languages/en.js';
import { Vocabulary, type Words } from './languages/words.js';
import { DEFAULTS, readOptions } from './options.js';
import { styles } from './styles.js';
import { VERSION } from './version.js';
import { view, type Choice } from './view.js';
import { warnOnce } from './warn-once.js';
import { within } from './within.js';

/** The registered name, and the states that `:state()` knows. */
const TAG = 'email-verify';
const STATES = ['checking', 'valid', 'invalid', 'risky', 'unknown', 'suggestion'];

/** What is seen of a field that nobody has come to. */
const NOTHING: Presentation = present(INITIAL, ENGLISH);

const text = { useDefault: true };
const milliseconds = { type: Number, useDefault: true };

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
 * @csspart row - The words about the field: in a line under it, or in the bubble.
 * @csspart message - The text of the words.
 * @csspart undo - The button that takes a fix back.
 * @csspart sign - The small sign over the end of the field: progress, a good verdict, a warning or an error.
 * @csspart bubble - The panel beside the field, in the top layer: the suggestion, and the words in the placement `bubble`.
 * @csspart suggestion-text - The text of the suggestion.
 * @csspart choices - The buttons of the suggestion.
 * @csspart accept - The button that takes the suggestion.
 * @csspart keep - The button that keeps what was typed.
 * @cssprop --email-verify-error-color - Colour of an error.
 * @cssprop --email-verify-warning-color - Colour of a warning.
 * @cssprop --email-verify-valid-color - Colour of a good verdict.
 * @cssprop --email-verify-muted-color - Colour of all other words in the line.
 * @cssprop --email-verify-surface - Background of the bubble.
 * @cssprop --email-verify-text - Colour of the bubble's text.
 * @cssprop --email-verify-accent - Colour of the buttons.
 * @cssprop --email-verify-radius - Roundness of the bubble.
 * @cssprop --email-verify-font-size - Size of the words.
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

  /**
   * Registers the element, unless something has done so already. Another version that is registered stays; the console says so.
   * @param tag the element's name.
   * @param registry where; a server that renders the page has none.
   */
  static define(
    tag = TAG,
    registry = (globalThis as { customElements?: CustomElementRegistry }).customElements,
  ): typeof EmailVerifyElement {
    const present = registry?.get(tag) as Partial<typeof EmailVerifyElement> | undefined;
    if (!present) registry?.define(tag, this);
    else if (present.version !== VERSION)
      warnOnce(`${VERSION} is not used: ${present.version ?? 'another element'} is registered as <${tag}> already.`);
    return this;
  }

  static override styles = styles;

  static override properties = {
    endpoint: text,
    htmlFor: { attribute: 'for', useDefault: true },
    placement: text,
    messageTarget: { attribute: 'message-target', useDefault: true },
    typos: text,
    validateOn: { attribute: 'validate-on', useDefault: true },
    debounce: milliseconds,
    timeout: milliseconds,
    hold: milliseconds,
    whenUnavailable: { attribute: 'when-unavailable', useDefault: true },
    block: text,
    warn: text,
    allowDomains: { attribute: 'allow-domains', useDefault: true },
    override: { type: Boolean, useDefault: true },
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
  /**
   * Where the words stand: `line`, under the field in the page's flow; `bubble`, in the top layer beside the field.
   * @default 'line'
   */
  declare placement: 'line' | 'bubble';
  /**
   * The id of a node of the page that shows errors and warnings in place of the element, such as a framework's error line.
   * @default ''
   */
  declare messageTarget: string;
  /**
   * How typos are handled: `fix` corrects obvious ones when the field is left, `suggest` only asks, `off` does nothing.
   * @default 'fix'
   */
  declare typos: 'fix' | 'suggest' | 'off';
  /**
   * When the address is checked: while the person types, when the field is left, or when the form is sent.
   * @default 'input'
   */
  declare validateOn: 'input' | 'blur' | 'submit';
  /**
   * Milliseconds after the last key until the address is checked.
   * @default 400
   */
  declare debounce: number;
  /**
   * Milliseconds that a check may take.
   * @default 5000
   */
  declare timeout: number;
  /**
   * Milliseconds that a submission may be held.
   * @default 3000
   */
  declare hold: number;
  /**
   * Whether a submission passes when the address could not be checked.
   * @default 'allow'
   */
  declare whenUnavailable: 'allow' | 'block';
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
  /** Messages in place of the element's own, before those of templates: by name, or by a code of a verdict. */
  declare messages: OwnMessages;
  /** Answers a CAPTCHA that the edge asks for, where no listener of `email-verify-challenge` does. */
  declare challenge: AnswerChallenge | undefined;

  readonly #options = readOptions(this);
  readonly #found: InputController;
  readonly #form: SubmitController;
  readonly #field: Field;
  readonly #description = new Description(this);
  readonly #validity = new Validity();
  readonly #receipt = new HiddenField(this, RECEIPT_FIELD);
  readonly #override = new HiddenField(this, OVERRIDE_FIELD);
  readonly #target = new Target();
  readonly #bubble = new Bubble(this);
  readonly #standing = new Standing(this);
  readonly #vocabulary: Vocabulary;
  /** Those who wait for the present value's finding. */
  readonly #waiting = new Set<() => void>();
  #words: Words = { messages: ENGLISH, lang: null };
  #seen = NOTHING;
  /** What the person has closed by Escape. */
  #dismissed: Presentation | null = null;
  #isConnected = false;
  #internals: ElementInternals | null = null;

  constructor() {
    super();
    Object.assign(this, DEFAULTS, { messages: {} });
    this.#found = new InputController(this, (use) => {
      this.#onUse(use);
    });
    this.#form = new SubmitController(this);
    this.#vocabulary = new Vocabulary(this, () => {
      this.#show(this.#field.state);
    });
    this.#field = new Field({
      options: this.#options,
      check: (email, signal) => ask(this, email, signal, this.#options.timeout),
      write: (value) => {
        this.#found.write(value);
      },
      changed: (state, before) => {
        this.#show(state, before);
      },
      found: (finding, detail) => {
        this.#tell(finding, detail);
      },
      mayFix: (from, to) => !this.#found.unavailable && this.stage.dispatchEvent(new EmailVerifyFixEvent(from, to)),
      release: (send) => {
        this.#form.release(send, this.#field.state.value);
      },
      cancel: () => {
        this.#form.cancel();
      },
    });
  }

  /** The author's input, or null while there is none. Setting it binds the element to this very input, wherever it stands. */
  get input(): HTMLInputElement | null {
    return this.#found.input;
  }
  set input(input: HTMLInputElement | null) {
    this.#found.bind(input);
  }

  /**
   * Checks the present value, if that has not been done.
   * @returns {Promise<Verdict | null>} the verdict; null when the field is empty or its value changes meanwhile.
   */
  async check(): Promise<Verdict | null> {
    return (await this.#settled())?.verdict ?? null;
  }

  /**
   * Gives the receipt for the present value, checking it first if need be: for pages that send their data by themselves.
   * @param options.timeout milliseconds to wait for it; `hold` by default.
   * @returns {Promise<string | null>} the receipt, or null when there is none in time.
   */
  async receipt({ timeout = this.#options.hold }: { timeout?: number } = {}): Promise<string | null> {
    return (await within(timeout, this.#settled()))?.receipt ?? null;
  }

  /** Forgets what was found, as a form's reset does. The input's value stays. */
  reset(): void {
    this.#onUse('reset');
  }

  /**
   * Stands at the end of the input's tree, for as long as the input is in the page.
   * @internal
   */
  standApart(input: HTMLInputElement): void {
    this.toggleAttribute('apart', true);
    this.#found.bind(input);
    this.#standing.start(input);
  }

  /** @internal */
  use(use: 'focus' | 'edit' | 'leave'): void {
    this.#found.use(use);
  }

  /** @internal */
  get isApart(): boolean {
    return this.hasAttribute('apart');
  }

  /** Where events are dispatched, so that listeners around the field hear them. @internal */
  get stage(): EventTarget {
    return this.isApart ? (this.input ?? this) : this;
  }

  /** The element whose language is spoken. @internal */
  get speaker(): Element {
    return this.isApart && !this.lang ? (this.input ?? this) : this;
  }

  /** @internal */
  get controls(): HTMLElement[] {
    return this.input?.form ? controlsOf(this.input.form) : [];
  }

  /** @internal */
  get exempt(): boolean {
    return this.#found.unavailable || this.#found.prefilled;
  }

  /** @internal */
  get unverified(): boolean {
    const { value, finding } = this.#field.state;
    return Boolean(this.endpoint) && this.#value() !== '' && (value !== this.#value() || finding === null);
  }

  /** @internal */
  onSubmit(submitter: HTMLElement | null, waitedMs: number): Reply {
    const { input } = this;
    if (!input) return 'pass';
    if (this.#found.prefilled) {
      // The server has written the form again: its address keeps the receipt that it had.
      const known = recall(this, this.#value());
      if (known?.ok && known.verdict.status === 'valid') this.#field.know(this.#value(), known);
      return 'pass';
    }
    if (this.#found.unavailable) {
      // It stands in a step that is not at hand: the page hears of it, and the person is not held up.
      const { finding, value } = this.#field.state;
      if (finding && value === this.#value()) this.#tell(finding, '');
      else if (input.willValidate) this.#field.check(this.#value());
      return 'pass';
    }
    this.#description.attach(input);
    const wasHeld = this.#field.state.held;
    const answer = this.#field.submit(this.#value(), waitedMs);
    if (answer !== 'hold' || wasHeld || this.stage.dispatchEvent(new EmailVerifyHoldEvent(submitter))) return answer;
    this.#field.letGo();
    return 'pass';
  }

  /** @internal */
  onLetGo(): void {
    this.#field.letGo();
  }

  /** @internal */
  onSend(): void {
    if (!this.input) return;
    this.#receipt.place(this.input);
    this.#override.place(this.input);
  }

  /** @internal */
  onFormData(data: FormData): void {
    this.#receipt.addTo(data);
    this.#override.addTo(data);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.#isConnected) {
      this.#isConnected = true;
      this.#form.connect();
      this.#found.connect();
    } else {
      this.#found.watch();
      // Out of the page, a popover is closed.
      this.requestUpdate();
    }
    // A snapshot of the page, restored, holds one that has lost its input.
    if (this.isApart && !this.input) this.remove();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A framework moves nodes by taking them away and putting them back.
    queueMicrotask(() => {
      this.#standing.update();
      if (this.isConnected || !this.#isConnected) return;
      this.#isConnected = false;
      this.#form.disconnect();
      this.#found.disconnect();
      this.#bubble.close();
    });
  }

  /**
   * The slot is there at once: what is wrapped can be focused in the very turn in which it is inserted. So is the room that is kept
   * for the line; what stands in it is drawn at the first use.
   */
  protected override createRenderRoot(): HTMLElement {
    const room = document.createElement('div');
    room.className = 'room';
    super.createRenderRoot().append(document.createElement('slot'), room);
    return room;
  }

  /** A framework that has no value for an option may set null. */
  override requestUpdate(name?: PropertyKey, ...change: unknown[]): void {
    if (name && name in DEFAULTS && Reflect.get(this, name) == null)
      Reflect.set(this, name, Reflect.get(DEFAULTS, name));
    super.requestUpdate(name, ...change);
  }

  /** A page may have many fields that nobody comes to: they cost no drawing. */
  protected override shouldUpdate(changed: PropertyValues): boolean {
    if (changed.has('htmlFor') && this.#isConnected) this.#found.watch();
    (this.renderRoot as HTMLElement).className = this.#isInBubble ? 'room' : 'flow';
    return this.hasUpdated || this.#found.isUsed || this.#seen !== NOTHING;
  }

  /**
   * A line that appears between the press of a button and its release moves the button away, and the click is lost: what is
   * drawn waits until the press is over.
   */
  protected override scheduleUpdate(): Promise<void> | undefined {
    const draw = (): void => {
      void super.scheduleUpdate();
    };
    const { press } = this.#found;
    if (press) return press.then(draw);
    draw();
    return undefined;
  }

  override render(): TemplateResult {
    this.#seen = this.#present();
    return view(this.#seen, this.#text(), this.#isInBubble, this.#words, (choice) => {
      this.#choose(choice);
    });
  }

  override updated(): void {
    const { tone, suggestion, fixed } = this.#seen;
    const hasSign = tone !== 'none';
    const words = this.#isInBubble && this.#dismissed !== this.#seen && (this.#text() || fixed);
    this.#bubble.update(hasSign, suggestion !== null || Boolean(words));
    this.#tellInput();
  }

  get #isInBubble(): boolean {
    return this.placement === 'bubble' || this.isApart;
  }

  /** The words, less those that a node of the page shows. */
  #text(): string {
    const { text } = this.#seen;
    return this.#target.update(this.input, this.messageTarget, text) ? '' : text;
  }

  #onUse(use: InputUse): void {
    const { input } = this;
    if (use === 'replace') {
      this.#forgetInput();
      return;
    }
    if (use === 'change-availability') {
      this.#onAvailability();
      return;
    }
    if (use === 'reset') {
      this.#field.reset(this.#value());
      return;
    }
    if (!input?.willValidate) return;
    if (use === 'focus') {
      this.requestUpdate();
      this.#dismissed = null;
      prepare(this);
      this.#vocabulary.read();
      this.#bubble.prepare();
      this.#standing.update();
      return;
    }
    // The first interaction (a focus may be the page's own): the page's hydration is done, and the light DOM may be added to.
    if (this.#found.isLive) this.#description.attach(input);
    if (use === 'edit') this.#field.edit(this.#value());
    else if (use === 'leave' || this.#validity.blocking) this.#field.leave(this.#value());
  }

  /** Another input counts, or none: nothing of ours stays at the old one. */
  #forgetInput(): void {
    this.#description.detach();
    this.#validity.clear();
    this.#receipt.set(null);
    this.#override.set(null);
    this.#target.update(null, null, '');
    this.#bubble.close();
    // What was typed before the element came is an edit of what the server sent.
    this.#field.reset(this.#found.prefilled ? this.#value() : '');
  }

  #onAvailability(): void {
    const { state } = this.#field;
    if (!this.#found.unavailable) {
      if (state.value) this.#field.edit(this.#value());
    } else if (state.held) {
      this.#field.letGo();
      this.#form.release(true, state.value);
    }
    this.#show(this.#field.state, state);
  }

  /** One of the buttons was pressed: the person goes on where they were. */
  #choose(choice: Choice): void {
    this.#field[choice]();
    this.input?.focus();
  }

  /**
   * Words that were read make room; the sign stays, and they come back with the focus. A suggestion waits for its answer.
   * @internal
   */
  onGoOn(): void {
    if (this.#seen.suggestion !== null) return;
    this.#dismissed = this.#seen;
    this.requestUpdate();
  }

  /** @internal */
  onEscape(): void {
    if (this.#seen.suggestion !== null) this.#field.keep();
    this.#dismissed = this.#seen;
    this.requestUpdate();
  }

  /** The input's value. Nothing but space is nothing, unless the form asks for something. */
  #value(): string {
    const { value = '', required } = this.input ?? {};
    return required || value.trim() ? value : '';
  }

  /** The state, as far as it is seen. */
  get #shown(): State {
    const { state } = this.#field;
    // Whether it can be seen costs a layout: a page may have many fields that nobody has come to.
    return state.phase !== 'idle' && this.#found.unavailable ? INITIAL : state;
  }

  /** Puts the present state into words. While those are loaded, nothing is said; what is done does not wait for them. */
  #present(): Presentation {
    const state = this.#shown;
    if (isQuiet(state)) return NOTHING;
    const words = this.#vocabulary.read();
    if (!words) return NOTHING;
    this.#words = words;
    const next = present(state, words.messages);
    // An object for each thing that is seen, so that one which was closed stays closed.
    return JSON.stringify(next) === JSON.stringify(this.#seen) ? this.#seen : next;
  }

  /** Checks the present value; null when there is none, or the person changes it meanwhile. */
  async #settled(): Promise<Finding | null> {
    this.#field.check(this.#value());
    const { phase, value, run } = this.#field.state;
    if (phase === 'idle') return null;
    if (phase !== 'settled') await new Promise<void>((resolve) => this.#waiting.add(resolve));
    const { state } = this.#field;
    if (state.run === run) return state.finding;
    // A typo that is fixed meanwhile is the same address to the person.
    return state.fix?.from === value ? this.#settled() : null;
  }

  /** Says it to assistive technology, and tells the form whether the address is blocked. */
  #tellInput(): void {
    const state = this.#shown;
    const { input } = this;
    if (input && this.#seen.said.length) this.#description.attach(input);
    this.#description.update(this.#seen.said, this.#seen.invalid, this.#words.lang);
    // An invalid control would fire no `submit` for the second press, which passes.
    const blocks = state.finding && isFinal(state.finding) && !(this.#options.override && isOverridable(state.finding));
    if (input) this.#validity.update(input, blocks ? reason(state, this.#words.messages) : '');
  }

  /** Brings everything up to date that must not wait for a rendering: a held form is sent in the same turn. */
  #show(state: State, before: State = state): void {
    if (state.phase === 'settled' || state.run !== before.run) {
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    }
    const seen = this.#seen;
    this.#seen = this.#present();
    const { suggestion } = this.#seen;
    if (suggestion !== null && suggestion !== seen.suggestion) {
      const wanted = this.stage.dispatchEvent(new EmailVerifySuggestionEvent(state.value, suggestion));
      if (!wanted) this.#field.keep();
      // This state is past, or the page has changed the value meanwhile: what came of that is shown already.
      if (this.#field.state !== state) return;
    }
    this.#tellInput();
    const { finding, override } = state;
    this.#receipt.set(finding?.receipt ?? null);
    this.#override.set(finding && override === 'taken' ? overridden(finding) : null);
    this.#mark(this.#shown);
    // Most keys change nothing that is seen.
    if (this.#seen !== seen) this.requestUpdate();
  }

  #mark({ phase, finding }: State): void {
    const { states } = (this.#internals ??= this.attachInternals());
    for (const name of STATES) {
      const on = [phase, finding?.verdict.status, this.#seen.suggestion !== null && 'suggestion'].includes(name);
      try {
        states[on ? 'add' : 'delete'](name);
      } catch {
        // Chromium before 125 takes dashed idents only: there the states are not to be had.
      }
    }
  }

  #tell({ verdict, decision, receipt, failure }: Finding, detail: string): void {
    this.stage.dispatchEvent(new EmailVerifyVerdictEvent(verdict, decision, receipt));
    if (failure && failure !== 'unchecked') this.stage.dispatchEvent(new EmailVerifyErrorEvent(failure, detail));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'email-verify': EmailVerifyElement;
  }
}
