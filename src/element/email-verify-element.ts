import type { PropertyValues, TemplateResult } from 'lit';
import { OVERRIDE_FIELD, type Verdict } from '../protocol/index.js';
import { isBlocked, noteDecision } from './blocked-values.js';
import { connectInTurn, connectNow } from './connect-queue.js';
import { hydrated } from './dom/description.js';
import { DetachedHost } from './dom/detached-host.js';
import { HiddenField } from './dom/hidden-field.js';
import { InputController, type InputUse } from './dom/input-controller.js';
import { ReceiptField } from './dom/receipt-field.js';
import { explain } from './debug/explain.js';
import { checkAddress, checkDomain, clientOrNull } from './edge-client/check.js';
import { EmailVerifyErrorEvent, EmailVerifyFixEvent, EmailVerifyHoldEvent, EmailVerifyVerdictEvent } from './events.js';
import { overrideReason, type Assessment } from './field/assessment.js';
import { Field } from './field/field.js';
import { INITIAL_STATE, type State } from './field/state.js';
import { controlsOf } from './form/native-form.js';
import type { SubmitReply } from './form/submission.js';
import { SubmitController } from './form/submit-listener.js';
import { nextTask } from './next-task.js';
import { OptionsElement } from './options-element.js';
import { outcomesLoader } from './outcomes/outcomes-loader.js';
import { Presenter } from './presenter.js';
import { styles } from './styles.js';
import { warnOnce } from './warn-once.js';
import { within } from './wait-at-most.js';

const TAG = 'email-verify';

/** The root that lit makes when it connects. */
interface Root {
  renderRoot?: HTMLElement;
}

/**
 * Wraps a sign-up form's own `<input type="email">`: fixes obvious typos, checks the address while the person types,
 * shows the verdict and 'did you mean', holds the form until there is a verdict, and sends it once.
 *
 * Messages are in the language of the nearest `lang`, if there is a pack for it, else in English. A page's own messages
 * are set by the property `messages`, or as text in `<template data-message="invalid">` inside the element.
 *
 * @tagname email-verify
 * @slot - The author's label and input; they stay in the light DOM.
 * @slot message - The live region that assistive technology reads; made by the element.
 * @fires {EmailVerifyCheckEvent} email-verify-check - Before an address is checked; cancelable; `respondWith()` answers
 * it.
 * @fires {EmailVerifyVerdictEvent} email-verify-verdict - The address has a verdict.
 * @fires {EmailVerifySuggestionEvent} email-verify-suggestion - A suggestion is about to be shown; cancelable.
 * @fires {EmailVerifyFixEvent} email-verify-fix - An obvious typo is about to be fixed; cancelable.
 * @fires {EmailVerifyHoldEvent} email-verify-hold - A submission is about to be held; cancelable.
 * @fires {EmailVerifyChallengeEvent} email-verify-challenge - The edge asks for a CAPTCHA before addresses are checked;
 * cancelable; `respondWith()` answers it.
 * @fires {EmailVerifyErrorEvent} email-verify-error - The address could not be checked.
 * @csspart row - The message: in a line under the field, or in the bubble.
 * @csspart message - The message's text.
 * @csspart undo - The button that undoes a fix.
 * @csspart sign - The small icon over the end of the field: progress, valid, a warning or an error.
 * @csspart bubble - The panel beside the field, in the top layer: the suggestion, and messages in the placement
 * `bubble`.
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
 * @cssprop --email-verify-line-size - Space reserved for the line under the field, so that nothing moves when it
 * appears.
 * @cssstate checking - The address is being checked.
 * @cssstate valid - The domain takes mail, and nothing speaks against the mailbox, if it was asked.
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

  readonly #input = new InputController(this, (use) => {
    this.#onUse(use);
  });
  readonly #form = new SubmitController(this);
  readonly #override = new HiddenField(this, OVERRIDE_FIELD);
  readonly #detachedHost = new DetachedHost(this);
  #ownField?: Field;
  #ownPresenter?: Presenter;
  #ownReceipt?: ReceiptField;
  /** Callbacks that resolve a waiting promise once the current value is settled or changed. */
  readonly #waiting = new Set<() => void>();
  #isConnected = false;
  readonly #traces = new Set<(state: State, before: State) => void>();
  readonly #outcomes = outcomesLoader(this);

  /** The parts below are made at their first use, since a page may have many fields. */
  get #field(): Field {
    return (this.#ownField ??= new Field({
      options: this.fieldOptions,
      check: (email, signal) => checkAddress(this, email, signal, this.fieldOptions.timeout),
      checkDomain: (email, signal) => checkDomain(this, email, signal, this.fieldOptions.timeout),
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
      mayFix: (from, to) =>
        !this.#input.unavailable && this.eventTarget.dispatchEvent(new EmailVerifyFixEvent(from, to)),
      release: (send) => {
        const { value } = this.#field.state;
        // If code has set another value meanwhile, the submission asks about that one.
        this.#form.release(send || value !== this.#input.value, value);
      },
      cancel: () => {
        this.#form.cancel();
      },
    }));
  }
  get #presenter(): Presenter {
    return (this.#ownPresenter ??= new Presenter(this, this.#input, this.#field));
  }
  get #receipt(): ReceiptField {
    return (this.#ownReceipt ??= new ReceiptField(this));
  }

  /** The author's input, or null without one. Setting it binds the element to that input, anywhere in the page. */
  get input(): HTMLInputElement | null {
    connectNow(this);
    return this.#input.input;
  }
  set input(input: HTMLInputElement | null) {
    connectNow(this);
    this.#input.bind(input);
  }

  /**
   * Checks the current value, unless it is checked already.
   * @returns {Promise<Verdict | null>} the verdict; null if the field is empty or its value changes meanwhile.
   */
  async check(): Promise<Verdict | null> {
    return (await this.#settled())?.verdict ?? null;
  }

  /**
   * Returns the receipt for the current value, which is checked first if necessary: for pages that send their data by
   * script.
   * @param options.timeout the longest wait, in milliseconds; `hold` by default.
   * @returns {Promise<string | null>} the receipt; null if there is none in time.
   */
  async receipt({ timeout = this.fieldOptions.hold }: { timeout?: number } = {}): Promise<string | null> {
    return (await within(timeout, this.#settled()))?.receipt ?? null;
  }

  /** Forgets the verdict, as a form's reset does. The input's value stays. */
  reset(): void {
    connectNow(this);
    this.#onUse('reset');
  }

  /**
   * Detaches the element from the layout: keeps it at the end of the input's tree, as long as the input is in the page.
   * @internal
   */
  attachTo(input: HTMLInputElement): void {
    this.toggleAttribute('detached', true);
    this.input = input;
    this.#detachedHost.start(input);
  }

  /** @internal */
  use(use: 'focus' | 'edit' | 'leave'): void {
    connectNow(this);
    this.#input.use(use);
  }

  /** @internal */
  get isDetached(): boolean {
    return this.hasAttribute('detached');
  }

  /**
   * True if the bubble shows the message.
   * @internal
   */
  get isInBubble(): boolean {
    return this.placement === 'bubble' || this.isDetached;
  }

  /**
   * The target of events: the input while detached, so that listeners around the field receive them.
   * @internal
   */
  get eventTarget(): EventTarget {
    return this.isDetached ? (this.input ?? this) : this;
  }

  /**
   * The element whose language is used.
   * @internal
   */
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
    // A page that disables its fields after the press has them enabled during a replay.
    this.#input.look();
    if (this.#input.prefilled) {
      // The server or a framework has rendered the form again: the address keeps its verdict and its receipt.
      const cached = clientOrNull(this)?.cached(value);
      if (cached) this.#field.useResult(value, cached);
      if (this.#isLeftAlone) return 'pass';
    }
    if (this.#input.unavailable) {
      // The person cannot correct a hidden or disabled field: it is checked and reported, but does not hold the form.
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
    // Code may have set a value that no submission will ask about.
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
   * Passes the state so far, and each change from now on, to code that is loaded late: `debug` and the outcomes.
   * @internal
   */
  trace(changed: (state: State, before: State) => void): void {
    this.#traces.add(changed);
    changed(this.#field.state, INITIAL_STATE);
  }

  override connectedCallback(): void {
    // At once: the slot and the line's space take part in the page's layout.
    (this as Root).renderRoot ??= this.createRenderRoot();
    if (!this.#isConnected) {
      this.#isConnected = true;
      // At once: a submission asks for the input, which connects the element.
      this.#form.connect();
    } else {
      this.requestUpdate();
      // The popovers were closed when the element left the page. They are open again before the page is painted.
      queueMicrotask(() => {
        if (this.isConnected) this.#ownPresenter?.rendered();
      });
    }
    connectInTurn(this, () => {
      if (this.isConnected) this.#connect();
    });
  }

  /**
   * Connects an element that waits for its turn: who waits for a rendering is about to use it.
   * @internal
   */
  protected override getUpdateComplete(): Promise<boolean> {
    connectNow(this);
    return super.getUpdateComplete();
  }

  #connect(): void {
    super.connectedCallback();
    this.#input.watch();
    // A restored snapshot of the page may contain a detached element without its input.
    if (this.isDetached && !this.input) this.remove();
  }

  override disconnectedCallback(): void {
    // Enables lit's updates, if the element leaves before its turn: `updateComplete` resolves.
    super.connectedCallback();
    super.disconnectedCallback();
    // A framework moves a node by removing and inserting it.
    queueMicrotask(() => {
      this.#detachedHost.update();
      if (this.isConnected || !this.#isConnected) return;
      this.#isConnected = false;
      this.#outcomes.stop();
      this.#input.disconnect();
      this.#form.disconnect();
      this.#ownPresenter?.close();
    });
  }

  /**
   * Adds the slot at once, so that the wrapped content can be focused in the turn in which it is inserted, and the
   * space reserved for the line. The rest is rendered at the first use.
   * @internal
   */
  protected override createRenderRoot(): HTMLElement {
    const room = document.createElement('div');
    this.#layOut(room);
    super.createRenderRoot().append(document.createElement('slot'), room);
    // Without constructable stylesheets lit would render before its `<style>`, which is not in this node.
    this.renderOptions.renderBefore = null;
    return room;
  }

  /** Makes room for the line in the page's layout, or none. */
  #layOut(room: HTMLElement): void {
    room.className = this.isInBubble ? 'room' : 'flow';
  }

  /**
   * Renders nothing before the first use, since a page may have many fields.
   * @internal
   */
  protected override shouldUpdate(changed: PropertyValues): boolean {
    if (changed.has('htmlFor') && this.#isConnected) this.#input.watch();
    if (changed.has('receiptTarget')) this.#receipt.update();
    if (this.debug) void explain(this);
    this.#layOut(this.renderRoot as HTMLElement);
    return this.hasUpdated || this.#input.isUsed || !(this.#ownPresenter?.isBlank ?? true);
  }

  /**
   * Waits while a mouse button is pressed: a new line could move the pressed button away, and the click would be lost.
   * Each rendering is a task of its own, so that neither a key nor a verdict waits for it.
   * @internal
   */
  protected override scheduleUpdate(): Promise<void> | undefined {
    const update = (): void => {
      void super.scheduleUpdate();
    };
    const { press } = this.#input;
    if (press) return press.then(update);
    if (this.#input.isUsed) return nextTask().then(update);
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
    if (this.ownership)
      import('./ownership/ownership-field.js').then(
        ({ keepField }) => {
          keepField(this, HiddenField, hydrated);
        },
        () => undefined,
      );
  }

  #onUse(use: InputUse): void {
    const { input, value } = this.#input;
    if (use === 'replace') {
      // An element that leaves unused has shown nothing, and the page of a test may be gone.
      if (!input && !this.#ownField && !this.#form.isHeld) {
        this.#ownReceipt?.set(null);
        return;
      }
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
        this.#detachedHost.update();
        // At once: the person may close it before all is prepared.
        this.#ownPresenter?.reopen();
        void this.#prepare();
        return;
      }
      // A focus may come from the page. At the first edit the page is hydrated, and nodes may be added to the light
      // DOM.
      if (this.#input.isLive) this.#presenter.attach(input);
      if (use === 'edit') this.#field.edit(value);
      else if (this.#isSetWhileHeld || this.#isLeftAlone) return;
      else if (use === 'leave' || this.#presenter.isBlocking) this.#field.leave(value);
    }
  }

  /** Prepares for a person who comes to the field: the token, then the nodes and the code that show a verdict. */
  async #prepare(): Promise<void> {
    await nextTask();
    if (this.fieldOptions.privacy !== 'local') clientOrNull(this)?.prefetchToken();
    await nextTask();
    this.#presenter.prepare();
    this.requestUpdate();
  }

  #onAssign(): void {
    const { input } = this;
    // The form may be submitted next, in the same task.
    this.#presenter.updateValidity();
    // Later, since a page's `submit` listener may tidy the value that is sent with its receipt.
    setTimeout(() => {
      if (this.input === input && !this.#isSetWhileHeld) this.#onUse('edit');
    }, 0);
  }

  /** True for a value that the server filled in and nobody has changed, unless this page has found it blocked. */
  get #isLeftAlone(): boolean {
    return this.#input.prefilled && !isBlocked(this.#input.value);
  }

  /**
   * True if the value was set without an event while a submission is held. The submission asks about it when it is
   * released; an edit would cancel the submission.
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

  /** Checks the current value; null without a value, or if the person changes it meanwhile. */
  async #settled(): Promise<Assessment | null> {
    connectNow(this);
    this.#receipt.expire();
    const isLater = this.#isSetWhileHeld;
    if (!isLater) this.#field.check(this.#input.value);
    const { phase, value, revision } = this.#field.state;
    if (phase === 'idle') return null;
    if (isLater || phase !== 'settled') await new Promise<void>((resolve) => this.#waiting.add(resolve));
    const { state } = this.#field;
    // For the person, the fixed value is the same address.
    if (isLater || (state.revision !== revision && state.fix?.from === value)) return this.#settled();
    return state.revision === revision ? state.assessment : null;
  }

  #onStateChange(state: State, before: State): void {
    for (const trace of this.#traces) trace(state, before);
    this.#outcomes.load();
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
