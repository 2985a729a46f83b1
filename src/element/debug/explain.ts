import type { DebugHost } from './debug-host.js';

/**
 * Loads the code of the log, and starts it.
 * @param subject an element; or, for the fields that the loader leaves alone, the page's own selector of fields, if it
 * has one.
 */
export const explain = (subject?: DebugHost | string): Promise<void> =>
  import('./debug.js').then(({ watch }) => {
    watch(subject);
  });
