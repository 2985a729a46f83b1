import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Api } from './api.js';
import { isSignedOut } from './api-error.js';
import type { Deployment, Registration, Session } from './answers.js';
import { copyText } from './copy.js';
import type { View as ViewName } from './route.js';
import { WORDS } from './words/index.js';

/** Time for which a button says that it has copied, in ms. */
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

/** The text of an error. */
export const problemText = (text: string): TemplateResult => html`<p class="problem" tabindex="-1">${text}</p>`;

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
    loadError: { state: true },
    copied: { state: true },
  };

  declare app: App;
  /** The token of the link that was opened; null if there was none. */
  declare token: string | null;
  /** The name of what is being done; null: nothing. */
  declare protected busy: string | null;
  /** Why something failed, and what. */
  declare protected problem: { of: string; text: string } | null;
  /** Why what the page shows could not be read; null: it was, or is being read. */
  declare protected loadError: string | null;

  /** The name of the text that was just copied, for {@link COPIED_MS} ms; then null. */
  declare protected copied: string | null;

  /** The load of the page's data that is in flight; null: none. */
  #loading: Promise<void> | null = null;
  #copiedTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.copied = null;
    this.busy = null;
    this.problem = null;
    this.loadError = null;
    this.token = null;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Reads what the page shows. Nobody asked for it, so what a person does meanwhile waits for it, and is not refused. */
  protected async load(work: () => Promise<void>): Promise<void> {
    const loading = this.#read(this.#loading, work);
    this.#loading = loading;
    await loading;
    if (this.#loading === loading) this.#loading = null;
  }

  async #read(before: Promise<void> | null, work: () => Promise<void>): Promise<void> {
    await before;
    this.loadError = null;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.loadError = error.message;
      if (!isSignedOut(error)) this.app.say(error.message);
    }
  }

  /**
   * Does something that may fail; nothing while something else is being done.
   * @param of its name, by which {@link problemOf} finds the error.
   * @returns true if it succeeded.
   */
  protected async attempt(of: string, work: () => Promise<void>): Promise<boolean> {
    while (this.#loading !== null) await this.#loading;
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
    clearTimeout(this.#copiedTimer);
    this.#copiedTimer = setTimeout(() => (this.copied = null), COPIED_MS);
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
      const fields = new FormData(form);
      void this.attempt(of, () => work(fields, form));
    };
  }

  /** The error of something, beside its button. */
  protected problemOf(of: string): TemplateResult | typeof nothing {
    return this.problem?.of === of ? problemText(this.problem.text) : nothing;
  }

  /** The heading of the page, which gets the focus when the page is opened. */
  protected heading(view: ViewName): TemplateResult {
    return html`<h1 tabindex="-1">${WORDS.titles[view]}</h1>`;
  }

  /**
   * Reads again what could not be read. The pressed button is gone meanwhile: the focus comes back to it, or goes to the
   * heading of what was read.
   */
  async #loadAgain({ currentTarget }: Event, load: () => Promise<void>): Promise<void> {
    const part = (currentTarget as Element).closest('section') ?? this;
    await this.load(load);
    await this.updateComplete;
    const target = part.querySelector<HTMLElement>(this.loadError === null ? 'h1, h2' : '.try-again');
    if (target instanceof HTMLHeadingElement) target.tabIndex = -1;
    target?.focus();
  }

  /** Stands in for what is being read, or could not be. */
  protected placeholder(load: () => Promise<void>): TemplateResult {
    if (this.loadError === null) return html`<p class="soft">${WORDS.loading}</p>`;
    return html`<div class="panel">
      ${problemText(this.loadError)}
      <p>
        <button type="button" class="try-again" @click=${(event: Event) => void this.#loadAgain(event, load)}>
          ${WORDS.tryAgain}
        </button>
      </p>
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
