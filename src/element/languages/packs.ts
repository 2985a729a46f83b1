import type { Messages } from './en.js';

type Load = () => Promise<{ messages: Messages }>;

const hebrew: Load = () => import('./he.js');

/** How the words of a language are loaded, by its primary subtag (RFC 5646, 2.2.1). English needs no loading. */
export const PACKS: Readonly<Record<string, Load>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  he: hebrew,
  hi: () => import('./hi.js'),
  it: () => import('./it.js'),
  // What Hebrew was called until 1989.
  iw: hebrew,
  ja: () => import('./ja.js'),
  ko: () => import('./ko.js'),
  nl: () => import('./nl.js'),
  pl: () => import('./pl.js'),
  pt: () => import('./pt-BR.js'),
  ru: () => import('./ru.js'),
  sv: () => import('./sv.js'),
  tr: () => import('./tr.js'),
  uk: () => import('./uk.js'),
  zh: () => import('./zh-CN.js'),
};

/** Chinese in traditional characters, of which there is no pack: who reads those is not given simplified ones. */
const TRADITIONAL = /^zh(?!.*hans).*(hant|tw|hk|mo)/i;

/** The language itself, without script and region. */
export const primary = (tag: string): string => tag.toLowerCase().replace(/[-_].*/, '');

/** Which words are for a language tag: a key of `PACKS`, or `en`. */
export const packFor = (tag: string): string =>
  Object.hasOwn(PACKS, primary(tag)) && !TRADITIONAL.test(tag) ? primary(tag) : 'en';
