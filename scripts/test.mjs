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

/** Two cores: two files at a time. */
const nodeTests = (files, ...options) => [
  'node',
  ...(options.length ? options : ['--import=tsx']),
  '--test',
  '--test-concurrency=2',
  '--test-reporter=./scripts/node-reporter.mjs',
  ...files,
];

const endToEnd = [...filesBelow('test/e2e'), ...filesBelow('test/examples')];
const runtimes = filesBelow('test/runtimes').filter((file) => !file.includes('node_modules'));
const unit = filesBelow('test').filter(
  (file) => ![...endToEnd, ...runtimes].includes(file) && !file.includes('node_modules'),
);
const stages = {
  lint: () => ['npm', 'run', '--silent', 'lint'],
  build: () => ['npm', 'run', '--silent', 'build'],
  node: async () => nodeTests(await bundleTests(root, unit), '--enable-source-maps'),
  chromium: () => ['npx', 'wtr'],
  e2e: () => nodeTests(endToEnd),
  size: () => ['npm', 'run', '--silent', 'size'],
};

/** What needs system packages runs where it is named. */
const more = {
  runtimes: () => nodeTests(runtimes),
  firefox: () => ['env', 'ENGINE=firefox', 'npx', 'wtr'],
  webkit: () => ['env', 'ENGINE=webkit', 'npx', 'wtr'],
};

const run = ([command, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      output += chunk;
    });
    child.on('close', (code) => resolve({ code, output }));
  });

let [passed, failed, skipped] = [0, 0, 0];
const wanted = process.argv.slice(2);
for (const name of wanted.length ? wanted : Object.keys(stages)) {
  const started = Date.now();
  console.log(`\n— ${name}`);
  const { code, output } = await run(await { ...stages, ...more }[name]());
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
  console.log(`— ${name}: ${code ? 'failed' : 'done'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (code && (name === 'lint' || name === 'build')) break;
}
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;
