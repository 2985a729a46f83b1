/** What befalls requests for the workings from now on: `faults.mjs` reads the cookie. */
export const befall = (fault: 'lost' | 'late' | ''): void => {
  document.cookie = `workings=${fault}; path=/; max-age=${fault ? 60 : 0}`;
};
