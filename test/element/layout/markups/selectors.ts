import { BUTTON, EMAIL, FIELD, SIGN_UP, type Markup } from '../markup.js';

/** Pages whose selectors count siblings, or lay out the body and `<html>`. */
export const SELECTORS: Record<string, Markup> = {
  ':last-child': {
    css: `form > * { margin-block-end: 20px; display: block } form > :last-child { margin-block-end: 0; border-radius: 0 0 12px 12px } form { border: 1px solid }`,
    body: `<form>${EMAIL}${BUTTON}</form><p>Below</p>`,
  },
  ':last-child is the field': {
    css: `.field > * { display: block } .field > :last-child { margin-block-end: 24px; border-radius: 9px } .field > :only-of-type { inline-size: 300px }`,
    body: `<form><div class="field">${FIELD}</div>${BUTTON}</form>`,
  },
  ':nth-child': {
    css: `form { display: flex; flex-wrap: wrap } form > :nth-child(odd) { inline-size: 60% } form > :nth-child(even) { inline-size: 40% } form > :nth-last-child(2) { padding: 10px }`,
    body: `<form><input name="name"><i>optional</i>${EMAIL}<i>required</i>${BUTTON}</form>`,
  },
  'selectors with +': {
    css: `input + button { margin-inline-start: -4px; border-radius: 0 8px 8px 0 } input + button + small { display: block; margin-block-start: 8px } form + p { margin-block-start: 40px }`,
    body: `<form>${EMAIL}${BUTTON}<small>No spam</small></form><p>Below</p>`,
  },
  'form > * + *': {
    css: `form > * + * { margin-block-start: 1.5rem } form > * { display: block }`,
    body: `<form><input name="name">${EMAIL}${BUTTON}</form><p>Below</p>`,
  },
  'the lobotomised owl': {
    css: `* + * { margin-block-start: 1.5em }`,
    body: `<header>Harbour</header><main>${SIGN_UP}</main><footer>Below</footer>`,
  },
  ':has() and sibling counts': {
    css: `form:has(> :nth-child(4)) { outline: 3px solid; padding: 30px } form > :first-child:nth-last-child(3), form > :first-child:nth-last-child(3) ~ * { inline-size: 30% }`,
    body: `<form><input name="name">${EMAIL}${BUTTON}</form>`,
  },
  ':empty and :only-child': {
    css: `.error:empty { display: none } .error { padding: 10px } .box > :only-child { inline-size: 100% }`,
    body: `<form><div class="box">${EMAIL}</div><div class="error"></div>${BUTTON}</form>`,
  },
  'body as a flex column, its last child at the bottom': {
    css: `body { display: flex; flex-direction: column; min-block-size: 100vh; margin: 0 } body > :last-child { margin-block-start: auto }`,
    body: `<header>Harbour</header><main>${SIGN_UP}</main><footer>© 2026</footer>`,
  },
  'body centres its one child': {
    css: `html, body { block-size: 100%; margin: 0 } body { display: flex; align-items: center; justify-content: center }`,
    body: `<form>${EMAIL}${BUTTON}</form>`,
  },
  'html is a grid': {
    css: `html { display: grid; place-items: center; min-block-size: 100%; gap: 20px }`,
    body: `<form>${EMAIL}${BUTTON}</form>`,
  },
  'html is a flex row with a gap': {
    css: `html { display: flex; gap: 40px; justify-content: space-between } body { flex: 1 }`,
    body: SIGN_UP,
  },
};
