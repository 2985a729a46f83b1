/** Writes the manual and the element's source as HTML pages beside the playground. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { Marked } from 'marked';

const root = join(import.meta.dirname, '..');

/** The files of the manual and their names in the sidebar. The first is the start page. */
const MANUAL = {
  'README.md': 'Manual',
  'docs/forms.md': 'Forms',
  'docs/edge.md': 'The edge',
  'docs/ARCHITECTURE.md': 'Architecture',
  'SECURITY.md': 'Security',
  'CHANGELOG.md': 'Changes',
};

/** The Markdown files of the manual. */
export const MANUAL_FILES = Object.keys(MANUAL);

const SOURCE = 'src/element';

const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const slug = (words) =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** The URL path of a file's page. */
const addressOf = (file) => {
  if (file === MANUAL_FILES[0]) return '/docs/';
  if (file in MANUAL) return `/docs/${basename(file, '.md').toLowerCase()}.html`;
  return file.startsWith(`${SOURCE}/`)
    ? `/docs/source/${relative(SOURCE, file)}.html`
    : `/docs/${file.replaceAll('\\', '/')}.html`;
};

const page = ({ title, file, headings = [], body }) => {
  const inSource = addressOf(file).startsWith('/docs/source/');
  const link = (href, text, current) => `<a href="${href}"${current ? ' aria-current="page"' : ''}>${escape(text)}</a>`;
  const contents = headings.map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>`).join('');
  const manual = Object.entries(MANUAL).map(
    ([other, name]) =>
      `<li>${link(addressOf(other), name, other === file)}${other === file ? `<ul>${contents}</ul>` : ''}</li>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(title)} · email-verify</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/demo.css" />
    <link rel="stylesheet" href="/docs.css" />
    <script type="module" src="/docs.js"></script>
  </head>
  <body>
    <header class="top">
      <a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28" />email-verify</a>
      <nav aria-label="Project">
        ${link('/', 'Playground')}
        ${link('/docs/', 'Docs', !inSource)}
        ${link('/docs/source/', 'Source', inSource)}
      </nav>
    </header>
    <div class="manual">
      ${inSource ? '' : `<nav class="contents" aria-label="Manual"><ul>${manual.join('')}</ul></nav>`}
      <main>${body}</main>
    </div>
  </body>
</html>
`;
};

const codeBlock = (code, language) => `<pre><code data-language="${escape(language)}">${escape(code)}</code></pre>\n`;

/** Renders Markdown; calls `onFile` with every linked file. Raw HTML, images and diagrams are omitted. */
const render = (file, onFile) => {
  const headings = [];
  const marked = new Marked({
    renderer: {
      html: () => '',
      image: () => '',
      code: (code, language = '') => (language === 'mermaid' ? '' : codeBlock(code, language)),
      table: (head, rows) =>
        `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>\n`,
      heading: (html, level, raw) => {
        const text = raw.replace(/[`*]/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
        const id = slug(text);
        if (level === 2) headings.push({ id, text });
        return `<h${level} id="${id}">${html}</h${level}>\n`;
      },
      link: (href, _title, html) => {
        if (/^(https?:|#)/.test(href)) return `<a href="${escape(href)}">${html}</a>`;
        const [path, anchor] = href.split('#');
        const target = relative(root, resolve(root, dirname(file), path));
        if (!existsSync(join(root, target))) throw new Error(`${file} links to ${href}, which does not exist.`);
        onFile(target);
        return `<a href="${addressOf(target)}${anchor ? `#${anchor}` : ''}">${html}</a>`;
      },
    },
  });
  const body = marked.parse(readFileSync(join(root, file), 'utf8')).replaceAll('<p></p>\n', '');
  const [, title = MANUAL[file]] = /<h1[^>]*>(.*?)<\/h1>/.exec(body) ?? [];
  return { title, headings, body };
};

/** The page of a source file. */
const codePage = (file) => {
  const text = readFileSync(join(root, file), 'utf8').trimEnd();
  const title = file.startsWith(SOURCE) ? relative(SOURCE, file) : file;
  const back = file.startsWith(SOURCE) ? '<p class="back"><a href="/docs/source/">All files</a></p>' : '';
  const body = `${back}<h1 class="file">${escape(title)}</h1>\n${codeBlock(text, extname(file).slice(1))}`;
  return page({ title, file, body });
};

const sourceIndex = (files) => {
  const folders = new Map();
  for (const file of files) {
    const folder = dirname(relative(SOURCE, file));
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const lists = [...folders].map(
    ([folder, inside]) =>
      `<h2>${folder === '.' ? 'element' : escape(folder)}</h2>\n<ul class="files">${inside
        .map((file) => `<li><a href="${addressOf(file)}">${escape(basename(file))}</a></li>`)
        .join('')}</ul>`,
  );
  return page({
    title: 'Source',
    file: `${SOURCE}/index`,
    body: `<h1>Source</h1>\n<p>The element's TypeScript source. The npm package contains the built modules.</p>\n${lists.join('\n')}`,
  });
};

/** @param {string} folder the folder of the playground's static files */
export const writeDocsPages = (folder) => {
  const write = (address, text) => {
    const file = join(folder, address.endsWith('/') ? `${address}index.html` : address);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const linked = new Set();
  for (const file of MANUAL_FILES)
    write(addressOf(file), page({ file, ...render(file, (target) => linked.add(target)) }));
  for (const file of linked) if (!(file in MANUAL)) write(addressOf(file), codePage(file));
  const sources = readdirSync(join(root, SOURCE), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${SOURCE}/${file.replaceAll('\\', '/')}`)
    .sort((a, b) => dirname(a).localeCompare(dirname(b)) || a.localeCompare(b));
  for (const file of sources) write(addressOf(file), codePage(file));
  write('/docs/source/', sourceIndex(sources));
};
