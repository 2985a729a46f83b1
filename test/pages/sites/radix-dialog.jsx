import * as Dialog from '@radix-ui/react-dialog';
import { useState } from 'react';
import { Verify } from '#verify/react.jsx';
import { mount } from './react.jsx';
import { send } from './send.js';

const SignUp = ({ render }) => {
  const [email, setEmail] = useState('');

  const onSubmit = (event) => {
    event.preventDefault();
    send({ email }, event.nativeEvent.submitter?.value);
  };

  return (
    <Dialog.Root>
      <Dialog.Trigger id="open">Join</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay style={{ position: 'fixed', inset: 0, background: 'rgb(0 0 0 / 0.4)' }} />
        <Dialog.Content style={{ position: 'fixed', inset: '40px 100px auto', padding: 24, background: 'white' }}>
          <Dialog.Title>Join</Dialog.Title>
          <Dialog.Description>Choose a plan.</Dialog.Description>
          <form onSubmit={onSubmit} data-render={render}>
            <Verify>
              <label>
                Email{' '}
                <input
                  type="email"
                  name="email"
                  required
                  value={email}
                  onChange={(event) => setEmail(event.target.value)}
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
          <Dialog.Close>Close</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

mount(SignUp);
