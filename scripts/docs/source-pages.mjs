/** Pages of files that are shown as code: the element's source, and what the manual links to. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { addressOf, linkTo, root, SOURCE, SOURCE_PAGES } from './manual.mjs';
import { page } from './page.mjs';
import { codeBlock, escape } from './render.mjs';

/** The files of the element's source. */
export const sourceFiles = () =>
  readdirSync(join(root, SOURCE), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${SOURCE}/${file.replaceAll('\\', '/')}`)
    .sort((a, b) => dirname(a).localeCompare(dirname(b)) || a.localeCompare(b));

/** The page of a file that is shown as code. */
export const codePage = (file) => {
  const address = addressOf(file);
  const inSource = file.startsWith(SOURCE);
  const title = inSource ? relative(SOURCE, file) : file;
  const back = inSource
    ? `<p class="back"><a href="${linkTo(address, `${SOURCE_PAGES}index.html`)}">All files</a></p>`
    : '';
  const text = readFileSync(join(root, file), 'utf8').trimEnd();
  const body = `${back}<h1 class="file">${escape(title)}</h1>\n${codeBlock(text, extname(file).slice(1))}`;
  return page({ title, address, body });
};

/** The page with the links to all files of the element's source. */
export const sourceIndex = () => {
  const address = `${SOURCE_PAGES}index.html`;
  const folders = new Map();
  for (const file of sourceFiles()) {
    const folder = dirname(relative(SOURCE, file));
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const lists = [...folders].map(
    ([folder, inside]) =>
      `<h2>${folder === '.' ? 'element' : escape(folder)}</h2>\n<ul class="files">${inside
        .map((file) => `<li><a href="${linkTo(address, addressOf(file))}">${escape(basename(file))}</a></li>`)
        .join('')}</ul>`,
  );
  const body = `<h1>Source</h1>\n<p>The element's TypeScript source. The npm package contains the built modules.</p>\n${lists.join('\n')}`;
  return page({ title: 'Source', address, body });
};
