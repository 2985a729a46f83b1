import { html, LitElement } from 'lit';
import 'email-verify-element/define';

class SignUpForm extends LitElement {
  static properties = { message: { state: true } };

  async send(event) {
    event.preventDefault();
    const body = new FormData(event.currentTarget, event.submitter);
    const response = await fetch('/sign-up', { method: 'POST', body });
    this.message = await response.text();
  }

  render() {
    return html`
      <form @submit=${this.send}>
        <email-verify endpoint="https://verify.example/verify/">
          <label>Email <input type="email" name="email" autocomplete="email" required /></label>
        </email-verify>
        <button name="plan" value="free">Free</button>
        <button name="plan" value="paid">Paid</button>
        <p>${this.message}</p>
      </form>
    `;
  }
}

customElements.define('sign-up-form', SignUpForm);
