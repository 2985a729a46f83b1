import { render } from 'preact';
import { SignUp } from './sign-up.jsx';

render(<SignUp />, document.getElementById('app'));
