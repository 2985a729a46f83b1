/** The site of the documentation: the Markdown files of `docs/`, by VitePress. `npm run docs` builds it. */
import { createCssVariablesTheme } from 'shiki';
import { defineConfig } from 'vitepress';
import { diagrams } from './diagrams.mjs';
import { repositoryLinks, slugify } from './links.mjs';
import { namedRows, rowHeadings } from './names.mjs';
import { REPOSITORY } from './repository.mjs';
import { rewrites, sidebar } from './sidebar.mjs';
import { colours, withoutInline, writeScript } from './strict.mjs';

const base = process.env.DOCS_BASE ?? '/docs/';
/** The playground's folder, which the documentation is in. */
const playground = base.replace(/[^/]+\/$/, '');

/**
 * The text of a page, for the search: with a heading for each named row of its tables, and without the colours of code,
 * which take most of the time.
 */
const plain = (source, env, markdown) => {
  const { highlight } = markdown.options;
  markdown.set({ highlight: null });
  try {
    const html = markdown.render(source, env);
    // The columns of the service's own tables are no names that people look for.
    return env.relativePath === 'service/schema.md' ? html : html + rowHeadings(html);
  } finally {
    markdown.set({ highlight });
  }
};

export default defineConfig({
  base,
  srcDir: '../docs',
  outDir: '../server/dist/site/docs',
  cacheDir: './node_modules/.cache',
  rewrites,
  lang: 'en',
  title: 'email-verify',
  titleTemplate: ':title · email-verify',
  description: 'A sign-up form that catches bad addresses and keeps nobody out: how to add it, how to run it.',
  head: [['link', { rel: 'icon', href: `${playground}icon.svg`, type: 'image/svg+xml' }]],
  // Of a server on the reader's machine.
  ignoreDeadLinks: 'localhostLinks',
  // Its style element would be inline.
  appearance: { disableTransition: false },
  metaChunk: true,
  router: { prefetchLinks: false },
  markdown: {
    anchor: { slugify },
    // One pass over the code: style.css has the colours of light and dark.
    theme: createCssVariablesTheme({ variablePrefix: '--code-' }),
    codeTransformers: [colours],
    config: (markdown) => {
      markdown.use(repositoryLinks).use(diagrams).use(namedRows);
    },
  },
  transformHtml: (html) => withoutInline(html, base),
  buildEnd: ({ outDir }) => writeScript(outDir),
  themeConfig: {
    // Set by its component, which knows the way out of the documentation.
    nav: [{ component: 'SiteLinks' }],
    sidebar: sidebar(),
    outline: { level: [2, 3], label: 'On this page' },
    search: {
      provider: 'local',
      options: {
        _render: plain,
        miniSearch: { searchOptions: { combineWith: 'AND', boost: { title: 4, text: 2, titles: 1 } } },
      },
    },
    editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path`, text: 'Edit this page' },
    externalLinkIcon: true,
  },
});
