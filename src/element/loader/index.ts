/** The loader as a function, for bundlers. `script.ts` is the same for a script tag. */
import { startLoader as start, type LoaderSettings } from './start.js';

export type { LoaderSettings };

/**
 * Watches for the page's e-mail inputs, including those added later, and loads the element when the first one is used.
 * @param settings the element's options by their property names, and `load`, `match`, `shadow`.
 * @returns a function that attaches an element to an input at once.
 * @example startLoader({ endpoint: 'https://verify.example/verify/' });
 */
export const startLoader = (settings: LoaderSettings = {}): ReturnType<typeof start> =>
  start(
    () => import('../bundle.js'),
    () => settings,
  );
