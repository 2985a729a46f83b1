import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useState } from 'react';
import { Verify } from '#verify/react.jsx';
import { mount } from './react.jsx';
import { send } from './send.js';

/** After MUI's documentation of dialogs with a form. */
const SignUp = ({ render }) => {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');

  const handleSubmit = (event) => {
    event.preventDefault();
    send({ email }, event.nativeEvent.submitter?.value);
  };

  return (
    <>
      <Button id="open" onClick={() => setOpen(true)}>
        Join
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} transitionDuration={0}>
        <DialogTitle>Join</DialogTitle>
        <DialogContent>
          <form onSubmit={handleSubmit} id="sign-up" data-render={render}>
            <Verify>
              <TextField
                autoFocus
                required
                fullWidth
                margin="dense"
                label="Email"
                type="email"
                name="email"
                variant="standard"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            </Verify>
            <TextField required fullWidth margin="dense" label="Name" name="name" variant="standard" />
          </form>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form="sign-up" name="plan" value="free">
            Free
          </Button>
          <Button type="submit" form="sign-up" name="plan" value="paid">
            Paid
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};

mount(SignUp);
