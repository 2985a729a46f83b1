import { createSignal, Show } from 'solid-js';
import { render as draw } from 'solid-js/web';
import { Verify } from '#verify/solid.jsx';
import { send } from './send.js';

const [render, setRender] = createSignal(1);
const [made, setMade] = createSignal(1);

const SignUp = () => {
  const [email, setEmail] = createSignal('');
  const onSubmit = (event) => {
    event.preventDefault();
    send({ email: email() }, event.submitter?.value);
  };

  return (
    <form onSubmit={onSubmit} data-render={render() + made() - 1}>
      <Verify>
        <label>
          Email{' '}
          <input
            type="email"
            name="email"
            required
            value={email()}
            onInput={(event) => setEmail(event.currentTarget.value)}
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
    <Show when={made()} keyed>
      <SignUp />
    </Show>
    <button id="state" onClick={() => setRender(render() + 1)}>
      Render again
    </button>
    <button id="again" onClick={() => setMade(made() + 1)}>
      Make again
    </button>
  </main>
);

draw(() => <Page />, document.querySelector('#root'));
