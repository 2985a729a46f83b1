import type { PropertyValues, TemplateResult } from 'lit';
import { OVERRIDE_FIELD, type Verdict } from '../protocol/index.js';
import { isBlocked, noteDecision } from './blocked-values.js';
import { DetachedHost } from './dom/detached-host.js';
import { HiddenField } from './dom/hidden-field.js';
import { InputController, type InputUse } from './dom/input.js';
import { ReceiptField } from './dom/receipt-field.js';
import { explain } from './debug/explain.js';
import { checkAddress, clientOrNull } from './edge-client/check.js';
import { EmailVerifyErrorEvent, EmailVerifyFixEvent, EmailVerifyHoldEvent, EmailVerifyVerdictEvent } from './events.js';
import { overrideReason, type Assessment } from './field/assessment.js';
import { Field } from './field/field.js';
import { INITIAL_STATE, type State } from './field/state.js';
import { controlsOf } from './form/native-form.js';
import type { SubmitReply } from './form/submission.js';
import { SubmitController } from './form/submit-listener.js';
import { OptionsElement } from './options-element.js';
import { readOptions } from './options.js';
import { Presenter } from './presenter.js';
import { styles } from './styles.js';
import { warnOnce } from './warn-once.js';
import { within } from './within.js';

const TAG = 'email-verify';

/**
 * Wraps a sign-up form's own `<input type="email">`: fixes obvious typos, checks the address while the person types, shows the
 * verdict and 'did you mean', holds the form until there is a verdict, and sends it once.
 *
 * Messages are in the language of the nearest `lang`, if there is a pack for it, else in English. A page's own messages are set by
 * the property `messages`, or as text in `<template data-message="invalid">` inside the element.
 *
 * @tagname email-verify
 * @slot - The author's label and input; they stay in the light DOM.
 * @slot message - The live region that assistive technology reads; made by the element.
 * @fires {EmailVerifyCheckEvent} email-verify-check - Before an address is checked; cancelable; `respondWith()` answers it.
 * @fires {EmailVerifyVerdictEvent} email-verify-verdict - The address has a verdict.
 * @fires {EmailVerifySuggestionEvent} email-verify-suggestion - A suggestion is about to be shown; cancelable.
 * @fires {EmailVerifyFixEvent} email-verify-fix - An obvious typo is about to be fixed; cancelable.
 * @fires {EmailVerifyHoldEvent} email-verify-hold - A submission is about to be held; cancelable.
 * @fires {EmailVerifyChallengeEvent} email-verify-challenge - The edge asks for a CAPTCHA before addresses are checked; cancelable;
 * `respondWith()` answers it.
 * @fires {EmailVerifyErrorEvent} email-verify-error - The address could not be checked.
 * @csspart row - The message: in a line under the field, or in the bubble.
 * @csspart message - The message's text.
 * @csspart undo - The button that undoes a fix.
 * @csspart sign - The small icon over the end of the field: progress, valid, a warning or an error.
 * @csspart bubble - The panel beside the field, in the top layer: the suggestion, and messages in the placement `bubble`.
 * @csspart suggestion-text - The suggestion's text.
 * @csspart choices - The suggestion's buttons.
 * @csspart accept - The button that accepts the suggestion.
 * @csspart keep - The button that keeps the typed address.
 * @cssprop --email-verify-error-color - Colour of an error.
 * @cssprop --email-verify-warning-color - Colour of a warning.
 * @cssprop --email-verify-valid-color - Colour of a valid address.
 * @cssprop --email-verify-muted-color - Colour of all other text in the line.
 * @cssprop --email-verify-surface - Background of the bubble.
 * @cssprop --email-verify-text - Colour of the bubble's text.
 * @cssprop --email-verify-accent - Colour of the buttons.
 * @cssprop --email-verify-radius - Border radius of the bubble.
 * @cssprop --email-verify-font-size - Font size of messages.
 * @cssprop --email-verify-line-size - Space reserved for the line under the field, so that nothing moves when it appears.
 * @cssstate checking - The address is being checked.
 * @cssstate valid - Mail can be delivered.
 * @cssstate invalid - Mail cannot be delivered.
 * @cssstate risky - Mail may not arrive.
 * @cssstate unknown - The address could not be verified.
 * @cssstate suggestion - A suggestion is shown.
 */
export class EmailVerifyElement extends OptionsElement {
  /** The package's version. */
  static readonly version: string = '0.1.0';

  /**
   * Registers the element, unless that has been done. If another version is registered, it stays, and the console says so.
   * @param tag the element's name.
   * @param registry the registry; undefined on a server.
   */
  static define(
    tag = TAG,
    registry = (globalThis as { customElements?: CustomElementRegistry }).customElements,
  ): typeof EmailVerifyElement {
    const registered = registry?.get(tag) as Partial<typeof EmailVerifyElement> | undefined;
    if (!registered) registry?.define(tag, this);
    else if (registered.version !== this.version)
      warnOnce(`${this.version} is not used: ${registered.version ?? 'another element'} is registered as <${tag}>.`);
    return this;
  }

  /** @internal */
  static override styles = styles;

  readonly #options = readOptions(this);
  readonly #input = new InputController(this, (use) => {
    this.#onUse(use);
  });
  readonly #form = new SubmitController(this);
  readonly #field = new Field({
    options: this.#options,
    check: (email, signal) => checkAddress(this, email, signal, this.#options.timeout),
    write: (value) => {
      this.#input.write(value);
    },
    stateChanged: (state, before) => {
      this.#onStateChange(state, before);
    },
    assessed: (assessment, detail) => {
      noteDecision(this.#field.state.value, assessment.decision);
      this.#report(assessment, detail);
    },
    mayFix: (from, to) => !this.#input.unavailable && this.eventTarget.dispatchEvent(new EmailVerifyFixEvent(from, to)),
    release: (send) => {
      const { value } = this.#field.state;
      // When code has set another value meanwhile, the submission asks about that one.
      this.#form.release(send || value !== this.#input.value, value);
    },
    cancel: () => {
      this.#form.cancel();
    },
  });
  readonly #presenter = new Presenter(this, this.#input, this.#field);
  readonly #receipt = new ReceiptField(this);
  readonly #override = new HiddenField(this, OVERRIDE_FIELD);
  readonly #detachedHost = new DetachedHost(this);
  /** Resolve when the current value is settled or changed. */
  readonly #waiting = new Set<() => void>();
  #isConnected = false;
  #trace?: (state: State, before: State) => void;

  /** The author's input, or null while there is none. Setting it binds the element to that input, wherever it is. */
  get input(): HTMLInputElement | null {
    return this.#input.input;
  }
  set input(input: HTMLInputElement | null) {
    this.#input.bind(input);
  }

  /**
   * Checks the current value, unless that has been done.
   * @returns {Promise<Verdict | null>} the verdict; null when the field is empty or its value changes meanwhile.
   */
  async check(): Promise<Verdict | null> {
    return (await this.#settled())?.verdict ?? null;
  }

  /**
   * Returns the receipt for the current value, which is checked first if need be: for pages that send their data by script.
   * @param options.timeout the longest wait, in milliseconds; `hold` by default.
   * @returns {Promise<string | null>} the receipt, or null when there is none in time.
   */
  async receipt({ timeout = this.#options.hold }: { timeout?: number } = {}): Promise<string | null> {
    return (await within(timeout, this.#settled()))?.receipt ?? null;
  }

  /** Forgets the verdict, as a form's reset does. The input's value stays. */
  reset(): void {
    this.#onUse('reset');
  }

  /**
   * Detaches the element from the layout: keeps it at the end of the input's tree, for as long as the input is in the page.
   * @internal
   */
  attachTo(input: HTMLInputElement): void {
    this.toggleAttribute('detached', true);
    this.#input.bind(input);
    this.#detachedHost.start(input);
  }

  /** @internal */
  use(use: 'focus' | 'edit' | 'leave'): void {
    this.#input.use(use);
  }

  /** @internal */
  get isDetached(): boolean {
    return this.hasAttribute('detached');
  }

  /** Where events are dispatched: at the input while detached, so that listeners around the field get them. @internal */
  get eventTarget(): EventTarget {
    return this.isDetached ? (this.input ?? this) : this;
  }

  /** The element whose language is used. @internal */
  get langSource(): Element {
    return this.isDetached && !this.lang ? (this.input ?? this) : this;
  }

  /** @internal */
  get controls(): HTMLElement[] {
    return this.input?.form ? controlsOf(this.input.form) : [];
  }

  /** @internal */
  get isPrefilled(): boolean {
    return this.#input.prefilled;
  }

  /** @internal */
  get isUnverified(): boolean {
    const { value, prefilled, unavailable } = this.#input;
    const { state } = this.#field;
    if (!this.endpoint || !value || prefilled || unavailable) return false;
    return state.value !== value || state.assessment === null;
  }

  /** @internal */
  onSubmit(submitter: HTMLElement | null, waitedMs: number): SubmitReply {
    const { input } = this;
    const { value } = this.#input;
    if (!input) return 'pass';
    this.#receipt.expire();
    // A page that disables its fields after the press has them enabled for a replay.
    this.#input.look();
    if (this.#input.prefilled) {
      // The server or a framework has rendered the form again: the address keeps its verdict and its receipt.
      const cached = clientOrNull(this)?.cached(value);
      if (cached) this.#field.useResult(value, cached);
      if (this.#isLeftAlone) return 'pass';
    }
    if (this.#input.unavailable) {
      // The person cannot correct a hidden or disabled field: it is checked and reported, but holds nothing up.
      const { state } = this.#field;
      if (state.assessment && state.value === value) this.#report(state.assessment, '');
      else if (input.willValidate) this.#field.check(value);
      return 'pass';
    }
    this.#presenter.attach(input);
    const wasHeld = this.#field.state.held;
    const reply = this.#field.submit(value, waitedMs);
    if (reply !== 'hold' || wasHeld || this.eventTarget.dispatchEvent(new EmailVerifyHoldEvent(submitter)))
      return reply;
    this.#field.endHold();
    return 'pass';
  }

  /** @internal */
  endHold(): void {
    this.#field.endHold();
    // Code may have set a value that no submission asks about any more.
    if (this.#field.state.phase !== 'idle' && !this.#input.prefilled) this.#onAssign();
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

  /**
   * Gives `debug`, which is loaded late, what has happened so far and each change from now on.
   * @internal
   */
  trace(changed: (state: State, before: State) => void): void {
    this.#trace = changed;
    changed(this.#field.state, INITIAL_STATE);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.#isConnected) {
      this.#isConnected = true;
      this.#form.connect();
      // The popovers were closed when the element left the page.
    } else this.requestUpdate();
    this.#input.watch();
    // A restored snapshot of the page may hold a detached element without its input.
    if (this.isDetached && !this.input) this.remove();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A framework moves a node by removing and inserting it.
    queueMicrotask(() => {
      this.#detachedHost.update();
      if (this.isConnected || !this.#isConnected) return;
      this.#isConnected = false;
      this.#input.disconnect();
      this.#form.disconnect();
      this.#presenter.close();
    });
  }

  /**
   * Adds the slot at once, so that what is wrapped can be focused in the turn in which it is inserted, and the space that is reserved for
   * the line. The rest is rendered at the first use.
   * @internal
   */
  protected override createRenderRoot(): HTMLElement {
    const room = document.createElement('div');
    room.className = 'room';
    super.createRenderRoot().append(document.createElement('slot'), room);
    // Without constructable stylesheets lit would render before its `<style>`, which is not in this node.
    this.renderOptions.renderBefore = null;
    return room;
  }

  /**
   * Renders nothing before the first use: a page may have many fields.
   * @internal
   */
  protected override shouldUpdate(changed: PropertyValues): boolean {
    if (changed.has('htmlFor') && this.#isConnected) this.#input.watch();
    if (changed.has('receiptTarget')) this.#receipt.update();
    if (this.debug) void explain(this);
    (this.renderRoot as HTMLElement).className = this.#presenter.isInBubble ? 'room' : 'flow';
    return this.hasUpdated || this.#input.isUsed || !this.#presenter.isBlank;
  }

  /**
   * Waits while a mouse button is pressed: a line that appears would move the pressed button away, and the click would be lost.
   * @internal
   */
  protected override scheduleUpdate(): Promise<void> | undefined {
    const update = (): void => {
      void super.scheduleUpdate();
    };
    const { press } = this.#input;
    if (press) return press.then(update);
    update();
    return undefined;
  }

  /** @internal */
  override render(): TemplateResult {
    return this.#presenter.render();
  }

  /** @internal */
  override updated(): void {
    this.#presenter.rendered();
  }

  #onUse(use: InputUse): void {
    const { input, value } = this.#input;
    if (use === 'replace') {
      this.#form.handOver(this.#presenter.messages.unknown);
      // The server may render the address again before its verdict is known.
      const { state } = this.#field;
      if (state.phase === 'checking') noteDecision(state.value, 'block');
      this.#presenter.detach();
      this.#receipt.set(null);
      this.#override.set(null);
      // Text typed before the element was loaded is an edit of the server's value.
      this.#field.reset(this.#input.prefilled ? value : '');
    } else if (use === 'availability') this.#onAvailability();
    else if (use === 'assign') this.#onAssign();
    else if (use === 'reset') this.#field.reset(value);
    else if (input?.willValidate) {
      if (use === 'focus') {
        this.requestUpdate();
        clientOrNull(this)?.prefetchToken();
        this.#presenter.prepare();
        this.#detachedHost.update();
        return;
      }
      // A focus may be the page's own. By the first edit the page is hydrated, and the light DOM may be added to.
      if (this.#input.isLive) this.#presenter.attach(input);
      if (use === 'edit') this.#field.edit(value);
      else if (this.#isSetWhileHeld || this.#isLeftAlone) return;
      else if (use === 'leave' || this.#presenter.isBlocking) this.#field.leave(value);
    }
  }

  #onAssign(): void {
    const { input } = this;
    // The form may be submitted next, in this task.
    this.#presenter.updateValidity();
    // Later, since a page's `submit` listener may tidy the value that is sent with its receipt.
    setTimeout(() => {
      if (this.input === input && !this.#isSetWhileHeld) this.#onUse('edit');
    }, 0);
  }

  /** True if the server filled in the value, nobody has changed it, and this page has not found that it is blocked. */
  get #isLeftAlone(): boolean {
    return this.#input.prefilled && !isBlocked(this.#input.value);
  }

  /**
   * True if the value was set with no event while a submission is held, which asks about it when it is released: an edit would
   * cancel the submission.
   */
  get #isSetWhileHeld(): boolean {
    return this.#form.isHeld && this.#input.value !== this.#field.state.value;
  }

  #onAvailability(): void {
    const { state } = this.#field;
    if (!this.#input.unavailable) {
      if (state.value) this.#field.edit(this.#input.value);
    } else if (state.held) {
      this.#field.endHold();
      this.#form.release(true, state.value);
    }
    this.#presenter.update();
  }

  /** Checks the current value. Null when there is none, or the person changes it meanwhile. */
  async #settled(): Promise<Assessment | null> {
    this.#receipt.expire();
    const isLater = this.#isSetWhileHeld;
    if (!isLater) this.#field.check(this.#input.value);
    const { phase, value, revision } = this.#field.state;
    if (phase === 'idle') return null;
    if (isLater || phase !== 'settled') await new Promise<void>((resolve) => this.#waiting.add(resolve));
    const { state } = this.#field;
    // A fixed typo is the same address to the person.
    if (isLater || (state.revision !== revision && state.fix?.from === value)) return this.#settled();
    return state.revision === revision ? state.assessment : null;
  }

  #onStateChange(state: State, before: State): void {
    this.#trace?.(state, before);
    if (state.phase === 'checking' || state.phase === 'settled') this.#input.watchValue();
    if (state.phase === 'settled' || state.revision !== before.revision) {
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    }
    if (!this.#presenter.update()) return;
    const { assessment, override } = state;
    this.#receipt.set(assessment?.receipt ?? null);
    this.#override.set(assessment && override === 'taken' ? overrideReason(assessment) : null);
  }

  /** Dispatches the verdict, and the error if there is one. */
  #report({ verdict, decision, receipt, failure }: Assessment, detail: string): void {
    this.eventTarget.dispatchEvent(new EmailVerifyVerdictEvent(verdict, decision, receipt));
    if (failure && failure !== 'unchecked') this.eventTarget.dispatchEvent(new EmailVerifyErrorEvent(failure, detail));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'email-verify': EmailVerifyElement;
  }
}
