/**
 * Runs what `npm test` promises, one stage after the other, and ends with one line that counts the tests.
 * `node scripts/test.mjs lint node firefox` runs the stages named, and no others.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleTests } from './bundle-tests.mjs';

const root = join(import.meta.dirname, '..');

const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
    .sort();

/** More files at a time than there are cores (two): many of them wait. */
const nodeTests = (files, ...options) => [
  'node',
  ...(options.length ? options : ['--import=tsx']),
  '--test',
  '--test-concurrency=3',
  '--test-reporter=./scripts/node-reporter.mjs',
  ...files,
];

const endToEnd = [...filesBelow('test/e2e'), ...filesBelow('test/examples')];
/** The suites with packages of their own, which a newcomer's `npm ci` does not bring. */
const [runtimes, pages] = ['test/runtimes', 'test/pages'].map((folder) =>
  filesBelow(folder).filter((file) => !file.includes('node_modules')),
);
const unit = filesBelow('test').filter(
  (file) => ![...endToEnd, ...runtimes, ...pages].includes(file) && !file.includes('node_modules'),
);
const stages = {
  lint: () => ['npm', 'run', '--silent', 'lint'],
  build: () => ['npm', 'run', '--silent', 'build'],
  node: async () => nodeTests(await bundleTests(root, unit), '--enable-source-maps'),
  chromium: () => ['npx', 'wtr'],
  e2e: () => nodeTests(endToEnd),
  size: () => ['npm', 'run', '--silent', 'size'],
};

/** What needs system packages, or packages of its own, runs where it is named. */
const more = {
  runtimes: () => nodeTests(runtimes),
  pages: () => nodeTests(pages),
  firefox: () => ['env', 'ENGINE=firefox', 'npx', 'wtr'],
  webkit: () => ['env', 'ENGINE=webkit', 'npx', 'wtr'],
};

/** Runs a stage; its output is shown at once, or when it has ended. */
const run = (name, shown) =>
  new Promise((resolve, reject) => {
    const start = Date.now();
    const spawned = async () => {
      const [command, ...args] = await { ...stages, ...more }[name]();
      const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', shown ? 'inherit' : 'pipe'] });
      let output = '';
      const take = (chunk) => {
        if (shown) process.stdout.write(chunk);
        output += chunk;
      };
      child.stdout.on('data', take);
      child.stderr?.on('data', take);
      child.on('close', (code) => resolve({ code, output, seconds: (Date.now() - start) / 1000 }));
    };
    spawned().catch(reject);
  });

let [passed, failed, skipped] = [0, 0, 0];
const named = process.argv.slice(2);
const wanted = named.length ? named : Object.keys(stages);
/** The build needs one core, and so does the lint. */
const beside = wanted.includes('lint') && wanted.includes('build') ? run('build', false) : null;
for (const name of wanted) {
  console.log(`\n— ${name}`);
  const waiting = name === 'build' && beside;
  const { code, output, seconds } = await (waiting || run(name, true));
  if (waiting) process.stdout.write(output);
  const counts = [...output.matchAll(/^(?:node|browser): (\d+) passed, (\d+) failed, (\d+) skipped$/gm)];
  for (const [, ...numbers] of counts) {
    const [p, f, s] = numbers.map(Number);
    passed += p;
    failed += f;
    skipped += s;
  }
  // A stage that counts no tests is one check; one that broke without a failed test still failed.
  if (!counts.length) code ? failed++ : passed++;
  else if (code && counts.every(([, , f]) => f === '0')) failed++;
  console.log(`— ${name}: ${code ? 'failed' : 'done'} in ${seconds.toFixed(1)} s`);
  if (code && (name === 'lint' || name === 'build')) break;
}
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;
