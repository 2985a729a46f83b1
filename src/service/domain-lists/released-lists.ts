/** The lists of domains of this release. `npm run lists` writes this file when they have changed. */
export const RELEASED_LISTS = {
  madeAt: '2026-11-27T19:13:46.000Z',
  sha256: '4bfe9795d537670d7820d3a36ef45a1e2e9f269fc16703c992457d1bd1436f1b',
};
