import { useEffect, useState } from 'react';
import { Verify } from '#verify/react.jsx';
import { send } from './send.js';

export const SignUp = () => {
  const [render, setRender] = useState(1);
  useEffect(() => {
    window.hydrated = true;
  }, []);

  const onSubmit = (event) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    send({ email: data.get('email') }, event.nativeEvent.submitter?.value);
  };

  return (
    <main>
      <form onSubmit={onSubmit} data-render={render}>
        <Verify>
          <label>
            Email <input type="email" name="email" required />
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
      <button id="state" onClick={() => setRender(render + 1)}>
        Render again
      </button>
    </main>
  );
};
