import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Api } from './api.js';
import { isSignedOut } from './api-error.js';
import type { Deployment, Registration, Session } from './answers.js';
import { copyText } from './copy.js';
import type { View as ViewName } from './route.js';
import { WORDS } from './words/index.js';

/** How long a button says that it has copied, in ms. */
const COPIED_MS = 2000;

/** The parts of the dashboard that its pages use. */
export interface App {
  readonly api: Api;
  readonly session: Session | null;
  readonly registration: Registration;
  /** Goes to a page, or to one list. `notice` is shown there. */
  go(view: ViewName, notice?: string, list?: number): void;
  /** Says something in the live region. */
  say(text: string): void;
  /** Reads the session again. @throws ApiError without an answer. */
  refresh(): Promise<void>;
  /** Goes to the page that was wanted before the sign-in, or to the first one. */
  enter(): void;
  /** The deployment, read once. */
  deployment(): Promise<Deployment>;
}

/**
 * A page of the dashboard. It renders without a shadow root: password managers, labels and the style sheet work as in any
 * page. It does one thing at a time, and shows why the last one failed.
 */
export abstract class View extends LitElement {
  static override properties: PropertyDeclarations = {
    app: { attribute: false },
    token: { attribute: false },
    busy: { state: true },
    problem: { state: true },
    copied: { state: true },
  };

  declare app: App;
  /** The token of the link that was opened; null if there was none. */
  declare token: string | null;
  /** The name of what is being done; null: nothing. */
  declare protected busy: string | null;
  /** Why something failed, and what. */
  declare protected problem: { of: string; text: string } | null;

  /** What was just copied, for a moment. */
  declare protected copied: string | null;

  constructor() {
    super();
    this.copied = null;
    this.busy = null;
    this.problem = null;
    this.token = null;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /**
   * Does something that may fail; nothing while something else is being done.
   * @param of its name, by which {@link problemOf} finds the error.
   * @returns true if it succeeded.
   */
  protected async attempt(of: string, work: () => Promise<void>): Promise<boolean> {
    if (this.busy !== null) return false;
    this.busy = of;
    this.problem = null;
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.problem = { of, text: error.message };
      // The app says so itself.
      if (isSignedOut(error)) return false;
      this.app.say(error.message);
      void this.#showInDialog();
      return false;
    } finally {
      this.busy = null;
    }
  }

  /** Nothing outside an open dialog is read out, the live region neither: the error gets the focus. */
  async #showInDialog(): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>('dialog .problem')?.focus();
  }

  /**
   * Copies a text to the clipboard.
   * @throws Error if the browser does not allow it.
   */
  protected async copy(of: string, text: string): Promise<void> {
    if (!(await copyText(text))) throw new Error(WORDS.copyFailed);
    this.copied = of;
    this.app.say(WORDS.copied);
    setTimeout(() => {
      if (this.copied === of) this.copied = null;
    }, COPIED_MS);
  }

  /** The accessible name of the button that copies, which has its text in it. */
  protected copyName(of: string, name: string): string {
    return this.copied === of ? `${WORDS.copied}. ${name}` : name;
  }

  /** The text of the button that copies. */
  protected copyLabel(of: string): string {
    return this.copied === of ? WORDS.copied : WORDS.copy;
  }

  /** An event listener that sends a form by script, with its fields. */
  protected onSubmit(of: string, work: (fields: FormData, form: HTMLFormElement) => Promise<void>) {
    return (event: SubmitEvent): void => {
      event.preventDefault();
      const form = event.currentTarget as HTMLFormElement;
      void this.attempt(of, () => work(new FormData(form), form));
    };
  }

  /** The error of something, beside its button. */
  protected problemOf(of: string): TemplateResult | typeof nothing {
    return this.problem?.of === of ? html`<p class="problem" tabindex="-1">${this.problem.text}</p>` : nothing;
  }

  /** The heading of the page, which gets the focus when the page is opened. */
  protected heading(view: ViewName): TemplateResult {
    return html`<h1 tabindex="-1">${WORDS.titles[view]}</h1>`;
  }

  /** Stands in for what is being loaded, or could not be. */
  protected placeholder(of: string, load: () => Promise<void>): TemplateResult {
    if (this.problem?.of !== of) return html`<p class="soft">${WORDS.loading}</p>`;
    const again = (): void => void this.attempt(of, load);
    return html`<div class="panel">
      ${this.problemOf(of)}
      <p><button type="button" @click=${again}>${WORDS.tryAgain}</button></p>
    </div>`;
  }
}

/** The text of a field, without white space around. */
export const textOf = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** A password, as it was typed. */
export const passwordOf = (fields: FormData, name = 'password'): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
};
