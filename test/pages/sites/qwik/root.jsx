import { $, component$, useServerData, useSignal } from '@builder.io/qwik';
import { Verify } from '#verify/qwik.jsx';
import { send } from '../send.js';

const SignUp = component$(({ render, site }) => {
  const email = useSignal('');
  const onSubmit = $((event) => send({ email: email.value }, event.submitter?.value));

  return (
    <form preventdefault:submit onSubmit$={onSubmit} data-render={render}>
      <Verify site={site}>
        <label>
          Email <input type="email" name="email" required onInput$={(_, input) => (email.value = input.value)} />
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
});

export default component$(() => {
  // The server's data is not there when the page has been resumed.
  const site = useSignal(useServerData('site'));
  const render = useSignal(1);
  const made = useSignal(1);
  return (
    <main>
      <SignUp key={made.value} render={render.value + made.value - 1} site={site.value} />
      <button id="state" onClick$={() => render.value++}>
        Render again
      </button>
      <button id="again" onClick$={() => made.value++}>
        Make again
      </button>
    </main>
  );
});
