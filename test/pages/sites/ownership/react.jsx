import { EmailVerify } from 'email-verify-element/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A sign-up form whose state can be changed from outside: the nonce, what is around the field, the key of the form. */
const SignUp = () => {
  const [{ ownership, made = 0, hint, keyed = 0 }, setState] = useState({ ownership: globalThis.nonce });
  const [email, setEmail] = useState('');
  globalThis.change = (more) => setState((state) => ({ ...state, ...more }));
  return (
    <form key={made} method="post" action="/join">
      {hint && <p>{hint}</p>}
      <EmailVerify key={keyed} endpoint="/verify/" ownership={ownership}>
        {hint && <p>{hint}</p>}
        <input type="email" name="email" value={email} onChange={({ target }) => setEmail(target.value)} />
        {hint && <p>{hint}</p>}
      </EmailVerify>
      <button>Join</button>
    </form>
  );
};

createRoot(document.querySelector('#root')).render(<SignUp />);
