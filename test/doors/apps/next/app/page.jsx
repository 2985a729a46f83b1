import { EmailVerify } from 'email-verify-element/react';
import { signUp } from './sign-up.js';

export default function Page() {
  return (
    <form action={signUp}>
      <EmailVerify endpoint="https://verify.example/verify/">
        <label>
          Email <input type="email" name="email" autoComplete="email" required />
        </label>
      </EmailVerify>
      <button name="plan" value="free">
        Free
      </button>
      <button name="plan" value="paid">
        Paid
      </button>
    </form>
  );
}
