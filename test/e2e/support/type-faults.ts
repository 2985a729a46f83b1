import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bring } from '../../../scripts/bring.mjs';

const run = promisify(execFile);

/**
 * The kinds of faults that `@arethetypeswrong/cli` finds in a package's types, in all ways to resolve them. A module
 * that `require` does not load is not counted.
 */
export const typeFaultsOf = async (tarball: string): Promise<string[]> => {
  const program = join(bring('test/typescript'), '@arethetypeswrong/cli/dist/index.js');
  const args = [program, tarball, '--profile', 'esm-only', '--format', 'json'];
  // It exits with 1 when there are faults.
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 26 }).catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error) return error as { stdout: string };
    throw error;
  });
  const { problems } = JSON.parse(stdout) as { problems?: Record<string, unknown> };
  return Object.keys(problems ?? {}).filter((kind) => kind !== 'CJSResolvesToESM');
};
