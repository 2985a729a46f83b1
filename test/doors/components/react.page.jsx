/** What the tests call in the browser. */
import { createRoot, hydrateRoot } from 'react-dom/client';
import { newSeen, OwnPage, Page } from './react.app.jsx';

const seen = (window.seen = newSeen());
const container = document.getElementById('root');
const tell = { onRecoverableError: (error) => seen.errors.push(String(error)) };
let root;

window.render = (options = {}) => {
  root ??= createRoot(container, tell);
  root.render(<Page seen={seen} options={options} />);
};
window.renderOwn = (options = {}) => {
  root = createRoot(container, tell);
  root.render(<OwnPage {...options} />);
};
window.hydrate = () => {
  root = hydrateRoot(container, <Page seen={seen} options={{}} />, tell);
};
window.unmount = () => root.unmount();
