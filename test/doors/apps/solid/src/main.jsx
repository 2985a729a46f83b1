import { render } from 'solid-js/web';
import { SignUp } from './sign-up.jsx';

render(() => <SignUp />, document.getElementById('app'));
