/** The loader as a script tag: reads the settings, and imports the element from the same folder. */
import type * as Bundle from '../bundle.js';
import { startLoader, type LoaderSettings } from './start.js';

declare global {
  interface Window {
    /** Settings of a page that cannot put them on the script tag. The loader adds `attach`. */
    emailVerify?: LoaderSettings & { attach?: ReturnType<typeof startLoader> };
  }
}

/** The element's file, in the loader's folder (`rollup.config.mjs`). */
const ELEMENT_FILE = 'email-verify-element.js';

const { currentScript } = document;
/**
 * The tag that runs this script, if it is known: not in a module, in `eval` or in a timeout, nor in a shadow tree. An
 * image or a form named `currentScript` hides it.
 */
const running = currentScript instanceof HTMLScriptElement ? currentScript : null;

/**
 * This script's URL; `""` if it is not known. (`rollup.config.mjs` replaces `import.meta.url` by `""` in the classic
 * build.)
 */
const self = running ? running.src : import.meta.url;

/** The script's tag; undefined after a CDN's redirect, or when a tag manager has removed or replaced it. */
const tag = running ?? [...document.scripts].find(({ src }) => src && src === self);

/** The settings of a tag that may be the script's. Another vendor's script may have this attribute too. */
const guess = tag ? null : document.querySelector<HTMLScriptElement>('script[data-endpoint]')?.dataset;

const camelCase = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** This script's URL without its query. */
const [path = ''] = self.split(/[?#]/);

/**
 * True if the script has no folder: its text is in the page, or in a `data:` or `blob:` URL, or webpack has written its
 * own path on disk. The URL may then be the page's, whose query anyone who links to the page controls, so it is
 * ignored.
 */
const isInline = !/^(?!file:)[^:]+:\/\//.test(path) || path === document.baseURI.split(/[?#]/)[0];

const query = isInline
  ? {}
  : Object.fromEntries([...new URL(self).searchParams].map(([name, value]) => [camelCase(name), value]));

const read = (): LoaderSettings => Object.assign({ ...query }, guess, window.emailVerify, tag?.dataset);

let tries = 0;

/**
 * Imports the element's file from a URL. A browser never fetches a failed module again, so each retry has another URL.
 */
const importFrom = async (file: string, base: string): Promise<typeof Bundle> => {
  const url = new URL(file, new URL(base, document.baseURI));
  if (tries > 1) url.search = `?${tries}`;
  return import(/* webpackIgnore: true */ /* @vite-ignore */ url.href) as Promise<typeof Bundle>;
};

/**
 * Imports the element from `src`, else from this script's folder, else from the edge's host. In a bundle, or evaluated
 * by a tag manager, the URL is another script's: where its folder has no element, the edge's host is next.
 */
const load = async (): Promise<typeof Bundle> => {
  const { src, endpoint = '' } = read() as Record<string, string | undefined>;
  tries++;
  const folder = src ?? (isInline ? '' : path);
  const fromEdge = (): Promise<typeof Bundle> => importFrom(`/${ELEMENT_FILE}`, endpoint);
  if (!folder) return fromEdge();
  const loading = importFrom(ELEMENT_FILE, folder);
  return src || /\/email-verify(\.classic)?\.js$/.test(path) ? loading : loading.catch(fromEdge);
};

// Starts once, even if the page contains the script several times.
if (!window.emailVerify?.attach) window.emailVerify = { ...window.emailVerify, attach: startLoader(load, read) };
