import { html, type TemplateResult } from 'lit';
import { emailField, passwordField } from '../fields.js';
import { passwordOf, textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';
import { incompleteLink } from './links.js';

/** Asking for a link to set a new password. */
export class ForgotPasswordView extends View {
  readonly #submit = this.onSubmit('forgot', async (fields) => {
    const email = textOf(fields, 'email');
    await this.app.api.post('auth/forgot-password', { email });
    this.app.go('sign-in', WORDS.resetSent(email));
  });

  protected override render(): TemplateResult {
    return html`
      ${this.heading('forgot-password')}
      <form class="card" @submit=${this.#submit}>
        <p class="soft">${WORDS.forgotLead}</p>
        ${emailField('email', WORDS.email)} ${this.problemOf('forgot')}
        <button class="primary wide" aria-disabled=${this.busy !== null}>${WORDS.sendLink}</button>
      </form>
      <p class="aside"><a href="#sign-in">${WORDS.backToSignIn}</a></p>
    `;
  }
}

/** Setting the new password, with the link of the mail. */
export class ResetView extends View {
  readonly #submit = this.onSubmit('reset', async (fields) => {
    await this.app.api.post('auth/reset-password', { token: this.token, password: passwordOf(fields) });
    await this.app.refresh();
    this.app.go('sign-in', WORDS.passwordSet);
  });

  protected override render(): TemplateResult {
    if (this.token === null) return incompleteLink(this.heading('reset'));
    return html`
      ${this.heading('reset')}
      <form class="card" @submit=${this.#submit}>
        <p class="soft">${WORDS.resetLead}</p>
        ${passwordField('password', WORDS.newPassword, true)} ${this.problemOf('reset')}
        <button class="primary wide" aria-disabled=${this.busy !== null}>${WORDS.setPassword}</button>
      </form>
    `;
  }
}
