import type { TemplateResult } from 'lit';
import { Description } from './dom/description.js';
import type { InputController } from './dom/input-controller.js';
import { LazyOverlay } from './dom/lazy-overlay.js';
import { isLive, MessageTarget } from './dom/message-target.js';
import type { OverlayHost } from './dom/overlay.js';
import { Validity } from './dom/validity.js';
import { EmailVerifySuggestionEvent } from './events.js';
import { isFinal, isOverridable } from './field/assessment.js';
import type { Field } from './field/field.js';
import { isBlank, present, reason, type Presentation } from './field/presentation.js';
import { INITIAL_STATE, type State } from './field/state.js';
import { ENGLISH, type Messages } from './languages/en.js';
import { Localizer, type LocalizerHost, type LocalMessages } from './languages/localizer.js';
import { view } from './message-view.js';

export interface PresenterHost extends OverlayHost, LocalizerHost {
  /** True if the bubble shows the message. */
  readonly isInBubble: boolean;
  readonly messageTarget: string;
  /** The target of the element's events. */
  readonly eventTarget: EventTarget;
  requestUpdate(): void;
}

/** The custom states, for `:state()`. */
const STATES = ['checking', 'valid', 'invalid', 'risky', 'unknown', 'suggestion'];

const BLANK: Presentation = present(INITIAL_STATE, ENGLISH);

/** Shows and announces the field's state: the message, the sign, the bubble, the live region, validity and `:state()`. */
export class Presenter {
  readonly #host: PresenterHost;
  readonly #input: InputController;
  readonly #field: Field;
  readonly #description: Description;
  readonly #validity = new Validity();
  readonly #target = new MessageTarget();
  readonly #overlay: LazyOverlay;
  readonly #localizer: Localizer;
  #local: LocalMessages = { messages: ENGLISH, lang: null };
  #shown = BLANK;
  /** The presentation that the person has closed, or null. */
  #dismissed: Presentation | null = null;
  #internals: ElementInternals | null = null;

  constructor(host: PresenterHost, input: InputController, field: Field) {
    this.#host = host;
    this.#input = input;
    this.#field = field;
    this.#description = new Description(host);
    this.#overlay = new LazyOverlay(host, (isEscape) => {
      this.#dismiss(isEscape);
    });
    this.#localizer = new Localizer(host, () => {
      this.update();
    });
  }

  get messages(): Messages {
    return this.#local.messages;
  }

  /** True if there is nothing to show. */
  get isBlank(): boolean {
    return this.#shown === BLANK;
  }

  /** True if the input is invalid for the element's reason, not for one of the page's. */
  get isBlocking(): boolean {
    return this.#validity.isBlocking;
  }

  /** Shows again what was closed, at the next rendering. */
  reopen(): void {
    this.#dismissed = null;
  }

  /** Prepares for a person who comes to the input: loads what will be needed. */
  prepare(): void {
    this.#localizer.read();
    this.#overlay.preload();
  }

  /** Adds the live region for this input. */
  attach(input: HTMLInputElement): void {
    this.#description.attach(input);
  }

  /** Removes everything from the input, and closes the overlay. */
  detach(): void {
    this.#description.detach();
    this.#validity.clear();
    this.#target.update(null, '', '');
    this.close();
  }

  close(): void {
    this.#overlay.close();
  }

  /**
   * Updates synchronously what cannot wait for a rendering: a held form is sent in the same task.
   * @returns false if a listener has changed the state meanwhile, and the new state is shown already.
   */
  update(): boolean {
    const { state } = this.#field;
    const before = this.#shown;
    this.#shown = this.#present();
    const { suggestion } = this.#shown;
    if (suggestion !== null && suggestion !== before.suggestion) {
      const event = new EmailVerifySuggestionEvent(state.value, suggestion);
      if (!this.#host.eventTarget.dispatchEvent(event)) this.#field.keep();
      if (this.#field.state !== state) return false;
    }
    this.#updateInput();
    this.#updateStates();
    // Most keys change nothing visible.
    if (this.#shown !== before) this.#host.requestUpdate();
    return true;
  }

  render(): TemplateResult {
    this.#shown = this.#present();
    return view(this.#shown, this.#text(), this.#host.isInBubble, this.#local, (choice) => {
      this.#field[choice]();
      this.#host.input?.focus();
    });
  }

  rendered(): void {
    const { tone, suggestion, fixed } = this.#shown;
    const hasMessage = this.#host.isInBubble && this.#dismissed !== this.#shown && (this.#text() || fixed);
    this.#overlay.update(tone !== 'none', suggestion !== null || Boolean(hasMessage));
    this.#updateInput();
  }

  /** The message; `""` if a node of the page shows it. */
  #text(): string {
    const { text } = this.#shown;
    return this.#target.update(this.#host.input, this.#host.messageTarget, text) ? '' : text;
  }

  /** Closes the message until the next focus; the sign stays. A suggestion is closed, and declined, only by Escape. */
  #dismiss(isEscape: boolean): void {
    if (this.#shown.suggestion !== null) {
      if (!isEscape) return;
      this.#field.keep();
    }
    this.#dismissed = this.#shown;
    this.#host.requestUpdate();
  }

  /** The state to show: the initial one while the input is hidden or disabled. */
  get #state(): State {
    const { state } = this.#field;
    // `unavailable` forces a layout, so it is not read for fields that were never used.
    return state.phase !== 'idle' && this.#input.unavailable ? INITIAL_STATE : state;
  }

  /** Returns the presentation to show now; a blank one while the first language pack is loading. */
  #present(): Presentation {
    const state = this.#state;
    if (isBlank(state)) return BLANK;
    const local = this.#localizer.read();
    if (!local) return BLANK;
    this.#local = local;
    const next = present(state, local.messages);
    // An equal presentation is the same object, so that it stays dismissed.
    return JSON.stringify(next) === JSON.stringify(this.#shown) ? this.#shown : next;
  }

  /** Updates the live region and the input's validity. */
  #updateInput(): void {
    const { input, messageTarget } = this.#host;
    const { announced, text, invalid } = this.#shown;
    if (input && announced.length) this.attach(input);
    const spoken = isLive(input, messageTarget) ? announced.filter((sentence) => sentence !== text) : announced;
    this.#description.update(spoken, invalid, this.#local.lang);
    this.updateValidity();
  }

  /** Makes the input invalid if its value is blocked. */
  updateValidity(): void {
    const state = this.#state;
    const { input } = this.#host;
    const { assessment, value } = state;
    // An invalid control would fire no `submit`, and the second submit could not override.
    const blocks =
      assessment &&
      value === this.#input.value &&
      isFinal(assessment) &&
      !(this.#field.options.override && isOverridable(assessment));
    if (input) this.#validity.update(input, blocks ? reason(state, this.#local.messages) : '');
  }

  #updateStates(): void {
    const { phase, assessment, suggestion } = this.#state;
    const status = assessment?.verdict.status;
    const isDoubted = suggestion !== null && status === 'valid';
    try {
      const { states } = (this.#internals ??= this.#host.attachInternals());
      for (const name of STATES) {
        const isOn = [phase, !isDoubted && status, this.#shown.suggestion !== null && 'suggestion'].includes(name);
        states[isOn ? 'add' : 'delete'](name);
      }
    } catch {
      // Chromium before 125 accepts only dashed idents, and happy-dom has no internals: they have no custom states.
    }
  }
}
