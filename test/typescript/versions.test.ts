/**
 * The types of the packed package by each TypeScript that a project may have, `skipLibCheck: false`, and in templates
 * of Svelte.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { usePacked, type Packed, type Project } from '../e2e/support/packed.js';
import { MORE_SAMPLES, SAMPLES, SVELTE_4_TEMPLATE, SVELTE_TEMPLATE, WRONG_SVELTE } from './support/type-samples.js';

const modules = join(import.meta.dirname, 'node_modules');
const COMPILERS = {
  '5.4': join(modules, 'typescript-5.4/bin/tsc'),
  '5.9': join(modules, 'typescript-5.9/bin/tsc'),
  // 6.0 is in types.test.ts.
  '7': join(import.meta.dirname, '../../node_modules/typescript-7/bin/tsc'),
};

const STRICT = {
  target: 'es2022',
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  types: [],
  skipLibCheck: false,
};
const NODE16 = { module: 'node16', moduleResolution: 'node16' };
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };
/** Of older projects: it reads `typesVersions` in place of `exports`. TypeScript 6 deprecates it, and 7 has it no more. */
const NODE10 = { module: 'esnext', moduleResolution: 'node' };

/** Runs a program in a project; resolves to what it prints. */
const run = ({ folder }: Project, program: string, ...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder }, (_error, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });

/** Puts a package of this suite into a project, where its own dependencies are found by the link. */
const link = ({ folder }: Project, name: string, source = name): void => {
  const place = join(folder, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(modules, source), place);
};

describe('the types of the packed package', () => {
  let packed: Packed;
  const projects: Record<string, Project> = {};

  beforeAll(async () => {
    packed = usePacked();
    projects['18'] = await packed.install('preact', 'vue');
    link(projects['18'], '@types/react', '@types/react-18');
    projects['19'] = await packed.install('preact', 'vue', '@types/react');
    for (const project of Object.values(projects)) {
      for (const name of ['solid-js', 'svelte']) link(project, name);
      const lines = packed.entryPoints.map(
        (name, index) => `import * as entry${index} from '${name}';\nvoid entry${index};`,
      );
      project.write('all.ts', lines.join('\n'));
      for (const [name, text] of Object.entries({ ...SAMPLES, ...MORE_SAMPLES })) project.write(name, text);
    }
  });

  afterAll(() => {
    packed.remove();
  });

  /**
   * Compiles all samples.
   * @returns what the compiler says of them, of our declarations and of lit's; not of those of other libraries.
   */
  const compile = async (react: string, version: keyof typeof COMPILERS, mode: typeof NODE16): Promise<string[]> => {
    const project = projects[react]!;
    const name = `tsconfig-${version}-${mode.moduleResolution}.json`;
    const files = ['all.ts', ...Object.keys({ ...SAMPLES, ...MORE_SAMPLES })];
    project.write(name, JSON.stringify({ compilerOptions: { ...STRICT, ...mode }, files }));
    const said = await run(project, COMPILERS[version], '-p', name, '--pretty', 'false');
    return said
      .split('\n')
      .filter((line) => line && !/^node_modules\/(?!@?lit|email-verify-element)|^ |\.\.\//.test(line));
  };

  for (const [version, react, ...modes] of [
    ['5.4', '18', NODE16, NODE10],
    ['5.9', '18', BUNDLER],
    ['7', '19', NODE16, BUNDLER],
  ] as const)
    for (const mode of modes)
      test(`stand alone by TypeScript ${version}, moduleResolution ${mode.moduleResolution}, with React ${react}`, async () => {
        assert.deepEqual(await compile(react, version, mode), []);
      });

  test('refuse wrong attributes and events of the element in templates of Svelte', async () => {
    const project = projects['19']!;
    project.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...STRICT, ...BUNDLER }, include: ['*.svelte'] }),
    );
    project.write('right.svelte', SVELTE_TEMPLATE);
    project.write('right-4.svelte', SVELTE_4_TEMPLATE);
    WRONG_SVELTE.forEach((markup, index) => {
      project.write(`wrong-${index}.svelte`, `${SVELTE_TEMPLATE.replace(/\n<email-verify [^]*/, '')}\n${markup}`);
    });
    const said = await run(
      project,
      join(modules, 'svelte-check/bin/svelte-check'),
      '--output',
      'machine',
      '--threshold',
      'error',
    );
    const errors = [...said.matchAll(/ ERROR "([^"]+)"/g)].map(([, file]) => file);
    assert.deepEqual(
      [...new Set(errors)].sort(),
      WRONG_SVELTE.map((_, index) => `wrong-${index}.svelte`),
      said,
    );
  });
});
