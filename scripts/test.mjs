/**
 * Runs the stages of `npm test`, and prints one line with the test counts at the end.
 * `node scripts/test.mjs build webkit,firefox+lint,node` runs only these stages: groups one after the other, the lanes of a
 * group (+) side by side, the stages of a lane (,) one after the other.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { bring } from './bring.mjs';

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
/** The stages that run in a browser. */
const ENGINES = ['chromium', 'firefox', 'webkit'];
const browser = (engine) => ['env', `ENGINE=${engine}`, 'npx', 'wtr'];

const stages = {
  lint: script('lint'),
  commits: ['node', 'scripts/commit-subjects.mjs'],
  build: ['node', 'scripts/build-if-old.mjs'],
  api: script('api'),
  docs: script('docs'),
  size: script('size'),
  audit: script('audit'),
  node: vitest('node'),
  e2e: vitest('e2e'),
  chromium: browser('chromium'),
  // Not part of `npm test`: slow, or with further dependencies.
  waiting: vitest('waiting'),
  runtimes: vitest('runtimes'),
  pages: vitest('pages'),
  wordpress: vitest('wordpress'),
  doors: vitest('doors'),
  typescript: vitest('typescript'),
  // An eighth of the files each, on one core, and without CI, so that table tests run a sample: the stage `node` runs
  // all rows.
  node22: ['env', '-u', 'CI', ...vitest('node22', 'node', nodeBinary(22)), '--shard=1/8', '--maxWorkers=1'],
  node24: ['env', '-u', 'CI', ...vitest('node24', 'node', nodeBinary(24)), '--shard=2/8', '--maxWorkers=1'],
  firefox: browser('firefox'),
  webkit: browser('webkit'),
};

/** Room for the temporary files of all stages: of `npm test` they take 0.75 GB. */
const ROOM = 4 * 2 ** 30;

/** True for a file system in memory that has room, and runs programs: that of a container may have 64 MB. */
const isRoomy = (folder) => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const [, options = ''] =
      readFileSync('/proc/mounts', 'utf8').match(new RegExp(`^\\S+ ${folder} tmpfs (\\S+)`, 'm')) ?? [];
    return bavail * bsize >= ROOM && !options.split(',').includes('noexec');
  } catch {
    return false;
  }
};

/**
 * Stages whose suites make and remove databases of a thousand files: ext4 without a journal spends a quarter of their CPU
 * in looking for the numbers of new files.
 */
const WITH_DATABASES = ['node', 'waiting', 'node22', 'node24', 'e2e'];
/** The temporary folder of these, which is removed at the end. */
const temporary = mkdtempSync(join(isRoomy('/dev/shm') ? '/dev/shm' : tmpdir(), 'email-verify-tests-'));
// PostgreSQL runs as another user than root.
chmodSync(temporary, 0o755);
process.on('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(1));
const envOf = (stage) => (WITH_DATABASES.includes(stage) ? { ...process.env, TMPDIR: temporary } : process.env);

/** A stage, or a folder of packages, that is for CI only. */
const inCI = (name) => (process.env.CI ? [name] : []);

/** The stages of `npm test`, in two parallel lanes for two cores. The build has ended long before the Node tests. */
const lanes = [
  ['node', ...inCI('api'), 'size'],
  ['build', ...inCI('docs'), 'chromium', 'e2e'],
];

/** Runs the command of a stage, and collects its output. With `shown`, the output is also printed at once. */
const run = (stage, [command, ...args], shown) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: envOf(stage), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (stream) => (chunk) => {
      if (shown) stream.write(chunk);
      output += chunk;
    };
    child.stdout.on('data', take(process.stdout));
    child.stderr.on('data', take(process.stderr));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });

/**
 * The counts of a stage, the names of its failed tests, and their files; null for a stage without tests, which counts as one
 * check.
 */
const results = (stage, output) => {
  // The browsers' runner moves the terminal's cursor before some lines.
  const lines = stripVTControlCharacters(output);
  const line = /^browser: (\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(lines);
  if (line) {
    const names = lines.match(/^failed: .*$/gm) ?? [];
    const files = new Set(names.map((name) => /^failed: ([^ :]+)/.exec(name)[1]));
    return { counts: line.slice(1).map(Number), names, files };
  }
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
  const failedFiles = testResults.filter(({ status }) => status === 'failed');
  const files = new Set(failedFiles.map(({ name }) => relative(root, name)));
  return { counts: [numPassedTests, numFailedTests, numPendingTests], names, files };
};

/** The lines that are repeated of a stage that failed without a failed test. */
const LAST_LINES = 25;

/** With more failed tests than these, it is not the machine that was too busy. */
const MOST_AGAIN = 5;

const total = [0, 0, 0];
const failures = [];
/** Stages whose failed tests run once more, with the number of those tests, their names and their files. */
const again = [];

/** Runs stages one after the other. Without a build, those after it have nothing to test. */
const runLane = async (names, shown) => {
  for (const name of names) {
    const command = stages[name];
    const started = Date.now();
    if (shown) console.log(`\n— ${name}`);
    let { code, output } = await run(name, command, shown);
    if (code && ENGINES.includes(name) && !results(name, output)) {
      // A browser that crashes takes the runner with it, before it has counted.
      process.stdout.write(`\n— ${name}: ended without a result, and starts once more\n${shown ? '' : output}`);
      ({ code, output } = await run(name, command, shown));
    }
    if (!shown) process.stdout.write(`\n— ${name}\n${output}`);
    const { counts, names, files } = results(name, output) ?? { counts: [code ? 0 : 1, 0, 0], names: [] };
    if (counts[1]) again.push({ name, failed: counts[1], names, files });
    // A stage can fail without a failed test: its last lines say why.
    if (code && !counts[1]) {
      counts[1] = 1;
      names.push(stripVTControlCharacters(output).trimEnd().split('\n').slice(-LAST_LINES).join('\n'));
    }
    if (counts[1]) failures.push(`— failed: ${name}`, ...names);
    counts.forEach((n, i) => (total[i] += n));
    console.log(`— ${name}: ${code ? 'failed' : 'done'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    if (code && name === 'build') return;
  }
};

/** Runs the files of failed tests once more, alone. What passes there is named as unsteady, and counts as passed. */
const runAgain = async () => {
  for (const { name, failed, names, files } of again) {
    console.log(`\n— ${name}: what failed runs once more, alone`);
    // A shard of some files would leave some of them out.
    const command = stages[name].filter((word) => !word.startsWith('--shard'));
    if (ENGINES.includes(name)) command.push('--files');
    const { code, output } = await run(name, [...command, ...files], true);
    if (code || results(name, output)?.counts[1] !== 0) continue;
    total[0] += failed;
    total[1] -= failed;
    console.log(`\n— unsteady, passed alone: ${name}\n${names.join('\n')}`);
    failures.splice(failures.indexOf(`— failed: ${name}`), 1 + names.length);
  }
};

rmSync(join(root, 'node_modules/.cache/tests'), { recursive: true, force: true });
const named = process.argv.slice(2).map((group) => group.split('+').map((lane) => lane.split(',')));
if (!named.length)
  for (const folder of ['test/resources', 'scripts/lists', ...inCI('test/pages'), ...inCI('test/typescript')])
    bring(folder);
for (const group of named.length ? named : [lanes]) {
  await Promise.all(group.map((names, lane) => runLane(names, lane === 0)));
  if (failures.includes('— failed: build')) break;
}
const ofTests = again.reduce((sum, { failed }) => sum + failed, 0);
if (process.env.CI && ofTests === total[1] && ofTests <= MOST_AGAIN) await runAgain();
const [passed, failed, skipped] = total;
// CI may truncate the output of long stages: repeat the failures at the end.
if (failed) console.log(`\n${failures.join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;
