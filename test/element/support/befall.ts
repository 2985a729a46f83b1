/**
 * Runs the tests of a page whose workings are `lost` or come `late`. All of its modules come from a folder of its own,
 * in which `faults.mjs` sees to that.
 */
export const befall = async (fault: 'lost' | 'late'): Promise<void> => {
  await import(new URL(`/${fault}/test/element/${fault}.page.ts`, location.origin).href);
};
