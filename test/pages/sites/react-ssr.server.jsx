import { renderToString } from 'react-dom/server';
import { SignUp } from './react-ssr-form.jsx';

export const render = (site) => {
  globalThis.site = site;
  return `<div id="root">${renderToString(<SignUp />)}</div>`;
};
