/** Moves the code and styles that VitePress writes into pages to files: the pages' Content-Security-Policy allows nothing inline. */
import { transformerStyleToClass } from '@shikijs/transformers';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Colours of code, by class. */
export const colours = transformerStyleToClass({ classPrefix: 'code-' });

const scripts = new Set();

/** @param {string} html a page @param {string} base the path of the documentation */
export const withoutInline = (html, base) =>
  html
    .replace(/<script id="[\w-]+">(.*?)<\/script>/gs, (_, code) => {
      scripts.add(code);
      return '';
    })
    .replace(/ style="[^"]*"/g, '')
    .replace(
      '<link ',
      `<script src="${base}start.js"></script>\n    <link rel="stylesheet" href="${base}code.css">\n    <link `,
    );

/** @param {string} folder of the built site */
export const writeStrictFiles = (folder) => {
  writeFileSync(join(folder, 'start.js'), [...scripts].join(';\n'));
  writeFileSync(join(folder, 'code.css'), colours.getCSS());
};
