/** Renders a Markdown file of the manual as HTML. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Marked } from 'marked';
import { sequenceList } from './sequence.mjs';
import { addressOf, linkTo, root } from './manual.mjs';

export const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const codeBlock = (code, language) =>
  `<pre><code data-language="${escape(language)}">${escape(code)}</code></pre>\n`;

const ENTITIES = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** The text of rendered HTML. */
export const textOf = (html) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|(lt|gt|quot|amp));/g, (_, number, name) =>
      number ? String.fromCodePoint(Number(number)) : ENTITIES[name],
    );

/** The id of a heading, as GitHub makes it. */
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/**
 * @param {string} file the Markdown file.
 * @param {(file: string) => void} onFile called with every file that the page links to or shows.
 * @returns the page's HTML, its headings, and the anchors that it links to, as `address#id`.
 */
export const render = (file, onFile) => {
  const headings = [];
  const anchors = [];
  const ids = new Set();
  const address = addressOf(file);

  const resolved = (href) => {
    if (/^(https?|mailto):/.test(href)) return href;
    const [path, anchor] = href.split('#');
    const target = path ? relative(root, resolve(root, dirname(file), path)).replaceAll('\\', '/') : file;
    if (!existsSync(join(root, target))) throw new Error(`${file} links to ${href}, which does not exist.`);
    if (anchor) anchors.push({ file, href, to: `${addressOf(target)}#${anchor}` });
    if (target === file) return `#${anchor}`;
    onFile(target);
    return linkTo(address, addressOf(target)) + (anchor ? `#${anchor}` : '');
  };

  const marked = new Marked({
    renderer: {
      html: (html) =>
        html.startsWith('<!--')
          ? ''
          : html.replace(/\b(src|href)="([^"]*)"/g, (_, name, href) => `${name}="${escape(resolved(href))}"`),
      image: (href, _title, text) =>
        `<img src="${escape(resolved(href))}" alt="${escape(textOf(text))}" loading="lazy">`,
      code: (code, language = '') => {
        if (language !== 'mermaid') return codeBlock(code, language.split(' ')[0]);
        return code.startsWith('sequenceDiagram') ? sequenceList(code) : '';
      },
      table: (head, rows) =>
        `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>\n`,
      heading: (html, level) => {
        const text = textOf(html);
        const base = slug(text);
        let id = base;
        for (let n = 1; ids.has(id); n++) id = `${base}-${n}`;
        ids.add(id);
        headings.push({ id, text, level });
        return `<h${level} id="${id}">${html}</h${level}>\n`;
      },
      link: (href, _title, html) => `<a href="${escape(resolved(href))}">${html}</a>`,
    },
  });
  const body = marked.parse(readFileSync(join(root, file), 'utf8')).replaceAll('<p></p>\n', '');
  return { title: headings[0]?.text ?? file, headings, anchors, body };
};
