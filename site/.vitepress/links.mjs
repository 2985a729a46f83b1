/**
 * The links of the Markdown files, which are written for the repository: each leads to its page here, or to its file
 * there.
 */
import { existsSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { REPOSITORY } from './repository.mjs';
import { addressOf, docs } from './sidebar.mjs';

const root = join(docs, '..');

/** The id of a heading, as GitHub makes it. */
export const slugify = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/**
 * The target of a link in a page of `docs/`.
 * @param {string} page the path of its file
 * @param {string} href
 */
export const targetOf = (page, href) => {
  if (/^([a-z]+:|#)/i.test(href)) return href;
  const [path, anchor] = href.split('#');
  const file = relative(root, join(dirname(page), path)).replaceAll('\\', '/');
  if (!existsSync(join(root, file))) throw new Error(`${page} links to ${href}, which does not exist.`);
  const suffix = anchor ? `#${anchor}` : '';
  // Of other files in docs/, a page has only what it shows.
  if (!/^docs\/.*\.md$/.test(file)) return `${REPOSITORY}/blob/main/${file}${suffix}`;
  const from = posix.dirname(relative(docs, page).replaceAll('\\', '/'));
  const to = posix.relative(from, `${addressOf(file.slice('docs/'.length))}.md`);
  return `${to.startsWith('.') ? to : `./${to}`}${suffix}`;
};

/** A plug-in of markdown-it. */
export const repositoryLinks = (markdown) => {
  markdown.core.ruler.push('repository_links', ({ tokens, env }) => {
    for (const { children } of tokens)
      for (const token of children ?? [])
        if (token.type === 'link_open') {
          token.attrSet('href', targetOf(env.realPath ?? env.path, token.attrGet('href')));
        }
  });
};
