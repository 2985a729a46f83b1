import { BUTTON, EMAIL, FIELD, SIGN_UP, type Markup } from '../markup.js';

/**
 * Pages by what contains the field: positioned and scrolling boxes, transforms, dialogs, shadow roots; and by window
 * and direction.
 */
export const CONTAINERS: Record<string, Markup> = {
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
};
