import { html, LitElement } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import { verify } from '#verify/lit.js';
import { send } from './send.js';

class SignUp extends LitElement {
  static properties = { render_: { type: Number }, email: { state: true } };

  constructor() {
    super();
    this.email = '';
  }

  onSubmit(event) {
    event.preventDefault();
    send({ email: this.email }, event.submitter?.value);
  }

  render() {
    return html`<form @submit=${this.onSubmit} data-render=${this.render_}>
      ${verify(
        html`<label>
          Email
          <input
            type="email"
            name="email"
            required
            .value=${live(this.email)}
            @input=${(event) => (this.email = event.target.value)}
          />
        </label>`,
      )}
      <label>Name <input name="name" required /></label>
      <button name="plan" value="free">Free</button>
      <button name="plan" value="paid">Paid</button>
    </form>`;
  }
}
customElements.define('sign-up', SignUp);

class SignUpPage extends LitElement {
  static properties = { renders: { state: true }, made: { state: true } };

  constructor() {
    super();
    this.renders = this.made = 1;
  }

  render() {
    return html`${keyed(this.made, html`<sign-up .render_=${this.renders + this.made - 1}></sign-up>`)}
      <button id="state" @click=${() => this.renders++}>Render again</button>
      <button id="again" @click=${() => this.made++}>Make again</button>`;
  }
}
customElements.define('sign-up-page', SignUpPage);

document.querySelector('#root').append(document.createElement('sign-up-page'));
