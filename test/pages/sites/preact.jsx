/** @jsxImportSource preact */
import { render as draw } from 'preact';
import { signal, useSignal } from '@preact/signals';
import { Verify } from '#verify/preact.jsx';
import { send } from './send.js';

const render = signal(1);
const made = signal(1);

const SignUp = () => {
  const email = useSignal('');
  const onSubmit = (event) => {
    event.preventDefault();
    send({ email: email.value }, event.submitter?.value);
  };

  return (
    <form onSubmit={onSubmit} data-render={render.value + made.value - 1}>
      <Verify>
        <label>
          Email{' '}
          <input
            type="email"
            name="email"
            required
            value={email.value}
            onInput={(event) => (email.value = event.currentTarget.value)}
          />
        </label>
      </Verify>
      <label>
        Name <input name="name" required />
      </label>
      <button name="plan" value="free">
        Free
      </button>
      <button name="plan" value="paid">
        Paid
      </button>
    </form>
  );
};

const Page = () => (
  <main>
    <SignUp key={made.value} />
    <button id="state" onClick={() => render.value++}>
      Render again
    </button>
    <button id="again" onClick={() => made.value++}>
      Make again
    </button>
  </main>
);

draw(<Page />, document.querySelector('#root'));
