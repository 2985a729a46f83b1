import { readdirSync } from 'node:fs';

const cdn = 'dist/cdn';
/** Loaded when needed, each for itself: the overlay, challenges, and one language at most. */
const later = readdirSync(cdn).filter((name) => /^email-verify-(?!element).*\.js$/.test(name));

const dashboard = 'server/dist/dashboard';
/** The first page of somebody who is signed in, with its charts. */
const firstPage = readdirSync(dashboard)
  .filter((name) => /^(index\.html|dashboard\.css|dashboard(-chart-library)?\.js)$/.test(name))
  .map((name) => `${dashboard}/${name}`);

/** The files that a page downloads. Sizes are as sent: compressed with brotli. */
export default [
  { name: 'loader, module', path: `${cdn}/email-verify.js`, limit: '2645 B' },
  { name: 'loader, classic script', path: `${cdn}/email-verify.classic.js`, limit: '2645 B' },
  { name: 'element, until a verdict stands', path: `${cdn}/email-verify-element.js`, limit: '28700 B' },
  { name: 'dashboard, with charts', path: firstPage, limit: '100 kB' },
  ...later.map((name) => ({ name: `later: ${name.slice('email-verify-'.length, -3)}`, path: `${cdn}/${name}` })),
];
