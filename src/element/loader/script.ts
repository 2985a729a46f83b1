/** The script tag's loader: reads the settings, and imports the element from beside itself. */
import type * as Bundle from '../bundle.js';
import { startLoader, type LoaderSettings } from './start.js';

declare global {
  interface Window {
    /** Settings of a page whose script tag cannot carry them; `attach` is added by the loader. */
    emailVerify?: LoaderSettings & { attach?: ReturnType<typeof startLoader> };
  }
}

/** The file that holds the element, beside the loader's (`rollup.config.mjs`). */
const ELEMENT_FILE = 'email-verify-element.js';

/** This script's address; `""` where it is inlined into the page. (For the classic build, `rollup.config.mjs` says it otherwise.) */
const self = import.meta.url;

/** A CDN that redirects, and a tag manager that takes the tag away, leave no tag of this address. */
const tag =
  (document.currentScript as HTMLScriptElement | null) ??
  [...document.scripts].find(({ src }) => src === self) ??
  document.querySelector<HTMLScriptElement>('script[data-endpoint]');

const camelCase = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** An inline script's address is the page's: whoever links to the page could choose its query. */
const isInline = !self || self.split(/[?#]/)[0] === document.baseURI.split(/[?#]/)[0];

const query = isInline
  ? {}
  : Object.fromEntries([...new URL(self).searchParams].map(([name, value]) => [camelCase(name), value]));

const read = (): LoaderSettings => {
  const data: Record<string, string | undefined> = tag?.dataset ?? {};
  return Object.assign({}, query, window.emailVerify, data);
};

let tries = 0;

/** A browser never fetches a module again that did not come: each further try needs another URL. */
const load = (): Promise<typeof Bundle> => {
  const { src, endpoint } = read() as Record<string, string | undefined>;
  // An inline loader has nothing beside it: the edge's host serves the element too, unless `src` names another place.
  const base = src ?? (isInline ? new URL('/', new URL(endpoint ?? '', document.baseURI)) : self);
  const url = new URL(ELEMENT_FILE, base);
  if (tries++) url.search = `?${tries}`;
  return import(/* @vite-ignore */ url.href) as Promise<typeof Bundle>;
};

// However often the script stands in a page, one loader is enough.
if (!window.emailVerify?.attach) window.emailVerify = { ...window.emailVerify, attach: startLoader(load, read) };
