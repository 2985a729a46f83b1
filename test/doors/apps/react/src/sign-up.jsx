import { useState } from 'react';
import { EmailVerify } from 'email-verify-element/react';

export const SignUp = () => {
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');

  const send = async (event) => {
    event.preventDefault();
    const body = new FormData(event.currentTarget, event.nativeEvent.submitter);
    const response = await fetch('/sign-up', { method: 'POST', body });
    setMessage(await response.text());
  };

  return (
    <form onSubmit={send}>
      <EmailVerify endpoint="https://verify.example/verify/">
        <label>
          Email{' '}
          <input
            type="email"
            name="email"
            autoComplete="email"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
      </EmailVerify>
      <button name="plan" value="free">
        Free
      </button>
      <button name="plan" value="paid">
        Paid
      </button>
      <p>{message}</p>
    </form>
  );
};
