/** The types of the packed package, in projects that have nothing but what they use. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import ts from 'typescript';
import { sample, whole } from '../support/whole.js';
import { usePacked, type Packed, type Project } from '../e2e/support/packed.js';
import { SAMPLES } from './support/type-samples.js';

const STRICT = { target: 'es2022', strict: true, noEmit: true, types: [] };
const NODE = { module: 'nodenext', moduleResolution: 'nodenext' };
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };

/**
 * Compiles files of a project with `skipLibCheck: false`.
 * @returns what the compiler has to say of them, of our declarations and of lit's. Those of React, Vue and the platform
 * are read, and not checked: that takes most of the time.
 */
const compile = ({ folder }: Project, files: string[], settings: Record<string, unknown>): string => {
  const json = { ...STRICT, exactOptionalPropertyTypes: true, skipLibCheck: false, ...settings };
  const { options } = ts.convertCompilerOptionsFromJson(json, folder);
  const host = { ...ts.createCompilerHost(options), getCurrentDirectory: () => folder };
  const paths = files.map((file) => join(folder, file));
  const program = ts.createProgram(paths, options, host);
  const checked = program
    .getSourceFiles()
    .filter(({ fileName }) => /node_modules\/(@?lit|email-verify-element)/.test(fileName) || paths.includes(fileName));
  assert.ok(checked.length > paths.length);
  const found = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...checked.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
  return ts.formatDiagnostics(found, host);
};

describe('the types of the packed package', () => {
  let packed: Packed;
  let project: Project;

  beforeAll(async () => {
    packed = usePacked();
    project = await packed.install('@types/react', 'preact', 'vue');
  });

  afterAll(() => {
    packed.remove();
  });

  test('name no library but lit, and the peer that an entry point is made for', () => {
    const files = packed.files.filter((file) => file.endsWith('.d.ts'));
    const found = files.flatMap((file) => {
      const text = readFileSync(join(project.home, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
      return [...text.matchAll(/\b(?:from|import|module|types=)\s*\(?['"]([^'".\s][^'"\s]*)['"]/g)].map(
        ([, name = '']) => `${file.split('/').slice(2, -1).join('/')}: ${name}`,
      );
    });
    const names = ['preact', 'react', 'solid-js', 'svelte/elements', 'vue'];
    const right = ['element: lit', ...names.map((name) => `markup: ${name}`), 'react: react', 'vue: vue'];
    assert.deepEqual([...new Set(found)].sort(), right);
    const { peerDependencies } = JSON.parse(readFileSync(join(project.home, 'package.json'), 'utf8')) as {
      peerDependencies: object;
    };
    for (const name of names) assert.ok(name.replace(/\/.*/, '') in peerDependencies, name);
  });

  /** Files that import every entry point, and that use the types rightly and wrongly. */
  const writeAll = (): string[] => {
    const markup = /markup\/(solid|svelte)$/;
    const lines = packed.entryPoints
      .filter((name) => !markup.test(name))
      .map((name, index) => `import * as entry${index} from '${name}';\nvoid entry${index};`);
    const files = { 'all.ts': lines.join('\n'), ...SAMPLES };
    for (const [name, text] of Object.entries(files)) project.write(name, text);
    return Object.keys(files);
  };

  for (const mode of sample([NODE, BUNDLER], 2)) {
    test(`stand alone, every entry point, in a project of module "${mode.module}" with React, Preact and Vue`, () => {
      assert.equal(compile(project, writeAll(), { ...mode, jsx: 'react-jsx' }), '');
    });
  }

  test.runIf(whole)('fit the servers of a project for Node: its own types, and no DOM', async () => {
    const other = await packed.install('@types/node');
    other.write(
      'server.ts',
      `import { createServer } from 'node:http';
      import { createSecureServer } from 'node:http2';
      import { createEdge, generateReceiptKey } from 'email-verify-element/edge';
      import { toNodeListener } from 'email-verify-element/edge/node';
      import { verifyReceipt } from 'email-verify-element/receipt';
      import { createVerifier } from 'email-verify-element/verifier';
      const edge = createEdge({ origins: ['https://shop.example'], secret: 'x'.repeat(32), issuer: 'https://edge.example/',
        receiptKey: await generateReceiptKey(), upstream: createVerifier() });
      createServer(toNodeListener(edge, { trustedProxies: 1 }));
      createSecureServer(toNodeListener(edge));
      void verifyReceipt('', { email: 'a@b.de', audience: 'https://shop.example', jwks: 'https://edge.example/jwks' });
`,
    );
    const options = { ...NODE, lib: ['es2023'], types: ['node'] };
    assert.equal(compile(other, ['server.ts'], options), '');
  });
});
