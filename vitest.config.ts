import { configDefaults, defineConfig } from 'vitest/config';

const elsewhere = ['test/e2e/**', 'test/examples/**', 'test/runtimes/**', 'test/pages/**'];

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    // Vitest says 'test', by which bundlers would take their libraries' development builds.
    env: { NODE_ENV: '' },
    sequence: { hooks: 'list' },
    projects: [
      {
        extends: true,
        test: { name: 'node', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, ...elsewhere] },
      },
      { extends: true, test: { name: 'e2e', include: ['test/{e2e,examples}/**/*.test.ts'] } },
      { extends: true, test: { name: 'runtimes', include: ['test/runtimes/*.test.ts'] } },
      { extends: true, test: { name: 'pages', include: ['test/pages/*.test.ts'] } },
    ],
  },
});
