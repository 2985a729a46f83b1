/**
 * Runs the stages of `npm test`, and prints one line with the test counts at the end.
 * `node scripts/test.mjs lint node+webkit` runs only these stages, one after the other, those with a + side by side.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = join(import.meta.dirname, '..');

/** Vitest's JSON report of a stage. */
const countsOf = (stage) => `node_modules/.cache/tests/${stage}.json`;

/** Runs Vitest, by default in this Node. test/runtimes has packages of Node 22 and 24. */
const vitest = (stage, project = stage, node = process.execPath) => [
  ...[node, 'node_modules/vitest/vitest.mjs', 'run', `--project=${project}`],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${countsOf(stage)}`],
];
const nodeBinary = (version) => `test/runtimes/node_modules/node-${version}/bin/node`;
const script = (name) => ['npm', 'run', '--silent', name];
const browser = (engine) => ['env', `ENGINE=${engine}`, 'npx', 'wtr'];

const stages = {
  lint: script('lint'),
  build: script('build'),
  api: script('api'),
  docs: script('docs'),
  size: script('size'),
  audit: script('audit'),
  node: vitest('node'),
  e2e: vitest('e2e'),
  chromium: browser('chromium'),
  // Not part of `npm test`: slow, or with further dependencies.
  runtimes: vitest('runtimes'),
  pages: vitest('pages'),
  wordpress: vitest('wordpress'),
  doors: vitest('doors'),
  typescript: vitest('typescript'),
  // An eighth of the files each, on one core, and without CI, so that table tests run a sample: the stage `node` runs all rows.
  node22: ['env', '-u', 'CI', ...vitest('node22', 'node', nodeBinary(22)), '--shard=1/8', '--maxWorkers=1'],
  node24: ['env', '-u', 'CI', ...vitest('node24', 'node', nodeBinary(24)), '--shard=2/8', '--maxWorkers=1'],
  firefox: browser('firefox'),
  webkit: browser('webkit'),
};

/** The stages of `npm test`, in two parallel lanes for two cores. The build has ended long before the Node tests. */
const lanes = [
  ['node', 'api', 'size'],
  // The site is tested in CI only.
  ['build', ...(process.env.CI ? ['docs'] : []), 'chromium', 'e2e'],
];

/** Runs a command, and collects its output. With `shown`, the output is also printed at once. */
const run = ([command, ...args], shown) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', shown ? 'inherit' : 'pipe'] });
    let output = '';
    const take = (chunk) => {
      if (shown) process.stdout.write(chunk);
      output += chunk;
    };
    child.stdout.on('data', take);
    child.stderr?.on('data', take);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });

/** The counts of a stage and the names of its failed tests; null for a stage without tests, which counts as one check. */
const results = (stage, output) => {
  // The browsers' runner moves the terminal's cursor before some lines.
  const lines = stripVTControlCharacters(output);
  const line = /^browser: (\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(lines);
  if (line) return { counts: line.slice(1).map(Number), names: lines.match(/^failed: .*$/gm) ?? [] };
  const file = join(root, countsOf(stage));
  if (!existsSync(file)) return null;
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(file));
  const names = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `failed: ${relative(root, name)} > ${fullName}: ${failureMessages.join('\n')}`,
      ),
  );
  return { counts: [numPassedTests, numFailedTests, numPendingTests], names };
};

const total = [0, 0, 0];
const failures = [];

/** Runs stages one after the other. Without a build, those after it have nothing to test. */
const runLane = async (names, shown) => {
  for (const name of names) {
    const command = stages[name];
    const started = Date.now();
    if (shown) console.log(`\n— ${name}`);
    const { code, output } = await run(command, shown);
    if (!shown) process.stdout.write(`\n— ${name}\n${output}`);
    const { counts, names } = results(name, output) ?? { counts: [code ? 0 : 1, 0, 0], names: [] };
    // A stage can fail without a failed test.
    if (code && !counts[1]) counts[1] = 1;
    if (counts[1]) failures.push(`— failed: ${name}`, ...names);
    counts.forEach((n, i) => (total[i] += n));
    console.log(`— ${name}: ${code ? 'failed' : 'done'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    if (code && name === 'build') return;
  }
};

rmSync(join(root, 'node_modules/.cache/tests'), { recursive: true, force: true });
const named = process.argv.slice(2);
for (const group of named) {
  const [first, ...beside] = group.split('+');
  await Promise.all([runLane([first], true), runLane(beside, false)]);
  if (failures.includes('— failed: build')) break;
}
if (!named.length) await Promise.all(lanes.map((names, lane) => runLane(names, lane === 0)));
const [passed, failed, skipped] = total;
// CI may truncate the output of long stages: repeat the failures at the end.
if (failed) console.log(`\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;
