/**
 * Templates of Vue by vue-tsc: the plain tag, the component, and the examples of the manual. vue-tsc does not run on
 * TypeScript 7, and its newest release not on 5.4.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { sample } from '../support/whole.js';
import { usePacked, type Packed, type Project } from '../e2e/support/packed.js';
import { VUE_TEMPLATE } from './support/type-samples.js';
import { ADDRESSES, page, PLAIN_TAGS, WRONG_TAGS } from './support/vue-samples.js';

const root = join(import.meta.dirname, '../..');
const here = join(import.meta.dirname, 'node_modules');
const NEWEST = { checker: join(here, 'vue-tsc'), compiler: join(here, 'typescript') };
const VERSIONS = {
  'the newest vue-tsc': NEWEST,
  'vue-tsc 2.2 and TypeScript 5.4': { checker: join(here, 'vue-tsc-2.2'), compiler: join(here, 'typescript-5.4') },
  'vue-tsc 3.1 and TypeScript 5.9': { checker: join(here, 'vue-tsc-3.1'), compiler: join(here, 'typescript-5.9') },
};

const SETTINGS = {
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    types: [],
    skipLibCheck: true,
  },
  vueCompilerOptions: { strictTemplates: true },
};

/** The examples of the manual for Vue, as TypeScript. */
const EXAMPLES = ['README.md', 'docs/frameworks/vue.md', 'docs/frameworks/nuxt.md'].flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```vue\n([^]*?)^```$/gm)].map(([, code = '']) =>
    code.replace('<script setup>', '<script setup lang="ts">'),
  ),
);

/** An error of a checker, by the file and the line. */
interface Found {
  file: string;
  line: number;
  text: string;
}

describe('in templates of Vue', () => {
  let packed: Packed;
  let project: Project;
  const files: Record<string, string> = { 'plain-tags.vue': PLAIN_TAGS, 'component.vue': VUE_TEMPLATE };
  WRONG_TAGS.forEach((tag, index) => (files[`wrong-${index}.vue`] = page(tag)));
  EXAMPLES.forEach((code, index) => (files[`example-${index}.vue`] = code));
  ADDRESSES.forEach((code, index) => (files[`address-${index}.vue`] = code));

  beforeAll(async () => {
    packed = usePacked();
    project = await packed.install('vue');
    for (const [name, text] of Object.entries(files)) project.write(name, text);
    project.write('tsconfig.json', JSON.stringify({ ...SETTINGS, include: ['*.vue'] }));
  });

  afterAll(() => {
    packed.remove();
  });

  /** Runs a checker on all files. */
  const check = async ({ checker, compiler }: typeof NEWEST): Promise<Found[]> => {
    const program = `require(${JSON.stringify(checker)}).run(${JSON.stringify(join(compiler, 'lib/tsc.js'))})`;
    const args = ['--input-type=commonjs', '-e', program, 'vue-tsc', '-p', '.', '--pretty', 'false'];
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: project.folder }, (_error, stdout, stderr) => {
        resolve(stdout + stderr);
      });
    });
    const lines = said.split('\n').filter((line) => line && !line.startsWith(' '));
    return lines.map((text) => {
      const [, file = '', line = '0'] = /^([\w-]+\.vue)\((\d+)/.exec(text) ?? [];
      return { file, line: Number(line), text };
    });
  };

  const texts = (found: Found[]): string[] => found.map(({ text }) => text);

  for (const [name, versions] of sample(Object.entries(VERSIONS), 3))
    test(`handlers have the types of their events, and wrong ones are refused, by ${name}`, async () => {
      const found = await check(versions);
      const of = (start: string): Found[] => found.filter(({ file }) => file.startsWith(start));
      assert.deepEqual(texts([...of('plain-tags'), ...found.filter(({ file }) => !file)]), []);
      assert.deepEqual(texts(of('component')), []);
      assert.deepEqual(
        [...new Set(of('wrong').map(({ file }) => file))].sort(),
        Object.keys(files)
          .filter((file) => file.startsWith('wrong'))
          .sort(),
      );
      // Scripts of examples in JavaScript have parameters without types.
      const isInTemplate = ({ file, line }: Found): boolean =>
        line > (files[file] ?? '').split('\n').indexOf('<template>');
      assert.ok(EXAMPLES.length >= 6);
      assert.deepEqual(texts(of('example').filter(isInTemplate)), []);

      // vue-tsc 3.3.12 rewrites `//` in its own copy of a tag's attributes as a comment, also in a text, and with it
      // any component's handlers lose their types. When the newest no longer does, docs/frameworks/vue.md can leave out
      // the advice on URLs.
      const lost = of('address').map(({ file, text }) => [file, / TS(\d+)/.exec(text)?.[1]]);
      assert.deepEqual(lost, versions === NEWEST ? ADDRESSES.map((_, index) => [`address-${index}.vue`, '7006']) : []);
    });
});
