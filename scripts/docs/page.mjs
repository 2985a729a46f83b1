/** The frame of a page: header with search, navigation, contents. */
import { linkTo, SOURCE_PAGES } from './manual.mjs';
import { escape } from './render.mjs';

/** The deepest heading in the contents. */
const CONTENTS_LEVEL = 2;

const contentsOf = (headings) => {
  const entries = headings.filter(({ level }) => level === CONTENTS_LEVEL);
  if (entries.length < 2) return '';
  const list = entries.map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>`).join('');
  return `<nav class="toc" aria-label="On this page"><details><summary>On this page</summary><ul>${list}</ul></details></nav>`;
};

/**
 * @param {object} page
 * @param {string} page.title
 * @param {string} page.address its address in the site
 * @param {{title: string, pages: {title: string, address: string}[]}[]} [page.sections] the navigation; a page of source has none
 * @param {{id: string, text: string, level: number}[]} [page.headings]
 * @param {string} page.body
 */
export const page = ({ title, address, sections, headings = [], body }) => {
  const to = (target) => linkTo(address, target);
  const link = (target, text, current) =>
    `<a href="${to(target)}"${current ? ' aria-current="page"' : ''}>${escape(text)}</a>`;
  const section = ({ title: name, pages }) =>
    `<h2>${escape(name)}</h2><ul>${pages
      .map((one) => `<li>${link(one.address, one.title, one.address === address)}</li>`)
      .join('')}</ul>`;
  const inSource = address.startsWith(SOURCE_PAGES);
  const home = to('index.html');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(title)} · email-verify</title>
    <link rel="icon" href="${to('icon.svg')}" type="image/svg+xml" />
    <link rel="stylesheet" href="${to('demo.css')}" />
    <link rel="stylesheet" href="${to('docs/docs.css')}" />
    <script type="module" src="${to('docs/docs.js')}"></script>
  </head>
  <body class="docs">
    <header class="top">
      <a class="brand" href="${home}"><img src="${to('icon.svg')}" alt="" width="28" height="28" />email-verify</a>
      ${sections ? '<button class="menu-button" popovertarget="menu">Pages</button>' : ''}
      <search class="search" hidden>
        <input type="search" aria-label="Search the documentation" aria-describedby="found" placeholder="Search (/)" autocomplete="off" spellcheck="false" />
        <p id="found" class="visually-hidden" role="status"></p>
        <div class="results" hidden></div>
      </search>
      <nav aria-label="Project">
        ${link('index.html', 'Playground')}
        ${link('docs/index.html', 'Docs', !inSource)}
        ${link(`${SOURCE_PAGES}index.html`, 'Source', inSource)}
      </nav>
    </header>
    <div class="manual">
      ${sections ? `<nav id="menu" class="pages" popover aria-label="Documentation">${sections.map(section).join('')}</nav>` : ''}
      <main>${contentsOf(headings)}<div class="text">${body}</div></main>
    </div>
  </body>
</html>
`;
};
