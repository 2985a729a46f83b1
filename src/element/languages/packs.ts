import type { Messages } from './en.js';

type Load = () => Promise<{ messages: Messages }>;

const hebrew: Load = () => import('./he.js');

/** Loads the messages of a language, by its primary subtag (RFC 5646, 2.2.1). English is part of the bundle. */
export const PACKS: Readonly<Record<string, Load>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  he: hebrew,
  hi: () => import('./hi.js'),
  it: () => import('./it.js'),
  // The code of Hebrew until 1989, which browsers still accept.
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

/** Chinese in traditional characters, which has no pack: English is used, not simplified characters. */
const TRADITIONAL = /^zh(?!.*hans).*(hant|tw|hk|mo)/i;

/** The primary subtag: the language without script and region. */
export const primary = (tag: string): string => tag.toLowerCase().replace(/[-_].*/, '');

/** The pack for a language tag: a key of `PACKS`, or `en`. */
export const packFor = (tag: string): string =>
  Object.hasOwn(PACKS, primary(tag)) && !TRADITIONAL.test(tag) ? primary(tag) : 'en';
