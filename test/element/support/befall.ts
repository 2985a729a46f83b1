/**
 * Runs the tests of a page in which a module of the element is `lost` or comes `late`, or words do (`wordless`). All of its
 * modules come from a folder of its own, in which `faults.mjs` sees to that.
 */
export const befall = async (fault: 'lost' | 'late' | 'wordless'): Promise<void> => {
  await import(new URL(`/${fault}/test/element/${fault}.page.ts`, location.origin).href);
};
