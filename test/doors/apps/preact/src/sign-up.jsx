import { useState } from 'preact/hooks';
import 'email-verify-element/define';

export const SignUp = () => {
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');

  const send = async (event) => {
    event.preventDefault();
    const body = new FormData(event.currentTarget, event.submitter);
    const response = await fetch('/sign-up', { method: 'POST', body });
    setMessage(await response.text());
  };

  return (
    <form onSubmit={send}>
      <email-verify endpoint="https://verify.example/verify/">
        <label>
          Email{' '}
          <input
            type="email"
            name="email"
            autocomplete="email"
            required
            value={email}
            onInput={(event) => setEmail(event.target.value)}
          />
        </label>
      </email-verify>
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
