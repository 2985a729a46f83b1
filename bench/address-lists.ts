import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { load } from '../scripts/lists/sources.mjs';
import { median } from './table.js';

const require = createRequire(import.meta.url);
const ROUNDS = 7;

/**
 * Prints what it costs to import a module and to ask it once. Runs in a process of its own, with nothing else in its
 * heap.
 */
const PROBE = `
gc();
const before = process.memoryUsage();
const started = performance.now();
const { disposableCodeOf } = await import(process.argv[1]);
const found = disposableCodeOf('mailinator.com');
const ms = performance.now() - started;
gc();
const after = process.memoryUsage();
if (!found) throw new Error('mailinator.com is missing');
console.log(JSON.stringify({ ms, bytes: after.heapUsed + after.external - before.heapUsed - before.external }));
disposableCodeOf('x.com');
`;

const probe = (file: string): { ms: number; bytes: number } => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', PROBE, file], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as { ms: number; bytes: number };
};

/** Measures our list, bundled, and a Set of the names of the largest of its sources: medians of seven processes each. */
export const measureLists = (): { name: string; names: number; ms: number; bytes: number }[] => {
  const folder = mkdtempSync(join(tmpdir(), 'email-verify-lists-'));
  const ours = join(folder, 'ours.mjs');
  const set = join(folder, 'set.mjs');
  const source = load('disposable-email-domains/index.json') as string[];
  const { names } = require('../src/address/known-domains/disposable-names.json') as { names: Record<string, object> };
  const lists = Object.values(names).flatMap((group) => Object.entries(group) as [string, string][]);
  try {
    buildSync({
      entryPoints: [join(import.meta.dirname, '../src/address/known-domains/disposable.ts')],
      bundle: true,
      format: 'esm',
      outfile: ours,
    });
    writeFileSync(
      set,
      `const names = new Set(${JSON.stringify(source)}); export const disposableCodeOf = (name) => names.has(name);`,
    );
    return [
      { name: 'ours', file: ours, names: lists.reduce((sum, [length, list]) => sum + list.length / Number(length), 0) },
      { name: 'a Set of disposable-email-domains', file: set, names: source.length },
    ].map(({ name, file, names }) => {
      const figures = Array.from({ length: ROUNDS }, () => probe(file));
      return {
        name,
        names,
        ms: median(figures.map(({ ms }) => ms)),
        bytes: median(figures.map(({ bytes }) => bytes)),
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
};
