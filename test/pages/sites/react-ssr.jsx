import { hydrateRoot } from 'react-dom/client';
import { SignUp } from './react-ssr-form.jsx';

hydrateRoot(document.querySelector('#root'), <SignUp />);
