/**
 * Runs every property test of the edge FUZZ_RUNS times (100,000), with a new seed for each run. `FUZZ_SEED=… npm run fuzz`
 * reproduces a run.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const { FUZZ_RUNS = '100000', FUZZ_SEED = String(Date.now() % 2 ** 31) } = process.env;
const files = ['test/edge/fuzz.test.ts', 'test/edge/fuzz-inputs.test.ts'];
console.log(`${FUZZ_RUNS} runs of each property, seed ${FUZZ_SEED}`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project=node', '--reporter=verbose', '--testTimeout=0', ...files],
  { cwd: join(import.meta.dirname, '..'), stdio: 'inherit', env: { ...process.env, FUZZ_RUNS, FUZZ_SEED } },
);
process.exitCode = status ?? 1;
