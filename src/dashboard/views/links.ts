/** The pages of links that work once. Each waits for a press: programs that open links in mails use none up. */
import { html, type TemplateResult } from 'lit';
import { emailField, passwordField } from '../fields.js';
import { passwordOf, textOf, View } from '../view.js';
import { WORDS } from '../words/index.js';

/** The page of a link whose token is missing, such as after a reload. */
export const incompleteLink = (heading: TemplateResult): TemplateResult => html`
  ${heading}
  <p class="card">${WORDS.incompleteLink}</p>
  <p class="aside"><a href="#sign-in">${WORDS.backToSignIn}</a></p>
`;

/** Confirming the address of a registration, with the password that was chosen: somebody else may have registered it. */
export class ConfirmView extends View {
  readonly #submit = this.onSubmit('confirm', async (fields) => {
    await this.app.api.post('auth/confirm', { token: this.token, password: passwordOf(fields) });
    this.app.go('sign-in', WORDS.confirmed);
  });

  protected override render(): TemplateResult {
    if (this.token === null) return incompleteLink(this.heading('confirm'));
    return html`
      ${this.heading('confirm')}
      <form class="card" @submit=${this.#submit}>
        <p>${WORDS.confirmLead}</p>
        ${passwordField('password', WORDS.password)} ${this.problemOf('confirm')}
        <button class="primary wide" aria-disabled=${this.busy !== null}>${WORDS.confirm}</button>
      </form>
    `;
  }
}

/** Confirming the new address of a user who is signed in. */
export class AddressView extends View {
  readonly #submit = this.onSubmit('address', async () => {
    await this.app.api.post('auth/confirm-address', { token: this.token });
    await this.app.refresh();
    this.app.go('account', WORDS.addressConfirmed);
  });

  protected override render(): TemplateResult {
    if (this.token === null) return incompleteLink(this.heading('address'));
    return html`
      ${this.heading('address')}
      <form class="card" @submit=${this.#submit}>
        <p>${WORDS.addressLead}</p>
        ${this.problemOf('address')}
        <button class="primary wide" aria-disabled=${this.busy !== null}>${WORDS.confirm}</button>
      </form>
    `;
  }
}

/** The operator's link: sets the operator's address and password. */
export class OperatorView extends View {
  readonly #submit = this.onSubmit('operator', async (fields) => {
    const [email, password] = [textOf(fields, 'email'), passwordOf(fields)];
    await this.app.api.post('auth/operator', { token: this.token, email, password });
    // The person has just chosen the password, and need not give it again. If that fails, the page of the sign-in is there.
    const isIn = await this.app.api.post('auth/sign-in', { email, password }).then(
      () => true,
      () => false,
    );
    await this.app.refresh();
    this.app.go(isIn ? 'overview' : 'sign-in', isIn ? WORDS.operatorSet : WORDS.operatorSignIn);
  });

  protected override render(): TemplateResult {
    if (this.token === null) return incompleteLink(this.heading('operator'));
    return html`
      ${this.heading('operator')}
      <form class="card" @submit=${this.#submit}>
        <p class="soft">${WORDS.operatorLead}</p>
        ${emailField('email', WORDS.email)} ${passwordField('password', WORDS.password, true)}
        ${this.problemOf('operator')}
        <button class="primary wide" aria-disabled=${this.busy !== null}>${WORDS.becomeOperator}</button>
      </form>
    `;
  }
}
