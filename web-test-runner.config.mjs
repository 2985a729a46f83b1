import commonjs from '@rollup/plugin-commonjs';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { fromRollup } from '@web/dev-server-rollup';
import { chromeLauncher } from '@web/test-runner-chrome';
import { defaultReporter } from '@web/test-runner';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { bundles } from './test/doors/bundles.mjs';
import { edge } from './test/element/support/edge.mjs';
import { faults } from './test/element/support/faults.mjs';
import { chromium } from './scripts/chromium.mjs';
import { countReporter } from './scripts/wtr-count.mjs';

const { executablePath, args, env } = await chromium();

export default {
  files: ['test/element/**/*.browser.ts', 'test/doors/**/*.browser.ts'],
  nodeResolve: { exportConditions: ['development', 'browser'] },
  concurrency: 2,
  middleware: [edge, faults],
  plugins: [
    bundles(),
    a11ySnapshotPlugin(),
    fromRollup(commonjs)({ strictRequires: false, include: ['**/node_modules/mailcheck/**/*'] }),
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: 'tsconfig.json' }),
  ],
  browsers: [chromeLauncher({ launchOptions: { executablePath, args, env, headless: 'shell' } })],
  testsFinishTimeout: 60_000,
  testFramework: { config: { timeout: 10_000 } },
  reporters: [defaultReporter(), countReporter()],
};
