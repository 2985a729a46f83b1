/**
 * Runs what `npm test` promises and ends with one line that counts the tests.
 * `node scripts/test.mjs lint node firefox` runs the stages named, one after the other.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Vitest writes a stage's counts here. */
const countsOf = (stage) => `node_modules/.cache/tests/${stage}.json`;

/** Where another Node is named, Vitest runs in it: 22 and 24 come as packages of test/runtimes. */
const vitest = (stage, project = stage, node = process.execPath) => [
  ...[node, 'node_modules/vitest/vitest.mjs', 'run', `--project=${project}`],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${countsOf(stage)}`],
];
const nodeBinary = (version) => `test/runtimes/node_modules/node-${version}/bin/node`;
const script = (name) => ['npm', 'run', '--silent', name];
const browser = (engine) => ['env', `ENGINE=${engine}`, 'npx', 'wtr'];

const stages = {
  lint: script('lint'),
  types: ['npx', 'tsc', '-p', '.'],
  build: script('build'),
  size: script('size'),
  node: vitest('node'),
  e2e: vitest('e2e'),
  chromium: browser('chromium'),
  // What takes longest, needs system packages or packages of its own runs where it is named.
  runtimes: vitest('runtimes'),
  pages: vitest('pages'),
  // The tables in their short form: the whole ones have run in this Node.
  node22: ['env', '-u', 'CI', ...vitest('node22', 'node', nodeBinary(22))],
  node24: ['env', '-u', 'CI', ...vitest('node24', 'node', nodeBinary(24))],
  firefox: browser('firefox'),
  webkit: browser('webkit'),
};

/** What `npm test` runs, in two lanes beside each other, for two cores. */
const lanes = [
  ['types', 'node'],
  ['build', 'chromium', 'e2e', 'size'],
];

/** Runs a command; its output is shown at once, or given to be shown when it has ended. */
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

/** The counts of a stage and the names of its failed tests, or null: it is one check then. */
const results = (stage, output) => {
  const line = /^browser: (\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(output);
  if (line) return { counts: line.slice(1).map(Number), names: output.match(/^failed: .*$/gm) ?? [] };
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

/** Runs stages one after the other; nothing is tested of what does not build. */
const runLane = async (names, shown) => {
  for (const name of names) {
    const command = stages[name];
    const started = Date.now();
    if (shown) console.log(`\n— ${name}`);
    const { code, output } = await run(command, shown);
    if (!shown) process.stdout.write(`\n— ${name}\n${output}`);
    const { counts, names } = results(name, output) ?? { counts: [code ? 0 : 1, 0, 0], names: [] };
    // A stage that broke without a failed test still failed.
    if (code && !counts[1]) counts[1] = 1;
    if (counts[1]) failures.push(`— failed: ${name}`, ...names);
    counts.forEach((n, i) => (total[i] += n));
    console.log(`— ${name}: ${code ? 'failed' : 'done'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    if (code && name === 'build') return;
  }
};

rmSync(join(root, 'node_modules/.cache/tests'), { recursive: true, force: true });
const named = process.argv.slice(2);
if (named.length) await runLane(named, true);
else await Promise.all(lanes.map((names, lane) => runLane(names, lane === 0)));
const [passed, failed, skipped] = total;
// The output of long stages may be cut: what failed is told again at the end.
if (failed) console.log(`\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;
