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

/** This script's URL; `""` for an inline classic script. (`rollup.config.mjs` replaces it in the classic build.) */
const self = import.meta.url;

/** The script's tag. There may be none with this URL after a CDN's redirect, or when a tag manager has removed it. */
const tag =
  (document.currentScript as HTMLScriptElement | null) ??
  [...document.scripts].find(({ src }) => src === self) ??
  document.querySelector<HTMLScriptElement>('script[data-endpoint]');

const camelCase = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** True if the script is inline. Its URL is then the page's, whose query is under the control of anybody who links to the page: it is ignored. */
const isInline = !self || self.split(/[?#]/)[0] === document.baseURI.split(/[?#]/)[0];

const query = isInline
  ? {}
  : Object.fromEntries([...new URL(self).searchParams].map(([name, value]) => [camelCase(name), value]));

const read = (): LoaderSettings => Object.assign({}, query, window.emailVerify, tag?.dataset);

let tries = 0;

/** Imports the element. A browser never fetches a failed module again, so each retry has another URL. */
const load = (): Promise<typeof Bundle> => {
  const { src, endpoint } = read() as Record<string, string | undefined>;
  // For an inline loader the edge's host serves the element, unless `src` names another URL.
  const base = src ?? (isInline ? new URL('/', new URL(endpoint ?? '', document.baseURI)) : self);
  const url = new URL(ELEMENT_FILE, base);
  if (tries++) url.search = `?${tries}`;
  return import(/* @vite-ignore */ url.href) as Promise<typeof Bundle>;
};

// Started once, however often the script is in the page.
if (!window.emailVerify?.attach) window.emailVerify = { ...window.emailVerify, attach: startLoader(load, read) };
