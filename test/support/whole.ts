/**
 * True in `.ci/run`, which runs the heavy suites whole. Elsewhere they keep a sample; `CI=true npm test` runs all of
 * them.
 */
export const whole = Boolean(process.env['CI']);

/** All rows of a table, or the first and every n-th after it. */
export const sample = <T>(rows: readonly T[], n: number): readonly T[] =>
  whole ? rows : rows.filter((_, i) => i % n === 0);

/** The number of runs of a property test: in CI, elsewhere; `FUZZ_RUNS` sets it. */
export const runs = (inCi: number, elsewhere: number): number =>
  Number(process.env['FUZZ_RUNS'] ?? (whole ? inCi : elsewhere));

/**
 * Flags of Node for processes that open the embedded database: V8 does not optimise its WebAssembly, which takes longer
 * than the statements of a test, those of the long suites too.
 */
export const QUICK_WASM = ['--liftoff-only'];
