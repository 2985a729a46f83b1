/**
 * Runs the benchmarks named as arguments, or all of `bench/*.bench.ts`, one after the other. Brings the packages of
 * `bench`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bring } from './bring.mjs';

const root = join(import.meta.dirname, '..');
const all = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length) {
  console.error(`Unknown benchmark ${unknown.join(', ')}; use ${all.join(', ')}.`);
  process.exit(1);
}
bring('bench');
for (const name of wanted.length ? wanted : all) {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(process.execPath, ['--import=tsx', `bench/${name}.bench.ts`], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status) process.exitCode = 1;
}
