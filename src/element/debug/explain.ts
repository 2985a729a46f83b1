import type { DebugHost } from './debug-host.js';

/**
 * Makes the console say what is done and why: loads the part that does this.
 * @param subject an element; or, for the fields that the loader leaves alone, the page's own selector of its fields, if it has one.
 */
export const explain = async (subject?: DebugHost | string): Promise<void> => {
  (await import('./debug.js')).watch(subject);
};
