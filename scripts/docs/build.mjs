/** Writes the site: the playground without a server, and the manual. Any static host can serve its folder, below any path. */
import { buildSync } from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addressOf, readSections, root, SOURCE_PAGES } from './manual.mjs';
import { page } from './page.mjs';
import { escape, render } from './render.mjs';
import { searchEntries } from './search-index.mjs';
import { codePage, sourceFiles, sourceIndex } from './source-pages.mjs';

/** Stops the build at a link to a heading that is not there. */
const checkAnchors = (pages) => {
  const ids = new Set(pages.flatMap(({ address, headings }) => headings.map(({ id }) => `${address}#${id}`)));
  for (const { anchors } of pages)
    for (const { file, href, to } of anchors)
      if (/\.html#/.test(to) && !to.startsWith('docs/files/') && !to.startsWith(SOURCE_PAGES) && !ids.has(to))
        throw new Error(`${file} links to ${href}, a heading that does not exist.`);
};

/** Writes the manual: pages, pictures, search. @param {string} site the folder of the site */
const writeDocs = (site) => {
  const write = (address, text) => {
    const file = join(site, address);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const linked = new Set(sourceFiles());
  const sections = readSections().map(({ title, pages }) => ({
    title,
    pages: pages.map((one) => ({ ...one, address: addressOf(one.file) })),
  }));
  const files = sections.flatMap(({ pages }) => pages);
  const pages = files.map(({ file, address, title: name }) => ({
    address,
    name,
    ...render(file, (target) => linked.add(target)),
  }));
  checkAnchors(pages);
  for (const { address, ...rest } of pages) write(address, page({ address, sections, ...rest }));
  for (const { file } of files) linked.delete(file);
  for (const file of linked) {
    if (/\.(webp|svg)$/.test(file)) write(addressOf(file), readFileSync(join(root, file)));
    else write(addressOf(file), codePage(file));
  }
  write(`${SOURCE_PAGES}index.html`, sourceIndex());
  const entries = searchEntries(pages.map(({ name, address, body }) => ({ title: name, address, body })));
  // A module, which the pages' policy for scripts covers, and not a file to fetch.
  write('docs/search-entries.js', `export default ${JSON.stringify(entries)};\n`);
  cpSync(join(root, 'site/docs.css'), join(site, 'docs/docs.css'));
  buildSync({
    absWorkingDir: root,
    entryPoints: ['site/docs.js'],
    outfile: join(site, 'docs/docs.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    external: ['./search-entries.js'],
    banner: { js: '/*! With MiniSearch by Luca Ongaro, MIT. */' },
    logLevel: 'warning',
  });
};

/** A button that opens `examples/stackblitz` there, by a form that posts its files (StackBlitz's POST API). */
const stackBlitzForm = () => {
  const folder = join(root, 'examples/stackblitz');
  const fields = {
    'project[title]': 'email-verify',
    'project[template]': 'node',
    ...Object.fromEntries(
      readdirSync(folder).map((file) => [`project[files][${file}]`, readFileSync(join(folder, file), 'utf8')]),
    ),
  };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}" />`,
  );
  return `<form id="stackblitz" action="https://stackblitz.com/run" method="post" target="_blank" rel="noopener">${inputs.join('')}
      <button class="small-button">Open in StackBlitz</button></form>`;
};

/** The playground's page for a host without a server. */
const staticPlayground = (html) => {
  const replaced = [
    ['<html lang="en">', '<html lang="en" data-static>'],
    ['<script type="module" src="demo.js">', '<script type="module" src="samples.js"></script>\n    $&'],
    [' endpoint="/verify/"', ''],
    ['<a href="dashboard/">Dashboard</a>', ''],
    ['<footer class="foot">', `<p id="sent" class="foot" role="status"></p>\n    $&${stackBlitzForm()}`],
  ];
  return replaced.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`demo/index.html has no ${from}`);
    return text.replace(from, () => to.replace('$&', from));
  }, html);
};

/** @param {string} site the folder of the site, in `dist` */
export const writeSite = (site) => {
  cpSync(join(root, 'demo'), site, { recursive: true });
  cpSync(join(site, '../cdn'), site, { recursive: true, filter: (file) => !file.endsWith('.map') });
  cpSync(join(root, 'site/samples.js'), join(site, 'samples.js'));
  writeFileSync(join(site, 'index.html'), staticPlayground(readFileSync(join(root, 'demo/index.html'), 'utf8')));
  writeDocs(site);
};
