import type { Markup } from '../markup.js';

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

/** Pages with the CSS of Bootstrap and Tailwind. */
export const LIBRARIES: Record<string, Markup> = {
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
};
