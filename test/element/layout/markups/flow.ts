import { BUTTON, EMAIL, FIELD, SIGN_UP, type Markup } from '../markup.js';

/** Pages by their layout: inline, flex, grid, tables and floats. */
export const FLOW: Record<string, Markup> = {
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
};
