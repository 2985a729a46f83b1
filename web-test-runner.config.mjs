import rollupCommonjs from '@rollup/plugin-commonjs';
import { fromRollup } from '@web/dev-server-rollup';
import { defaultReporter } from '@web/test-runner';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { bundles } from './test/element/support/bundles.mjs';
import { cdp } from './test/element/support/cdp.mjs';
import { csp } from './test/element/support/csp.mjs';
import { challenges } from './test/element/support/challenges.mjs';
import { edge } from './test/element/support/edge.mjs';
import { keys } from './test/element/support/keys.mjs';
import { faults } from './test/element/support/faults.mjs';
import { typescript } from './test/element/support/typescript.mjs';
import { engine } from './scripts/engines.mjs';
import { countReporter } from './scripts/wtr-count.mjs';

/** mailcheck is CommonJS, which no browser loads. */
const commonjs = fromRollup(rollupCommonjs)({ include: ['**/node_modules/mailcheck/**'], strictRequires: false });

/** `ENGINE=firefox npx wtr`: the same tests in another engine. Chromium is out of npm, the others out of the system. */
const name = process.env.ENGINE ?? 'chromium';
const { launcher, concurrency } = await engine(name);
/** All rows of the tables run in Chromium, a sample of them in the others, which take a second for two tests. */
const CI = name === 'chromium' ? (process.env.CI ?? '') : '';

export default {
  files: ['test/element/**/*.browser.ts'],
  nodeResolve: { exportConditions: ['browser'] },
  concurrency,
  middleware: [csp, challenges, edge, faults],
  plugins: [
    commonjs,
    bundles(),
    keys(),
    cdp(),
    a11ySnapshotPlugin(),
    typescript({ 'process.env.CI': JSON.stringify(CI) }),
  ],
  browsers: [launcher],
  // WebKit's driver has one window, and a busy machine one core.
  testsFinishTimeout: 300_000,
  // Longer than `eventually` tries.
  testFramework: { config: { timeout: 60_000 } },
  reporters: [defaultReporter(), countReporter()],
};
