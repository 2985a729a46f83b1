import { html, nothing, type TemplateResult } from 'lit';
import { emailField, passwordField } from '../fields.js';
import { passwordOf, textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';

/** Creating an account, with an invitation where one is needed. The address is checked by our own element and edge. */
export class RegisterView extends View {
  static override properties = { sentTo: { state: true } };

  /** The address to which the link was sent; null: not yet. */
  declare protected sentTo: string | null;

  constructor() {
    super();
    this.sentTo = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A file of its own, which only this page needs. Without it, the form works unchecked.
    import('../../element/define.js').catch(() => undefined);
  }

  readonly #submit = this.onSubmit('register', async (fields) => {
    const email = textOf(fields, 'email');
    const invitation = this.token === null ? {} : { invitation: this.token };
    await this.app.api.post('auth/register', { email, password: passwordOf(fields), ...invitation });
    this.sentTo = email;
    this.app.say(WORDS.mailSent(email));
    await this.updateComplete;
    this.querySelector('h1')?.focus();
  });

  protected override render(): TemplateResult {
    if (this.sentTo !== null)
      return html`
        <h1 tabindex="-1">${WORDS.lookIntoMail}</h1>
        <div class="card">
          <p>${WORDS.mailSent(this.sentTo)}</p>
          <p class="aside"><a href="#sign-in">${WORDS.backToSignIn}</a></p>
        </div>
      `;
    const { registration } = this.app;
    const isPossible = registration === 'open' || (registration === 'invite' && this.token !== null);
    return html`
      ${this.heading('register')}
      ${isPossible ? this.#form() : html`<p class="card">${WORDS.registration[registration]}</p>`}
      <p class="aside"><a href="#sign-in">${WORDS.backToSignIn}</a></p>
    `;
  }

  #form(): TemplateResult {
    return html`
      <form class="card" @submit=${this.#submit}>
        <p class="soft">${this.token === null ? nothing : WORDS.invited} ${WORDS.registerLead}</p>
        <email-verify endpoint=${new URL('../verify/', document.baseURI).href}>
          ${emailField('email', WORDS.email)}
        </email-verify>
        ${passwordField('password', WORDS.password, true)} ${this.problemOf('register')}
        <button class="primary wide" aria-disabled=${this.busy !== null}>${WORDS.createAccount}</button>
      </form>
    `;
  }
}
