import { BUTTON, EMAIL, FIELD, SIGN_UP, type Markup } from '../markup.js';

/** Pages whose CSS applies to every element, and various others. */
export const EVERYTHING: Record<string, Markup> = {
  '* { position: relative }': {
    css: `*, *::before, *::after { position: relative; box-sizing: border-box }`,
    body: SIGN_UP,
  },
  '* with room and edges': {
    css: `* { padding: 3px; border: 1px solid gray; min-block-size: 10px; max-inline-size: 100%; outline: 1px dashed }`,
    body: SIGN_UP,
  },
  'span { display: block }': {
    css: `span { display: block; padding: 1em; margin: 1em; min-inline-size: 200px }`,
    body: `<form><span>Email</span>${EMAIL}${BUTTON}</form>`,
  },
  'div { margin: 3em !important }': {
    css: `div { margin: 3em !important; display: block !important } button { padding: 20px !important; position: static !important }`,
    body: `<div>${SIGN_UP}</div>`,
  },
  '* { all: revert }': {
    css: `* { all: revert; letter-spacing: 5px; text-transform: uppercase }`,
    body: SIGN_UP,
  },
  'everything !important': {
    css: `body *, html > * { position: relative !important; display: block !important; float: none !important; opacity: 1 !important; visibility: visible !important }
      html > :not(head) { padding: 5px !important } head, script, style { display: none !important }`,
    body: SIGN_UP,
  },
  '[hidden] { display: block }': {
    css: `[hidden] { display: block } [hidden]::before { content: "hidden" } input[type=hidden] { display: block !important; padding: 10px }`,
    body: `${SIGN_UP}<p>Below</p>`,
  },
  ':not(:defined) { display: none }': {
    css: `:not(:defined) { display: none } :defined { scroll-margin: 1px }`,
    body: SIGN_UP,
  },
  'unknown elements are blocks': {
    css: `email-verify, [class*="email"], [id*="email"]:not(form), [part] { display: block; margin: 20px; padding: 20px; border: 5px solid red; position: static; inline-size: 300px }`,
    body: `<form><p>Email ${EMAIL}</p>${BUTTON}</form>`,
  },
  '[popover] of the page': {
    css: `[popover] { display: block; position: static; margin: 2em; inline-size: 100% } :popover-open { border: 20px solid }`,
    body: SIGN_UP,
  },
  'svg and path': {
    css: `svg { inline-size: 100%; block-size: 200px; display: block; fill: red } path { d: none; stroke-width: 20 } svg, img { max-inline-size: 100% }`,
    body: `<form>${EMAIL}${BUTTON}</form><svg viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>`,
  },
  '[role=status] and [aria-live]': {
    css: `[role=status], [aria-live], [role=alert], [role=group] { display: block !important; position: static !important; padding: 20px; inline-size: 100% !important; block-size: auto !important; clip-path: none !important; opacity: 1 !important }`,
    body: `${SIGN_UP}<p role="status">Saved</p>`,
  },
  '[aria-invalid] and [aria-describedby] of the page': {
    css: `input { border: 1px solid gray; padding: 4px } input:focus { outline: 2px solid }`,
    body: `<form><p id="hint">Your work address</p><input type="email" aria-describedby="hint">${BUTTON}</form>`,
  },
  'a classless sheet': {
    css: `* { box-sizing: border-box } :root { font-size: 106.25% } body { max-inline-size: 45rem; margin-inline: auto; padding: 1rem } body > * { padding-block: 1rem } body > :is(header, main, footer) { inline-size: 100% }
      form > *, input, button { display: block; inline-size: 100%; margin-block-end: 1rem; padding: 0.75rem 1rem } form > :last-child { margin-block-end: 0 } :where(dialog, article, form) > :first-child { margin-block-start: 0 }`,
    body: `<header>Harbour</header><main>${SIGN_UP}</main><footer>© 2026</footer>`,
  },
  'html { font-size: 62.5% }': {
    css: `html { font-size: 62.5% } body { font-size: 1.6rem; margin: 2rem } input, button { font-size: 1.6rem; padding: 1rem }`,
    body: SIGN_UP,
  },
  'what is inherited': {
    css: `html { font: 22px/0.8 serif; letter-spacing: 0.3em; word-spacing: 1em; text-align: center; text-indent: 4em; text-transform: uppercase; white-space: nowrap; cursor: wait;
      user-select: none; pointer-events: auto; font-variant: small-caps; font-style: italic; text-shadow: 0 0 4px red; word-break: break-all; list-style: square; quotes: none; hyphens: auto; tab-size: 20; visibility: visible }`,
    body: SIGN_UP,
  },
  'a page of columns': {
    css: `main { columns: 3; column-gap: 20px } p { break-inside: avoid }`,
    body: `<main><p>${'Harbour news. '.repeat(20)}</p><form>${FIELD}${BUTTON}</form><p>${'More news. '.repeat(30)}</p></main>`,
  },
  'container queries': {
    css: `body { container-type: inline-size } aside { container: side / size; block-size: 200px; inline-size: 260px } @container side (max-width: 300px) { form { display: grid; gap: 4px } form > :last-child { order: -1 } }
      @container (min-width: 500px) { aside { border: 2px solid } }`,
    body: `<aside><form>${FIELD}${BUTTON}</form></aside><p>Below</p>`,
  },
  'a root that is a container': {
    css: `html { container-type: inline-size; overflow-x: hidden } @container (min-width: 400px) { form { display: flex } }`,
    body: `<form>${FIELD}${BUTTON}</form>`,
  },
  'writing-mode: vertical-rl': {
    html: { lang: 'ja' },
    css: `html { writing-mode: vertical-rl } input { block-size: 2em; inline-size: 200px }`,
    body: `<h1>登録</h1><form>${FIELD}<button>登録</button></form><p>下</p>`,
  },
  'a vertical form in a horizontal page': {
    css: `form { writing-mode: vertical-lr; inline-size: 300px; border: 1px solid } form > :last-child { margin-block-start: 12px }`,
    body: `<form>${FIELD}${BUTTON}</form><p>Below</p>`,
  },
  'content-visibility and containment': {
    css: `section { content-visibility: auto; contain-intrinsic-size: auto 300px; contain: content }`,
    body: `<section><form>${FIELD}${BUTTON}</form></section><section>More</section>`,
  },
  'a field as wide as its text': {
    css: `input { field-sizing: content; min-inline-size: 12em } form { display: inline-flex; gap: 4px; border: 1px solid }`,
    body: `<form>${EMAIL}${BUTTON}</form> <b>beside</b>`,
  },
  'Material outlined field': {
    css: `.field { position: relative; display: inline-flex; inline-size: 280px; margin: 8px } .field input { flex: 1; padding: 16px 14px; border: 0; background: none } .field label { position: absolute; inset: 16px auto auto 14px }
      .field input:focus ~ label, .field input:not(:placeholder-shown) ~ label { inset-block-start: -8px; font-size: 12px } .field fieldset { position: absolute; inset: -5px 0 0; margin: 0; pointer-events: none }
      .field > :last-child { border-radius: 4px }`,
    body: `<form><div class="field"><input type="email" id="email" placeholder=" "><label for="email">Email</label><fieldset></fieldset></div>${BUTTON}</form>`,
  },
  'a wrapped field with an icon before it': {
    css: `.wrap { display: inline-flex; align-items: center; border: 1px solid; border-radius: 999px; padding: 0 4px 0 12px; gap: 6px } .wrap > * { border: 0 } .wrap > :first-child { inline-size: 16px } .wrap > :last-child { border-radius: 999px; margin: 4px 0 }`,
    body: `<form class="wrap"><svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>${EMAIL}${BUTTON}</form>`,
  },
};
