import type { Markup } from './markup.js';

export const EMAIL = '<input type="email" name="email">';
export const BUTTON = '<button type="submit">Sign up</button>';
export const space = (height: number): string => `<div style="block-size: ${height}px"></div>`;
export const STACK =
  'form { inline-size: 320px } input, button { display: block; inline-size: 100%; box-sizing: border-box; padding: 8px }';

/** Pages with a field at various places. Each leaves at least one side of the field free of the button. */
export const PLACES: Record<string, Markup> = {
  'field above button': {
    css: `${STACK} button { margin-block-start: 8px }`,
    body: `${space(160)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'field above button, at the window’s upper edge': {
    css: `${STACK} body { margin: 0 } button { margin-block-start: 8px }`,
    body: `<form>${EMAIL}${BUTTON}</form>${space(300)}`,
  },
  'newsletter row': {
    css: `form { display: flex; gap: 8px; inline-size: 480px } input { flex: 1; padding: 10px }`,
    body: `${space(160)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'narrow phone': {
    width: 320,
    css: `body { margin: 12px } input, button { display: block; inline-size: 100%; box-sizing: border-box; padding: 12px; margin-block-end: 12px }`,
    body: `${space(200)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'narrow phone, newsletter row': {
    width: 320,
    css: `form { display: flex; gap: 6px } input { flex: 1; min-inline-size: 0; padding: 10px }`,
    body: `${space(200)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'field at the bottom of the window': {
    css: `form { position: fixed; inset: auto 20px 6px; display: flex } input { flex: 1; padding: 8px }`,
    body: `<form>${EMAIL}${BUTTON}</form>`,
  },
  'field and button at the bottom of the window': {
    css: `${STACK} form { position: fixed; inset-block-end: 4px }`,
    body: `<form>${EMAIL}${BUTTON}</form>`,
  },
  'button above the field': {
    css: `${STACK} form { display: flex; flex-direction: column-reverse; gap: 8px }`,
    body: `${space(160)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'other fields between': {
    css: `${STACK} input { margin-block-end: 8px }`,
    body: `${space(120)}<form>${EMAIL}<input name="name"><input name="phone">${BUTTON}</form>`,
  },
  'in a scroll container': {
    css: `${STACK} .box { overflow: auto; block-size: 160px; inline-size: 360px; border: 1px solid } button { margin-block-start: 8px }`,
    body: `${space(160)}<div class="box">${space(80)}<form>${EMAIL}${BUTTON}</form>${space(400)}</div>`,
    script: (document) => {
      document.querySelector('.box')!.scrollTop = 40;
    },
  },
  'in a modal dialog': {
    css: `${STACK} button { margin-block-start: 8px }`,
    body: `<dialog><h2>Join</h2><form>${EMAIL}${BUTTON}</form></dialog>`,
    script: (document) => {
      document.querySelector('dialog')!.showModal();
    },
  },
  'in a box that is transformed': {
    css: `${STACK} main { transform: translate(40px, 30px) scale(0.9) } button { margin-block-start: 8px }`,
    body: `${space(160)}<main><form>${EMAIL}${BUTTON}</form></main>`,
  },
  'in a card that clips': {
    css: `${STACK} .card { overflow: hidden; inline-size: 330px; border: 1px solid; border-radius: 12px } button { margin-block-start: 8px }`,
    body: `${space(160)}<div class="card"><form>${EMAIL}${BUTTON}</form></div>`,
  },
  'right-to-left row': {
    html: { dir: 'rtl', lang: 'he' },
    css: `form { display: flex; gap: 8px; inline-size: 480px } input { flex: 1; padding: 10px }`,
    body: `${space(160)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'right-to-left stack': {
    html: { dir: 'rtl', lang: 'he' },
    css: `${STACK} button { margin-block-start: 8px }`,
    body: `${space(160)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'in a zoomed box': {
    css: `main { zoom: 1.25 } form { zoom: 0.9 } ${STACK} button { margin-block-start: 8px }`,
    body: `${space(120)}<main><form>${EMAIL}${BUTTON}</form></main>`,
  },
  'zoomed page': {
    css: `html { zoom: 1.2 } ${STACK} button { margin-block-start: 8px }`,
    body: `${space(120)}<form>${EMAIL}${BUTTON}</form>`,
  },
};
