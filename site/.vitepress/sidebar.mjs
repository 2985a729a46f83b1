/** The groups of the sidebar. A name that ends with a slash is all pages of that folder, sorted by title. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const docs = join(import.meta.dirname, '../../docs');

const GROUPS = {
  'Get something done': [
    'README.md',
    'jobs/sign-up-form.md',
    'jobs/lists.md',
    'jobs/self-host.md',
    'jobs/protect-the-edge.md',
    'testing.md',
    'troubleshooting.md',
  ],
  'The form': [
    'element.md',
    'forms.md',
    'forms-without-a-form.md',
    'typos.md',
    'theming.md',
    'privacy.md',
    'outcomes.md',
    'accessibility.md',
    'browsers.md',
    'cdn.md',
  ],
  Frameworks: ['wordpress.md', 'frameworks/'],
  'Form builders': ['builders/'],
  Backends: ['backends.md', 'backends/', 'ownership.md'],
  'The edge': ['edge.md', 'edge/'],
  'The service': ['service.md', 'service/', 'cli.md'],
  Project: ['upgrading.md', 'comparison.md', 'threat-model.md', 'ARCHITECTURE.md'],
};

const pages = readdirSync(docs, { recursive: true })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, title: /^# (.*)$/m.exec(readFileSync(join(docs, file), 'utf8'))?.[1] ?? file }));

const pagesOf = (name) =>
  pages
    .filter(({ file }) => (name.endsWith('/') ? file.startsWith(name) : file === name))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));

/** The address of a page, from the root of the documentation and without its ending. */
export const addressOf = (file) =>
  file
    .toLowerCase()
    .replace(/(^|\/)readme\.md$/, '$1index')
    .replace(/\.md$/, '');

/** The addresses that differ from the names of the files. */
export const rewrites = Object.fromEntries(
  pages.map(({ file }) => [file, `${addressOf(file)}.md`]).filter(([from, to]) => from !== to),
);

/** The sidebar, as VitePress takes it. A page that no group names stops the build. */
export const sidebar = () => {
  const groups = Object.entries(GROUPS).map(([text, names]) => ({ text, pages: names.flatMap(pagesOf) }));
  const named = groups.flatMap((group) => group.pages);
  const missing = pages.filter((page) => !named.includes(page));
  if (missing.length) throw new Error(`site/.vitepress/sidebar.mjs names no group for ${missing[0].file}.`);
  return groups.map(({ text, pages }) => ({
    text,
    items: pages.map(({ file, title }) => ({
      text: title.replaceAll('`', ''),
      link: `/${addressOf(file).replace(/^index$/, '')}`,
    })),
  }));
};
