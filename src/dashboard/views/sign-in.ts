import { html, nothing, type TemplateResult } from 'lit';
import { emailField, passwordField } from '../fields.js';
import { passwordOf, textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';

/** Signing in, and the ways to an account. */
export class SignInView extends View {
  readonly #submit = this.onSubmit('sign-in', async (fields) => {
    await this.app.api.post('auth/sign-in', { email: textOf(fields, 'email'), password: passwordOf(fields) });
    await this.app.refresh();
    this.app.enter();
  });

  protected override render(): TemplateResult {
    const { registration } = this.app;
    return html`
      ${this.heading('sign-in')}
      <form class="card" @submit=${this.#submit}>
        ${emailField('email', WORDS.email)} ${passwordField('password', WORDS.password)} ${this.problemOf('sign-in')}
        <button class="primary wide" aria-disabled=${this.busy !== null}>${WORDS.signIn}</button>
        <p class="aside"><a href="#forgot-password">${WORDS.forgot}</a></p>
      </form>
      <p class="aside">
        ${WORDS.registration[registration]}
        ${registration === 'open' ? html`<a href="#register">${WORDS.createAccount}</a>` : nothing}
      </p>
    `;
  }
}
