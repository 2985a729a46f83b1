import { html, nothing, type TemplateResult } from 'lit';
import type { SessionList } from '../answers.js';
import { describeBrowser } from '../browser-name.js';
import { emailField, passwordField } from '../fields.js';
import { formatTime } from '../format.js';
import { passwordOf, textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';

type Sessions = SessionList['sessions'];

/** One's own user: address, password, sessions, data. */
export class AccountView extends View {
  static override properties = {
    sessions: { state: true },
    done: { state: true },
    isDeleting: { state: true },
  };

  /** Null: not there yet. */
  declare protected sessions: Sessions | null;
  /** The last success; its text is shown in the form that `of` names. */
  declare protected done: { of: string; text: string } | null;
  /** True once the person wants to delete the account, and must give the password. */
  declare protected isDeleting: boolean;

  constructor() {
    super();
    this.sessions = null;
    this.done = null;
    this.isDeleting = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load(this.#load);
  }

  readonly #load = async (): Promise<void> => {
    const { sessions } = await this.app.api.get<SessionList>('auth/sessions');
    this.sessions = sessions;
  };

  #succeed(of: string, text: string): void {
    this.done = { of, text };
    this.app.say(text);
  }

  readonly #changeAddress = this.onSubmit('change-address', async (fields, form) => {
    const email = textOf(fields, 'new-address');
    await this.app.api.post('auth/change-address', { email, password: passwordOf(fields, 'address-password') });
    form.reset();
    this.#succeed('change-address', WORDS.addressMail(email));
  });

  readonly #changePassword = this.onSubmit('change-password', async (fields, form) => {
    const [password, new_password] = [passwordOf(fields, 'old-password'), passwordOf(fields, 'new-password')];
    await this.app.api.post('auth/change-password', { password, new_password });
    form.reset();
    this.#succeed('change-password', WORDS.passwordChanged);
    await this.app.refresh();
    await this.#load();
  });

  /** @param id all others without it. */
  #end(id?: string): void {
    void this.attempt('sessions', async () => {
      await this.app.api.post('auth/end-sessions', id === undefined ? {} : { id });
      await this.#load();
      this.app.say(id === undefined ? WORDS.endedOthers : WORDS.ended);
      await this.updateComplete;
      // The pressed button is gone.
      this.querySelector<HTMLElement>('#sessions-title')?.focus();
    });
  }

  readonly #startDeleting = async (): Promise<void> => {
    this.isDeleting = true;
    await this.updateComplete;
    this.querySelector<HTMLElement>('#delete-password')?.focus();
  };

  readonly #delete = this.onSubmit('delete', async (fields) => {
    await this.app.api.post('auth/delete', { password: passwordOf(fields, 'delete-password') });
    await this.app.refresh();
    this.app.go('sign-in', WORDS.deleted);
  });

  #doneOf(of: string): TemplateResult | typeof nothing {
    return this.done?.of === of ? html`<p class="notice">${this.done.text}</p>` : nothing;
  }

  protected override render(): TemplateResult {
    const { session } = this.app;
    if (session === null) return html`${this.heading('account')}`;
    const { email, role } = session.user;
    return html`
      ${this.heading('account')}
      <section class="panel">
        <h2>${WORDS.addressTitle}</h2>
        <p class="soft">${WORDS.addressNow(email)}</p>
        <form @submit=${this.#changeAddress}>
          ${emailField('new-address', WORDS.newAddress, 'email')}
          ${passwordField('address-password', WORDS.currentPassword)} ${this.problemOf('change-address')}
          ${this.#doneOf('change-address')}
          <button aria-disabled=${this.busy !== null}>${WORDS.changeAddress}</button>
        </form>
      </section>
      <section class="panel">
        <h2>${WORDS.passwordTitle}</h2>
        <form @submit=${this.#changePassword}>
          <input
            class="visually-hidden"
            autocomplete="username"
            aria-hidden="true"
            tabindex="-1"
            readonly
            .value=${email}
          />
          ${passwordField('old-password', WORDS.currentPassword)}
          ${passwordField('new-password', WORDS.newPassword, true)} ${this.problemOf('change-password')}
          ${this.#doneOf('change-password')}
          <button aria-disabled=${this.busy !== null}>${WORDS.changePassword}</button>
        </form>
      </section>
      ${this.#sessions()}
      <section class="panel">
        <h2>${WORDS.exportTitle}</h2>
        <p class="soft">${WORDS.exportLead}</p>
        <p><a class="button" href="../api/dashboard/export" download>${WORDS.export}</a></p>
      </section>
      <section class="panel">
        <h2>${WORDS.deleteTitle}</h2>
        ${role === 'operator' ? html`<p class="soft">${WORDS.deleteOperator}</p>` : this.#deletion()}
      </section>
    `;
  }

  #sessions(): TemplateResult {
    const { sessions } = this;
    const rows = sessions?.map(({ id, current, user_agent: agent, created_at: at }) => {
      const browser = describeBrowser(agent) ?? WORDS.unknownBrowser;
      return html`<li>
        <span
          >${browser}
          <span class="soft">${WORDS.signedInAt(formatTime(at))}</span>
          ${current ? html`<span class="tag">${WORDS.thisBrowser}</span>` : nothing}</span
        >
        ${
          current
            ? nothing
            : html`<button
                type="button"
                class="small"
                aria-label=${WORDS.endSessionOf(browser, formatTime(at))}
                @click=${() => {
                  this.#end(id);
                }}
              >
                ${WORDS.endSession}
              </button>`
        }
      </li>`;
    });
    return html`<section class="panel">
      <h2 id="sessions-title" tabindex="-1">${WORDS.sessionsTitle}</h2>
      ${
        rows === undefined
          ? this.placeholder(this.#load)
          : html`<p class="soft">${WORDS.sessionsLead} ${rows.length < 2 ? WORDS.onlyThis : nothing}</p>
              <ul class="rows">
                ${rows}
              </ul>
              ${this.problemOf('sessions')}
              ${
                rows.length < 2
                  ? nothing
                  : html`<p>
                      <button
                        type="button"
                        @click=${() => {
                          this.#end();
                        }}
                      >
                        ${WORDS.endOthers}
                      </button>
                    </p>`
              }`
      }
    </section>`;
  }

  #deletion(): TemplateResult {
    return html`
      <p>${WORDS.deleteLead}</p>
      ${
        this.isDeleting
          ? html`<form @submit=${this.#delete}>
              ${passwordField('delete-password', WORDS.currentPassword)} ${this.problemOf('delete')}
              <div class="buttons">
                <button class="danger" aria-disabled=${this.busy !== null}>${WORDS.deleteSure}</button>
                <button
                  type="button"
                  @click=${() => {
                    this.isDeleting = false;
                  }}
                >
                  ${WORDS.cancel}
                </button>
              </div>
            </form>`
          : html`<p><button type="button" class="danger" @click=${this.#startDeleting}>${WORDS.delete}</button></p>`
      }
    `;
  }
}
