/** Fragments of real pages in which an e-mail field stands. Not one rectangle of theirs may change because of the element. */
export interface Markup {
  /** What the page has in its body. The first `input[type=email]`, in open shadow roots too, is the field. */
  body: string;
  css?: string;
  /** Attributes of `<html>` and of `<body>`. */
  html?: Record<string, string>;
  bodyAttributes?: Record<string, string>;
  /** The window of the page, in CSS pixels. Default 760 by 560. */
  width?: number;
  height?: number;
  /** Bootstrap's own CSS comes before `css`. */
  bootstrap?: true;
  /** What the page's script does once the page stands. */
  script?: (document: Document) => void;
}

const EMAIL = '<input type="email" name="email" autocomplete="email" placeholder="you@example.com">';
const BUTTON = '<button>Sign up</button>';
const FIELD = `<label for="email">Email</label><input id="email" type="email" name="email" placeholder=" ">`;
const SIGN_UP = `<form><p><label>Name <input name="name"></label></p><p><label>Email ${EMAIL}</label></p><p>${BUTTON}</p></form>`;

/** Tailwind 3.4's preflight, as much of it as concerns layout. */
const PREFLIGHT_3 = `
  *, ::before, ::after { box-sizing: border-box; border-width: 0; border-style: solid; border-color: #e5e7eb }
  html { line-height: 1.5; tab-size: 4; font-family: ui-sans-serif, system-ui, sans-serif }
  body { margin: 0; line-height: inherit }
  button, input { font-family: inherit; font-size: 100%; font-weight: inherit; line-height: inherit; letter-spacing: inherit; color: inherit; margin: 0; padding: 0 }
  h1, h2, p { margin: 0; font-size: inherit }
  img, svg, video, canvas, audio, iframe, embed, object { display: block; vertical-align: middle }
  [hidden]:where(:not([hidden="until-found"])) { display: none }`;

/** Tailwind 4.1's preflight, as much of it as concerns layout. */
const PREFLIGHT_4 = `
  *, ::after, ::before, ::backdrop, ::file-selector-button { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
  html, :host { line-height: 1.5; tab-size: 4; font-family: ui-sans-serif, system-ui, sans-serif }
  button, input, select, textarea { font: inherit; letter-spacing: inherit; color: inherit; border-radius: 0; background-color: transparent; opacity: 1 }
  img, svg, video, canvas, audio, iframe, embed, object { display: block; vertical-align: middle }
  [hidden]:where(:not([hidden="until-found"])) { display: none !important }`;

export const MARKUPS: Record<string, Markup> = {
  'plain inline': {
    body: `<h1>Newsletter</h1><form>Your address: ${EMAIL} ${BUTTON}</form><p>No spam.</p>`,
  },
  'paragraphs and labels': { body: `<h1>Sign up</h1>${SIGN_UP}<footer>© Harbour</footer>` },
  'a field without a form': { body: `<div>${FIELD}${BUTTON}</div><p>Below.</p>` },
  'flex row': {
    css: `form { display: flex; gap: 8px; align-items: stretch } input { flex: 1 }`,
    body: `<form>${EMAIL}${BUTTON}</form>`,
  },
  'flex row that wraps and spreads': {
    css: `form { display: flex; flex-wrap: wrap; justify-content: space-between; inline-size: 400px } input { inline-size: 280px } button { inline-size: 100px }`,
    body: `<form>${EMAIL}${BUTTON}<small>Free</small></form><p>Below</p>`,
  },
  'flex column with equal shares': {
    css: `form { display: flex; flex-direction: column; block-size: 320px } form > * { flex: 1 1 0 }`,
    body: `<form><h2>Join</h2>${EMAIL}${BUTTON}</form>`,
  },
  grid: {
    css: `form { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }`,
    body: `<form><input name="first"><input name="last">${EMAIL}<input name="phone">${BUTTON}<a href="#terms">Terms</a></form>`,
  },
  'grid of labels': {
    css: `form { display: grid; grid-template-columns: max-content 1fr; gap: 8px 16px; align-items: center } button { grid-column: 2 }`,
    body: `<form><label for="name">Name</label><input id="name">${FIELD}<label for="phone">Phone</label><input id="phone">${BUTTON}</form>`,
  },
  'grid with implicit rows': {
    css: `body { display: grid; grid-auto-rows: 1fr; gap: 10px; min-block-size: 100vh; margin: 0 }`,
    body: `<header>Harbour</header><form>${EMAIL}${BUTTON}</form><footer>Below</footer>`,
  },
  'grid that packs': {
    css: `form { display: grid; grid-template-columns: repeat(auto-fill, minmax(140px, 1fr)); grid-auto-flow: dense } .wide { grid-column: span 2 }`,
    body: `<form><b>One</b><div class="wide">${EMAIL}</div><b>Two</b><b>Three</b>${BUTTON}</form>`,
  },
  subgrid: {
    css: `form { display: grid; grid-template-columns: max-content 1fr max-content; gap: 6px 12px }
      fieldset { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; border: 1px solid; margin: 0 }`,
    body: `<form><fieldset><label for="name">Your name</label><input id="name"><i>optional</i></fieldset>
      <fieldset>${FIELD}<i>required</i></fieldset>${BUTTON}</form>`,
  },
  table: {
    css: `table { border-collapse: collapse; inline-size: 100% } td, th { border: 1px solid; padding: 6px } tr:nth-child(even) td { padding: 12px }`,
    body: `<form><table><tr><th>Name</th><td><input name="name"></td></tr><tr><th>Email</th><td>${EMAIL}</td><td>required</td></tr>
      <tr><td colspan="3">${BUTTON}</td></tr></table></form>`,
  },
  'display: table': {
    css: `form { display: table; inline-size: 100% } .row { display: table-row } .row > * { display: table-cell; vertical-align: middle }`,
    body: `<form><div class="row"><span>Email</span><span>${EMAIL}</span><span>${BUTTON}</span></div></form><p>Below</p>`,
  },
  floats: {
    css: `label, input { float: left } button { float: right } form::after { content: ""; display: table; clear: both }`,
    body: `<form>${FIELD}${BUTTON}</form><p>Below</p>`,
  },
  'inline blocks without room': {
    css: `form { font-size: 0 } form > * { display: inline-block; font-size: 16px; inline-size: 50%; box-sizing: border-box }`,
    body: `<form>${EMAIL}${BUTTON}</form><p>Below</p>`,
  },
  'Bootstrap input-group': {
    bootstrap: true,
    body: `<div class="container py-4"><form class="was-none"><div class="input-group mb-3"><span class="input-group-text">@</span>
      <input type="email" class="form-control" placeholder="Email" aria-label="Email"><button class="btn btn-primary">Sign up</button></div>
      <div class="form-text">We share it with nobody.</div></form></div>`,
  },
  'Bootstrap input-group with the field last': {
    bootstrap: true,
    body: `<div class="container py-4"><form class="row g-3"><div class="col"><div class="input-group has-validation">
      <span class="input-group-text">Email</span><input type="email" class="form-control"></div></div>
      <div class="col-auto"><button class="btn btn-primary">Go</button></div></form></div>`,
  },
  'Bootstrap floating label': {
    bootstrap: true,
    body: `<div class="container py-4"><form><div class="form-floating mb-3"><input type="email" class="form-control" id="email" placeholder="name@example.com">
      <label for="email">Email address</label></div><div class="form-floating"><input type="password" class="form-control" id="password" placeholder="Password">
      <label for="password">Password</label></div><button class="w-100 btn btn-lg btn-primary mt-3">Sign up</button></form></div>`,
  },
  'Bootstrap floating label in an input-group': {
    bootstrap: true,
    body: `<div class="container py-4"><form class="input-group"><span class="input-group-text">@</span><div class="form-floating">
      <input type="email" class="form-control" id="email" placeholder="Email"><label for="email">Email</label></div><button class="btn btn-dark">Go</button></form></div>`,
  },
  'Bootstrap horizontal form, vstack and gutters': {
    bootstrap: true,
    body: `<div class="container vstack gap-3 py-4"><form class="row row-cols-lg-auto g-3 align-items-center"><div class="col-12"><label class="visually-hidden" for="email">Email</label>
      <input type="email" class="form-control" id="email"></div><div class="col-12"><button class="btn btn-primary">Submit</button></div></form><p class="lead">Below</p></div>`,
  },
  'Bootstrap modal': {
    bootstrap: true,
    body: `<div class="modal d-block" tabindex="-1" role="dialog"><div class="modal-dialog modal-dialog-centered"><form class="modal-content">
      <div class="modal-header"><h5 class="modal-title">Sign up</h5><button type="button" class="btn-close"></button></div>
      <div class="modal-body"><input type="email" class="form-control" placeholder="Email"></div>
      <div class="modal-footer"><button class="btn btn-primary">Sign up</button></div></form></div></div>`,
  },
  'Tailwind 3 newsletter with space-x and divide': {
    css: `${PREFLIGHT_3} .flex { display: flex } .flex-1 { flex: 1 1 0% } .p-4 { padding: 1rem }
      .space-x-4 > :not([hidden]) ~ :not([hidden]) { --tw-space-x-reverse: 0; margin-right: calc(1rem * var(--tw-space-x-reverse)); margin-left: calc(1rem * calc(1 - var(--tw-space-x-reverse))) }
      .divide-x > :not([hidden]) ~ :not([hidden]) { --tw-divide-x-reverse: 0; border-right-width: calc(1px * var(--tw-divide-x-reverse)); border-left-width: calc(1px * calc(1 - var(--tw-divide-x-reverse))) }
      .rounded-l { border-radius: 6px 0 0 6px } .last\\:rounded-r:last-child { border-radius: 0 6px 6px 0 }`,
    body: `<form class="flex space-x-4 divide-x p-4"><input type="email" class="flex-1 rounded-l" placeholder="Enter your email"><button class="last:rounded-r p-4">Subscribe</button></form>`,
  },
  'Tailwind 3 stack with space-y and divide-y': {
    css: `${PREFLIGHT_3} .p-4 { padding: 1rem } .w-full { width: 100% }
      .space-y-6 > :not([hidden]) ~ :not([hidden]) { margin-top: 1.5rem; margin-bottom: 0 }
      .divide-y > :not([hidden]) ~ :not([hidden]) { border-top-width: 1px; border-bottom-width: 0 }`,
    bodyAttributes: { class: 'space-y-6 divide-y' },
    body: `<h2>Join</h2><form class="space-y-6 divide-y p-4"><input class="w-full" name="name"><input type="email" class="w-full" placeholder="Email"><button>Subscribe</button></form><p>Below</p>`,
  },
  'Tailwind 4 newsletter with space-x and divide': {
    css: `${PREFLIGHT_4} .flex { display: flex } .flex-1 { flex: 1 } .p-4 { padding: 1rem }
      :where(.space-x-4 > :not(:last-child)) { --tw-space-x-reverse: 0; margin-inline-start: calc(1rem * var(--tw-space-x-reverse)); margin-inline-end: calc(1rem * calc(1 - var(--tw-space-x-reverse))) }
      :where(.divide-x > :not(:last-child)) { --tw-divide-x-reverse: 0; border-inline-style: solid; border-inline-start-width: calc(1px * var(--tw-divide-x-reverse)); border-inline-end-width: calc(1px * calc(1 - var(--tw-divide-x-reverse))) }`,
    body: `<form class="flex space-x-4 divide-x p-4"><input type="email" class="flex-1" placeholder="Enter your email"><button class="p-4">Subscribe</button></form>`,
  },
  'Tailwind 4 stack with space-y and divide-y': {
    css: `${PREFLIGHT_4} .p-4 { padding: 1rem } .w-full { width: 100% }
      :where(.space-y-6 > :not(:last-child)) { margin-block-end: 1.5rem } :where(.divide-y > :not(:last-child)) { border-block-end-width: 1px; border-style: solid }`,
    bodyAttributes: { class: 'space-y-6 divide-y' },
    body: `<h2>Join</h2><form class="space-y-6 divide-y p-4"><input class="w-full" name="name"><input type="email" class="w-full" placeholder="Email"><button>Subscribe</button></form><p>Below</p>`,
  },
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
  absolute: {
    css: `.bar { position: relative; inline-size: 320px; block-size: 44px } .bar input { position: absolute; inset: 0; inline-size: 100%; box-sizing: border-box; padding-inline-end: 96px }
      .bar button { position: absolute; inset-block: 4px; inset-inline-end: 4px }`,
    body: `<form class="bar">${EMAIL}${BUTTON}</form><p>Below</p>`,
  },
  'fixed at the bottom': {
    css: `form { position: fixed; inset: auto 0 0 0; display: flex; padding: 12px; border-block-start: 1px solid } input { flex: 1 } body { block-size: 900px }`,
    body: `<h1>News</h1><form>${EMAIL}${BUTTON}</form>`,
  },
  sticky: {
    css: `form { position: sticky; inset-block-start: 0; display: flex; padding: 8px } main { block-size: 1500px }`,
    body: `<header style="block-size: 80px">Harbour</header><form>${EMAIL}${BUTTON}</form><main>Text</main>`,
    script: (document) => {
      document.defaultView?.scrollTo(0, 200);
    },
  },
  'sticky footer': {
    css: `body { margin: 0; min-block-size: 100vh; display: grid; grid-template-rows: auto 1fr auto } footer { position: sticky; inset-block-end: 0; padding: 10px }`,
    body: `<header>Harbour</header><main>${SIGN_UP}<div style="block-size: 700px">Text</div></main><footer>Footer</footer>`,
  },
  'overflow hidden': {
    css: `.card { overflow: hidden; inline-size: 300px; block-size: 90px; border-radius: 16px; border: 1px solid; contain: paint }`,
    body: `<div class="card"><form>${FIELD}${BUTTON}</form></div><p>Below</p>`,
  },
  'an app that does not scroll': {
    css: `html, body { block-size: 100%; margin: 0; overflow: hidden } main { block-size: 100%; overflow: auto } .long { block-size: 900px }`,
    body: `<main>${SIGN_UP}<div class="long"></div></main>`,
  },
  'scroll containers, one in the other': {
    css: `.outer { overflow: auto; block-size: 300px; border: 1px solid } .inner { overflow-x: scroll; inline-size: 300px; block-size: 200px } .inner form { inline-size: 500px; padding-block: 60px }`,
    body: `<div class="outer"><div style="block-size: 40px"></div><div class="inner"><form>${FIELD}${BUTTON}</form></div><div style="block-size: 500px"></div></div>`,
    script: (document) => {
      document.querySelector('.outer')?.scrollTo(0, 30);
    },
  },
  transforms: {
    css: `.card { transform: translate(20px, 30px) scale(0.9); transform-origin: 0 0; padding: 10px } form { rotate: 0.5deg; will-change: transform }`,
    body: `<div class="card"><form>${FIELD}${BUTTON}</form></div>`,
  },
  'perspective and filters': {
    css: `main { perspective: 800px; filter: drop-shadow(0 0 4px gray) } form { backdrop-filter: blur(2px); transform: rotateY(3deg) }`,
    body: `<main><form>${FIELD}${BUTTON}</form></main>`,
  },
  zoom: { css: `main { zoom: 1.25 } form { zoom: 0.9 }`, body: `<main><form>${FIELD}${BUTTON}</form></main>` },
  'zoom of the whole page': { css: `html { zoom: 1.1 } body { display: flow-root }`, body: SIGN_UP },
  'right-to-left': {
    html: { dir: 'rtl', lang: 'he' },
    css: `form { display: flex; gap: 8px } input { flex: 1 }`,
    body: `<form>${EMAIL}<button>הרשמה</button></form><p>למטה</p>`,
  },
  'right-to-left with a left-to-right field': {
    html: { dir: 'rtl', lang: 'ar' },
    css: `form { display: grid; grid-template-columns: auto 1fr auto; gap: 8px }`,
    body: `<form><label for="email">البريد</label><input id="email" type="email" dir="ltr"><button>تسجيل</button></form>`,
  },
  'a right-to-left box in a page that scrolls sideways': {
    html: { dir: 'rtl' },
    css: `body { inline-size: 1200px }`,
    body: SIGN_UP,
  },
  '320 px wide': {
    width: 320,
    css: `form { display: flex; gap: 6px } input { flex: 1; min-inline-size: 0 }`,
    body: `<form>${EMAIL}${BUTTON}</form><p>Below</p>`,
  },
  '320 px wide, the field as wide as the window': {
    width: 320,
    css: `body { margin: 0 } input, button { display: block; inline-size: 100%; box-sizing: border-box; padding: 12px }`,
    body: `<form>${EMAIL}${BUTTON}</form>`,
  },
  'a low and narrow iframe': {
    width: 320,
    height: 180,
    css: `body { margin: 0; overflow: hidden } form { display: flex; padding: 20px }`,
    body: `<form>${EMAIL}${BUTTON}</form>`,
  },
  'media queries for a phone': {
    width: 390,
    css: `form { display: grid; gap: 10px; grid-template-columns: 1fr auto } @media (max-width: 480px) { form { grid-template-columns: 1fr } form > :last-child { order: -1 } }`,
    body: `<form>${EMAIL}${BUTTON}</form>`,
  },
  'a modal dialog': {
    css: `dialog { inline-size: 300px }`,
    body: `<h1>Page</h1><dialog><form method="dialog"><p><label>Email ${EMAIL}</label></p>${BUTTON}</form></dialog>`,
    script: (document) => {
      document.querySelector('dialog')?.showModal();
    },
  },
  'dialog > :last-child': {
    css: `dialog { inline-size: 320px } dialog > * { margin-block-end: 20px } dialog > :last-child { margin-block-end: 0 }`,
    body: `<dialog><h2>Sign up</h2><form><label>Email ${EMAIL}</label>${BUTTON}</form><footer>Terms</footer></dialog>`,
    script: (document) => {
      document.querySelector('dialog')?.showModal();
    },
  },
  'a dialog that is a grid with gaps': {
    css: `dialog[open] { display: grid; gap: 24px; grid-auto-rows: auto } dialog > * + * { border-block-start: 1px solid }`,
    body: `<dialog><h2>Sign up</h2><form><label>Email ${EMAIL}</label>${BUTTON}</form></dialog>`,
    script: (document) => {
      document.querySelector('dialog')?.showModal();
    },
  },
  'a popover': {
    css: `[popover] { inset: 40px auto auto 40px; margin: 0; padding: 16px } [popover] > :last-child { margin-block-end: 0; padding-block-end: 12px }`,
    body: `<div popover="manual"><form><label>Email ${EMAIL}</label>${BUTTON}</form><p>Terms</p></div>`,
    script: (document) => {
      document.querySelector<HTMLElement>('[popover]')?.showPopover();
    },
  },
  'a dialog of a library': {
    css: `.overlay { position: fixed; inset: 0; display: grid; place-items: center } .content { display: flex; flex-direction: column; gap: 12px; padding: 20px; border: 1px solid }
      .content > :last-child { align-self: flex-end }`,
    body: `<main aria-hidden="true">Page</main><div class="overlay"><div class="content" role="dialog" aria-modal="true"><h2>Join</h2>${EMAIL}${BUTTON}</div></div>`,
  },
  'an open shadow root': {
    css: `sign-up { display: block; border: 1px solid }`,
    body: `<sign-up></sign-up><p>Below</p>`,
    script: (document) => {
      const root = document.querySelector('sign-up')!.attachShadow({ mode: 'open' });
      root.innerHTML = `<style>:host { display: flex; gap: 10px; flex-direction: column } :host > *, form { margin: 0 } form > :last-child { margin-block-start: 12px }</style>
        <h2>Join</h2><form>${EMAIL}${BUTTON}</form>`;
    },
  },
  'a shadow root that is a flex row': {
    css: `p { margin: 0 }`,
    body: `<sign-up></sign-up><p>Below</p>`,
    script: (document) => {
      const root = document.querySelector('sign-up')!.attachShadow({ mode: 'open' });
      root.innerHTML = `<style>:host { display: flex; justify-content: space-between } * { box-sizing: border-box } :last-child { margin-inline-end: 10px }</style>${EMAIL}${BUTTON}`;
    },
  },
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
