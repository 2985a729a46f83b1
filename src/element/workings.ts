import type { TemplateResult } from 'lit';
import { OVERRIDE_FIELD, RECEIPT_FIELD } from '../protocol/index.js';
import { ask, prepare } from './edge-client/check.js';
import { Description } from './dom/description.js';
import type { InputUse } from './dom/input.js';
import { Panel } from './dom/bubble.js';
import { HiddenField } from './dom/hidden-field.js';
import { Validity } from './dom/validity.js';
import type { EmailVerifyElement } from './email-verify-element.js';
import {
  EmailVerifyErrorEvent,
  EmailVerifyFixEvent,
  EmailVerifyHoldEvent,
  EmailVerifySuggestionEvent,
  EmailVerifyVerdictEvent,
} from './events.js';
import { isFinal, isOverridable, overridden } from './field/judgement.js';
import type { Reply } from './form/submission.js';
import { INITIAL, type Finding, type State } from './field/state.js';
import { ENGLISH } from './languages/en.js';
import { present, reason, type Presentation } from './field/presentation.js';
import { Session } from './field/field.js';
import { styles } from './styles.js';
import { view, type Choice } from './view.js';
import { Vocabulary, type Words } from './languages/words.js';

const STATES = ['checking', 'valid', 'invalid', 'risky', 'unknown', 'suggestion'];

/** What only the element's shell can do. */
export interface Shell {
  /** Sets the input's value as a person would. */
  write: (value: string) => void;
  /** Lets the submission that waits go on with this value, or not. */
  release: (send: boolean, value: string) => void;
  /** Takes the submission that waits back. */
  cancel: () => void;
}

/**
 * Everything of the element that is not needed before a person comes to the field: the shell loads it then. Joins the
 * session, which knows no DOM, with the element, the input and the form.
 */
export class Workings {
  readonly #host: EmailVerifyElement;
  readonly #internals: ElementInternals;
  readonly #session: Session;
  readonly #description: Description;
  readonly #validity = new Validity();
  readonly #receipt: HiddenField;
  readonly #override: HiddenField;
  readonly #panel = new Panel(() => {
    this.#choose('keep');
  });
  readonly #waiting = new Set<() => void>();
  readonly #vocabulary: Vocabulary;
  #words: Words = { messages: ENGLISH, lang: null };
  readonly #barring = new MutationObserver(() => {
    this.#onBarring();
  });
  readonly #shell: Shell;
  #seen: Presentation;

  constructor(host: EmailVerifyElement, internals: ElementInternals, shell: Shell) {
    this.#host = host;
    this.#internals = internals;
    this.#shell = shell;
    this.#description = new Description(host);
    this.#receipt = new HiddenField(host, RECEIPT_FIELD);
    this.#override = new HiddenField(host, OVERRIDE_FIELD);
    this.#session = new Session({
      options: host,
      check: (email, signal) => ask(host, email, signal),
      loadTypos: async () => (await import('./typos.js')).suggest,
      write: shell.write,
      changed: (state, before) => {
        this.#show(state, before);
      },
      found: (finding, detail) => {
        this.#tell(finding, detail);
      },
      mayFix: (from, to) => !this.#isBarred() && host.dispatchEvent(new EmailVerifyFixEvent(from, to)),
      release: (send) => {
        shell.release(send, this.#session.state.value);
      },
      cancel: shell.cancel,
    });
    this.#vocabulary = new Vocabulary(host, () => {
      this.#show(this.#session.state, this.#session.state);
    });
    this.#seen = this.#present();
    const { styleSheet } = styles;
    if (styleSheet) (host.renderRoot as ShadowRoot).adoptedStyleSheets.push(styleSheet);
    host.requestUpdate();
    this.#watch();
  }

  /** Something happened to the input. */
  on(use: InputUse): void {
    const { input } = this.#host;
    const value = this.#value();
    if (use !== 'reset' && this.#isBarred()) return;
    if (use === 'prepare') {
      this.#session.prepare();
      prepare(this.#host);
      return;
    }
    if (use === 'reset') {
      this.#session.reset(value);
      return;
    }
    // The first interaction (a focus may be the page's own): the page's hydration is done, and the light DOM may be added to.
    if (input) this.#description.attach(input);
    if (use === 'edit') this.#session.edit(value);
    else if (use === 'leave' || this.#validity.blocking) this.#session.leave(value);
  }

  /** Another input is the one that counts, or none: nothing of ours stays at the old one. */
  renew(): void {
    this.#description.detach();
    this.#validity.clear();
    this.#receipt.remove();
    this.#override.remove();
    this.#panel.close();
    this.on('reset');
    this.#watch();
  }

  /** The form is about to be sent; it has waited for the workings this long already. */
  submit(submitter: HTMLElement | null, waitedMs = 0): Reply {
    const { input } = this.#host;
    // It may have been taken from the person while the workings came.
    if (!input?.willValidate) return 'pass';
    this.#description.attach(input);
    const wasHeld = this.#session.state.held;
    const answer = this.#session.submit(this.#value(), waitedMs);
    if (answer !== 'hold' || wasHeld || this.#host.dispatchEvent(new EmailVerifyHoldEvent(submitter))) return answer;
    this.#session.letGo();
    return 'pass';
  }

  /** Nobody waits for the verdict any more. */
  letGo(): void {
    this.#session.letGo();
  }

  /** Checks the present value, and gives what is found; null when there is no value, or the person changes it meanwhile. */
  async settled(): Promise<Finding | null> {
    this.#session.check(this.#value());
    const { phase, value, run } = this.#session.state;
    if (phase === 'idle') return null;
    if (phase !== 'settled') await new Promise<void>((resolve) => this.#waiting.add(resolve));
    const { state } = this.#session;
    if (state.run === run) return state.finding;
    // A slip that is mended meanwhile is the same address to the person.
    return state.fix?.from === value ? this.settled() : null;
  }

  render(): TemplateResult {
    this.#seen = this.#present();
    return view(this.#seen, this.#session.state.fix !== null, this.#words, (choice) => {
      this.#choose(choice);
    });
  }

  rendered(): void {
    const { input, renderRoot } = this.#host;
    this.#panel.update(renderRoot, input, this.#seen.suggestion !== null);
    this.#tellInput();
  }

  /** One of the buttons was pressed: the person goes on where they were. */
  #choose(choice: Choice): void {
    this.#session[choice]();
    this.#host.input?.focus();
  }

  /** Puts the present state into words. While those are on their way, nothing is said; what is done does not wait for them. */
  #present(): Presentation {
    const words = this.#vocabulary.read();
    if (words) this.#words = words;
    return present(words ? this.#shown() : INITIAL, this.#words.messages);
  }

  /** Says it to assistive technology, and tells the form whether the address is blocked. */
  #tellInput(): void {
    const state = this.#shown();
    const { input, override } = this.#host;
    this.#description.update(this.#seen.said, this.#seen.invalid, this.#words.lang);
    // An invalid control would fire no `submit` for the second press, which passes.
    const blocks = state.finding && isFinal(state.finding) && !(override && isOverridable(state.finding));
    if (input) this.#validity.update(input, blocks ? reason(state, this.#words.messages) : '');
  }

  /** The input's value. Nothing but space is nothing, unless the form asks for something. */
  #value(): string {
    const { value = '', required } = this.#host.input ?? {};
    return required || value.trim() ? value : '';
  }

  /** Whether the person cannot change the input (it is disabled, alone or by its fieldset, or read-only): nothing is said then. */
  #isBarred(): boolean {
    return this.#host.input?.willValidate === false;
  }

  /** The state, as far as it is seen. */
  #shown(): State {
    return this.#isBarred() ? INITIAL : this.#session.state;
  }

  #watch(): void {
    const { input } = this.#host;
    this.#barring.disconnect();
    const attributeFilter = ['disabled', 'readonly'];
    if (input) this.#barring.observe(input.getRootNode(), { subtree: true, attributeFilter });
  }

  #onBarring(): void {
    const { state } = this.#session;
    if (!this.#isBarred()) {
      if (state.value) this.#session.edit(this.#value());
    } else if (state.held) {
      this.#session.letGo();
      this.#shell.release(true, state.value);
    }
    this.#show(this.#session.state, state);
  }

  /** Brings everything up to date that must not wait for a rendering: a held form is sent in the same turn. */
  #show(state: State, before: State): void {
    if (state.phase === 'settled' || state.run !== before.run) {
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    }
    const { input } = this.#host;
    const shown = this.#seen.suggestion;
    this.#seen = this.#present();
    const { suggestion } = this.#seen;
    if (suggestion !== null && suggestion !== shown) {
      const wanted = this.#host.dispatchEvent(new EmailVerifySuggestionEvent(state.value, suggestion));
      if (!wanted) this.#session.keep();
      // This state is no more, or the page has changed the value meanwhile: what came of that is shown already.
      if (this.#session.state !== state) return;
    }
    this.#tellInput();
    if (input) {
      const { finding, override } = state;
      this.#receipt.update(input, finding?.receipt ?? null);
      this.#override.update(input, finding && override === 'taken' ? overridden(finding) : null);
    }
    this.#mark(this.#shown());
    this.#host.requestUpdate();
  }

  #mark({ phase, finding }: State): void {
    for (const name of STATES) {
      const on = [phase, finding?.verdict.status, this.#seen.suggestion !== null && 'suggestion'].includes(name);
      try {
        this.#internals.states[on ? 'add' : 'delete'](name);
      } catch {
        // Chromium before 125 takes dashed idents only: there the states are not to be had.
      }
    }
  }

  #tell({ verdict, decision, receipt, failure }: Finding, detail: string): void {
    this.#host.dispatchEvent(new EmailVerifyVerdictEvent(verdict, decision, receipt));
    if (failure && failure !== 'unchecked') this.#host.dispatchEvent(new EmailVerifyErrorEvent(failure, detail));
  }
}
