/** The loader for npm: the same as the script tag's, as a function. */
import { startLoader as start, type LoaderSettings } from './start.js';

export type { LoaderSettings };

/**
 * Watches for the page's e-mail inputs, late ones too, and loads the element at the first sign of use.
 * @param settings the element's options by their property names, and `load`, `match`, `shadow`.
 * @returns a function that gives an input its element at once.
 * @example startLoader({ endpoint: 'https://verify.example/verify/' });
 */
export const startLoader = (settings: LoaderSettings = {}): ReturnType<typeof start> =>
  start(
    () => import('../bundle.js'),
    () => settings,
  );
