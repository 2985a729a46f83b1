/**
 * Moves the code and styles that VitePress writes into pages to files: the pages' Content-Security-Policy allows
 * nothing inline.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A transformer of Shiki: the colour of a word as a class, for which style.css has one for light and one for dark. */
export const colours = {
  span: ({ properties }) => {
    const [, kind] = /var\(--code-token-([\w-]+)\)/.exec(properties.style) ?? [];
    if (kind) properties.class = `code-${kind}`;
    delete properties.style;
  },
};

const scripts = new Set();

/** @param {string} html a page @param {string} base the path of the documentation */
export const withoutInline = (html, base) =>
  html
    .replace(/<script id="[\w-]+">(.*?)<\/script>/gs, (_, code) => {
      scripts.add(code);
      return '';
    })
    .replace(/ style="[^"]*"/g, '')
    .replace('<link ', `<script src="${base}start.js"></script>\n    <link `);

/** @param {string} folder of the built site */
export const writeScript = (folder) => {
  writeFileSync(join(folder, 'start.js'), [...scripts].join(';\n'));
};
