import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** The packages' folders. */
const FOLDERS = { 'email-verify-element': '.', 'email-verify-server': 'server' };
const run = promisify(execFile);

interface Manifest {
  dependencies?: Record<string, string>;
  exports?: Record<string, string | { types: string; default: string }>;
}

/** A project of a user's: an empty folder far from the source tree, with the packed package installed. */
export interface Project {
  /** The folder: an ES module project without a file of its own. */
  folder: string;
  /** Where the package stands in it. */
  home: string;
  /** Writes a file into the folder. */
  write: (file: string, text: string) => void;
  /** Runs a program in the folder with plain Node; resolves to what it printed. */
  run: (program: string) => Promise<string>;
}

/** A package that `npm pack` made from the build. */
export interface Packed {
  tarball: string;
  /** The paths in the tarball. */
  files: string[];
  /** The entry points that are modules, as they are imported: `email-verify-element/react`. */
  entryPoints: string[];
  /** The libraries that its modules below a path import, sorted by name. */
  importedBy: (below: RegExp) => string[];
  /**
   * Installs it as a user's npm does: its dependencies beside it, and nothing of this repository.
   * @param peers what else the project has: names, or `name=source` where the package stands here by another name.
   */
  install: (...peers: string[]) => Promise<Project>;
  /** Removes the projects. */
  remove: () => void;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The folders of the packages in a `node_modules`. */
export const installedIn = (modules: string): string[] => {
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((own) => `${name}/${own}`) : name,
  );
  return names.map((name) => join(modules, name)).filter((one) => existsSync(join(one, 'package.json')));
};

/** Copies an installed package, and all that it and the packages inside it depend on, into another `node_modules`. */
const copyInstalled = (modules: string, name: string, source = name): void => {
  const [from, to] = [join(root, 'node_modules', source), join(modules, name)];
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  // By hard links where the system can: nobody changes the files.
  if (spawnSync('cp', ['-al', from, to]).status !== 0) cpSync(from, to, { recursive: true });
  for (const folder of [to, ...installedIn(join(to, 'node_modules'))])
    for (const dependency of Object.keys(manifestOf(folder).dependencies ?? {}))
      if (!existsSync(join(to, 'node_modules', dependency))) copyInstalled(modules, dependency);
};

const install = async (
  { name, tarball }: { name: string; tarball: string },
  folder: string,
  peers: readonly string[],
): Promise<Project> => {
  const modules = join(folder, 'node_modules');
  const home = join(modules, name);
  mkdirSync(home, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  for (const dependency of Object.keys(manifestOf(home).dependencies ?? {})) copyInstalled(modules, dependency);
  for (const peer of peers) copyInstalled(modules, ...(peer.split('=') as [string, string?]));
  const write = (file: string, text: string): void => {
    writeFileSync(join(folder, file), text);
  };
  write('package.json', '{"type":"module"}');
  return {
    folder,
    home,
    write,
    run: async (program) =>
      (await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder })).stdout,
  };
};

/** A package as `npm pack` makes it. It is packed once for all test files, by `pack.ts`. */
export const usePacked = (name: keyof typeof FOLDERS = 'email-verify-element'): Packed => {
  const { tarball, files } = inject('packed')[name]!;
  const place = mkdtempSync(join(tmpdir(), 'email-verify-projects-'));
  return {
    tarball,
    files,
    entryPoints: Object.entries(manifestOf(join(root, FOLDERS[name])).exports ?? {}).flatMap(([path, target]) =>
      typeof target === 'string' ? [] : `${name}${path.slice(1)}`,
    ),
    importedBy: (below) => {
      const modules = files.filter((file) => below.test(file) && file.endsWith('.js'));
      const names = modules.flatMap((file) =>
        [
          ...readFileSync(join(root, FOLDERS[name], file), 'utf8').matchAll(
            /^(?:import|export) (?:[^'"]* from )?['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm,
          ),
        ].flatMap(([, once = '', later = once]) => /^(?!node:)(?:@[^/]+\/)?[^./][^/]*/.exec(later)?.[0] ?? []),
      );
      return [...new Set(names)].sort();
    },
    install: (...peers) => install({ name, tarball }, mkdtempSync(join(place, 'project-')), peers),
    remove: () => {
      rmSync(place, { recursive: true, force: true });
    },
  };
};
