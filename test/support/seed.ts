import fc from 'fast-check';
import { whole } from './whole.js';

const { FUZZ_RUNS, FUZZ_SEED } = process.env;

// CI draws the same values in each run, so that a failure comes from the change. `npm run fuzz` draws new ones each time.
if (FUZZ_SEED || (whole && !FUZZ_RUNS)) fc.configureGlobal({ seed: Number(FUZZ_SEED ?? 1) });
