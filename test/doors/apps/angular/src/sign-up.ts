import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import 'email-verify-element/define';

@Component({
  selector: 'app-sign-up',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <form (submit)="send($event)">
      <email-verify endpoint="https://verify.example/verify/">
        <label>Email <input type="email" name="email" autocomplete="email" required /></label>
      </email-verify>
      <button name="plan" value="free">Free</button>
      <button name="plan" value="paid">Paid</button>
      <p>{{ message() }}</p>
    </form>
  `,
})
export class SignUp {
  readonly message = signal('');

  async send(event: SubmitEvent) {
    event.preventDefault();
    const body = new FormData(event.currentTarget as HTMLFormElement, event.submitter);
    const response = await fetch('/sign-up', { method: 'POST', body });
    this.message.set(await response.text());
  }
}
