/** The pages of the manual: which there are, their sections in the navigation, and their addresses. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The folder of the pages in the site, and of the element's source. */
const DOCS = 'docs/';
export const SOURCE = 'src/element';
export const SOURCE_PAGES = `${DOCS}source/`;

/** The start page of the manual. */
export const START = 'docs/README.md';

/** The sections of the navigation. A name that ends with a slash is all pages of that folder, sorted by title. */
const SECTIONS = {
  Start: [START, 'README.md', 'docs/troubleshooting.md'],
  Jobs: [
    'docs/jobs/sign-up-form.md',
    'docs/forms.md',
    'docs/typos.md',
    'docs/jobs/lists.md',
    'docs/jobs/self-host.md',
    'docs/jobs/protect-the-edge.md',
    'docs/testing.md',
  ],
  Frameworks: ['docs/frameworks/', 'docs/wordpress.md'],
  Backends: ['docs/backends/'],
  'Look and reach': ['docs/theming.md', 'docs/accessibility.md', 'docs/browsers.md'],
  'The edge': ['docs/edge.md', 'docs/edge/'],
  'The service': ['docs/service.md', 'docs/service/'],
  Operation: ['docs/cli.md', 'docs/cdn.md', 'docs/upgrading.md'],
  Project: ['docs/comparison.md', 'docs/threat-model.md', 'SECURITY.md', 'docs/ARCHITECTURE.md', 'CHANGELOG.md'],
};

/** Titles for the navigation, where the page's own heading would not tell it from the others. */
const TITLES = { [START]: 'Documentation', 'README.md': 'Manual', 'CHANGELOG.md': 'Changes' };

const titleOf = (file) => TITLES[file] ?? /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? file;

const markdownBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((file) => `${folder}${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md'));

/**
 * Returns the sections with their pages, each with its file and its title. A page of `docs/` that no section names is in the last one.
 * @returns {{title: string, pages: {file: string, title: string}[]}[]}
 */
export const readSections = () => {
  const all = markdownBelow(DOCS).map((file) => ({ file, title: titleOf(file) }));
  const take = (name) =>
    name.endsWith('/')
      ? all.filter(({ file }) => file.startsWith(name)).sort((a, b) => a.title.localeCompare(b.title, 'en'))
      : existsSync(join(root, name))
        ? [{ file: name, title: titleOf(name) }]
        : [];
  const sections = Object.entries(SECTIONS).map(([title, names]) => ({ title, pages: names.flatMap(take) }));
  const taken = new Set(sections.flatMap(({ pages }) => pages.map(({ file }) => file)));
  sections.push({ title: 'More', pages: all.filter(({ file }) => !taken.has(file)) });
  return sections.filter(({ pages }) => pages.length);
};

/** The Markdown files of the manual. */
export const manualFiles = () => readSections().flatMap(({ pages }) => pages.map(({ file }) => file));

/** The address of a file's page or picture in the site, such as `docs/edge.html`. */
export const addressOf = (file) => {
  if (file === START) return `${DOCS}index.html`;
  if (file === 'README.md') return `${DOCS}manual.html`;
  const inDocs = file.startsWith(DOCS) ? file : `${DOCS}${file}`;
  if (file.startsWith(`${SOURCE}/`)) return `${SOURCE_PAGES}${file.slice(SOURCE.length + 1)}.html`;
  if (/\.(webp|svg)$/.test(file)) return inDocs;
  // Of the manual, without its ending; any other file is shown as code.
  return file.endsWith('.md') ? inDocs.toLowerCase().replace(/\.md$/, '.html') : `${DOCS}files/${file}.html`;
};

/** The link from one address to another. Relative: the site may be served below any path. A folder's page is linked as the folder. */
export const linkTo = (from, to) => {
  const link = posix.relative(dirname(from), to).replace(/(^|\/)index\.html$/, '$1');
  return link || './';
};
