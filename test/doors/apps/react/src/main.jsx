import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SignUp } from './sign-up.jsx';

createRoot(document.getElementById('app')).render(
  <StrictMode>
    <SignUp />
  </StrictMode>,
);
