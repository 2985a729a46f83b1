import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { Verify } from '#verify/react.jsx';
import { mount } from './react.jsx';
import { send } from './send.js';

/** After MUI's template of a sign-up page. */
const SignUp = ({ render }) => {
  const [nameError, setNameError] = useState('');

  const handleSubmit = (event) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setNameError(data.get('name') ? '' : 'Name is required.');
    if (data.get('name')) send({ email: data.get('email') }, event.nativeEvent.submitter?.value);
  };

  return (
    <Box component="form" onSubmit={handleSubmit} noValidate data-render={render}>
      <Verify>
        <TextField required fullWidth label="Email" type="email" name="email" autoComplete="email" variant="outlined" />
      </Verify>
      <TextField required fullWidth label="Name" name="name" error={Boolean(nameError)} helperText={nameError} />
      <Button type="submit" name="plan" value="free">
        Free
      </Button>
      <Button type="submit" name="plan" value="paid" variant="contained">
        Paid
      </Button>
    </Box>
  );
};

mount(SignUp);
