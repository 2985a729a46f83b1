import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { configDefaults, defineConfig, type Plugin } from 'vitest/config';
import { bundlesOf } from './test/service/bundles.js';
import { buildWorker } from './test/support/pglite-worker.js';
import { QUICK_WASM, whole } from './test/support/whole.js';

const elsewhere = ['e2e', 'examples', 'runtimes', 'pages', 'doors', 'typescript', 'php', 'wordpress'].map(
  (folder) => `test/${folder}/**`,
);

/** Suites of attacks, hostile and random input, faults, and ends of processes, which take minutes: they run in CI. */
const heavy = whole
  ? []
  : [
      'test/**/{attacks/**,attacks.test.ts,hostile*.test.ts,full-disk.test.ts,outage.test.ts}',
      'test/service/store/embedded/{broken-start,disk-room,few-files}.test.ts',
      'test/service/store/unavailable.test.ts',
      'test/{fuzz/**,address/parse-random.test.ts,service/openapi/bounds.test.ts}',
      'test/cli/{running,end}.test.ts',
      'test/house/sbom.test.ts',
    ];

/** The pages of the manual, what starts a server for one rare setting, and what needs the system's Chromium, likewise. */
const slow = whole
  ? []
  : [
      'test/e2e/{api-docs,playground,site,ownership}.test.ts',
      'test/e2e/dashboard-{accuracy,away,dialogs,domain-outcomes,operator,rules}.test.ts',
      'test/e2e/{challenge,flood,hold-out,languages,look-ups}.test.ts',
    ];

/** Suites that mostly wait for time to pass, which CI runs beside the browsers. */
const waiting = whole
  ? [
      'test/service/store/embedded/broken-start.test.ts',
      'test/service/lists/{faults/waiting,upload/given-up,work/outages}.test.ts',
      'test/cli/command-retention.test.ts',
      'test/verifier/smtp/{hostile,surplus}.test.ts',
    ]
  : [];

/** Gives the embedded database its thread, built: Node loads no TypeScript into a thread. */
const pgliteWorker = (): Plugin => {
  const built = join(bundlesOf(process.pid), 'pglite-worker.js');
  let building: Promise<void> | undefined;
  return {
    name: 'pglite-worker',
    transform: {
      filter: { id: /pglite-thread\.ts$/ },
      handler: async (code) => {
        await (building ??= buildWorker(built));
        return code.replace('import.meta.url', JSON.stringify(pathToFileURL(built).href));
      },
    },
  };
};

/** Gives the service password hashes that cost little; `useRealPasswords` gives a suite the real ones. */
const quickPasswords = (): Plugin => ({
  name: 'quick-passwords',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'better-auth/crypto' && importer?.endsWith('/users/hashing.ts')
      ? resolve('test/support/quick-passwords.ts')
      : undefined,
});

const inNode = {
  // A process for each of a hundred files would take longer than their tests: a test puts back what it changes.
  isolate: false,
  execArgv: QUICK_WASM,
  globalSetup: 'test/service/bundles.ts',
  setupFiles: ['test/support/real-timers.ts', 'test/support/seed.ts'],
};

export default defineConfig({
  plugins: [pgliteWorker(), quickPasswords()],
  test: {
    pool: 'forks',
    // More than cores: many tests wait for a process, a browser or a time limit.
    maxWorkers: 4,
    // The heavy suites run whole in CI, side by side.
    testTimeout: whole ? 240_000 : 120_000,
    hookTimeout: 240_000,
    restoreMocks: true,
    // Vitest says 'test', by which bundlers would take their libraries' development builds.
    env: { NODE_ENV: '' },
    sequence: { hooks: 'list' },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...elsewhere, ...heavy, ...waiting],
          ...inNode,
        },
      },
      { extends: true, test: { name: 'waiting', include: waiting, ...inNode } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/*.test.ts'],
          exclude: [...configDefaults.exclude, ...slow],
          // Each file would load the browser's driver again.
          isolate: false,
          globalSetup: 'test/e2e/support/pack.ts',
        },
      },
      { extends: true, test: { name: 'runtimes', include: ['test/runtimes/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'doors',
          include: ['test/{doors,examples}/**/*.test.ts'],
          globalSetup: 'test/e2e/support/pack.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'typescript',
          include: ['test/typescript/*.test.ts'],
          globalSetup: 'test/e2e/support/pack.ts',
        },
      },
      {
        extends: true,
        test: { name: 'pages', include: ['test/pages/*.test.ts'], globalSetup: 'test/pages/support/tarball.ts' },
      },
      { extends: true, test: { name: 'wordpress', include: ['test/{php,wordpress}/*.test.ts'] } },
    ],
  },
});
