/** The functions that the tests call in a React page: `mount()` renders a view of a state, `set()` changes the state. */
import { createElement, Fragment } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { EmailVerify } from 'email-verify-element/react';

let root;
let view;

window.set = (state) => {
  flushSync(() => {
    root.render(createElement(Fragment, null, view(createElement, state, EmailVerify)));
  });
};
/** @param {(h: Function, state: object, EmailVerify: object) => object} made gives the view */
window.mount = (made, state) => {
  root?.unmount();
  root = createRoot(document.getElementById('root'));
  view = made;
  window.set(state);
};
