import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from './process.js';

export const root = join(import.meta.dirname, '../../..');
const brought = join(import.meta.dirname, '../node_modules');

/** The packaged program, or one of this machine's own; null when there is neither. */
const find = (packaged: string, name: string): string | null => {
  const file = join(brought, packaged);
  if (existsSync(file)) return file;
  return spawnSync(name, ['--version']).status === 0 ? name : null;
};

const deno = find('@deno/linux-x64-glibc/deno', 'deno');
const bun = find('@oven/bun-linux-x64/bin/bun', 'bun');
const file = (name: string): string => join(root, name);

/** A runtime with processes: how it serves the edge that was built, and how it runs a script. */
export interface Runtime {
  name: string;
  serve: Command | null;
  script: (file: string, ...args: string[]) => Command;
}

export const RUNTIMES: readonly Runtime[] = [
  {
    name: 'Node',
    serve: [process.execPath, file('server/dist/cli/main.js'), 'edge'],
    script: (...args) => [process.execPath, ...args],
  },
  {
    name: 'Deno',
    serve:
      deno === null
        ? null
        : [deno, 'run', '--no-prompt', '--allow-net', '--allow-env', file('dist/standalone/deno.js')],
    script: (...args) => [deno ?? '', 'run', '--no-prompt', '--allow-net', ...args],
  },
  {
    name: 'Bun',
    serve: bun === null ? null : [bun, file('dist/standalone/bun.js')],
    script: (...args) => [bun ?? '', ...args],
  },
];

/** The message of a test that is skipped. */
export const MISSING = 'not installed: npm ci --prefix test/runtimes, or put it on the PATH';
