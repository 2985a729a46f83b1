/** The types of the packed package, in projects that have nothing but what they use. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import ts from 'typescript';
import { sample, whole } from '../support/whole.js';
import { usePacked, type Packed, type Project } from './support/packed.js';

const root = join(import.meta.dirname, '../..');

const STRICT = { target: 'es2022', strict: true, noEmit: true, types: [] };
const NODE = { module: 'nodenext', moduleResolution: 'nodenext' };
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };

/**
 * Compiles files of a project with `skipLibCheck: false`.
 * @returns what the compiler has to say of them, of our declarations and of lit's. Those of React, Vue and the platform are read, and
 * not checked: that takes most of the time.
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

/** Runs vue-tsc on a project's file; resolves to what it has to say. */
const checkTemplate = (project: Project, file: string): Promise<string> => {
  const compilerOptions = { ...STRICT, ...BUNDLER, skipLibCheck: true };
  project.write(
    'tsconfig.json',
    JSON.stringify({ files: [file], compilerOptions, vueCompilerOptions: { strictTemplates: true } }),
  );
  const program = join(root, 'node_modules/vue-tsc/bin/vue-tsc.js');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, '-p', '.'], { cwd: project.folder }, (_error, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
};

/** Right attributes of the element in JSX, and wrong ones that the compiler must refuse. */
const MARKUP = `
<email-verify endpoint="/verify/" typos="suggest" validate-on="blur" debounce={300} timeout="4000" for="email" id="a"
  messages={{ valid: 'Fine.' }} ref={(element) => { void element?.check(); }}
  onemail-verify-verdict={(event) => { console.log(event.verdict.status); }}><input /></email-verify>;
// @ts-expect-error no such word
<email-verify typos="mend" />;
// @ts-expect-error no such time
<email-verify validate-on="never" />;
// @ts-expect-error no number
<email-verify debounce="soon" />;
// @ts-expect-error no such attribute
<email-verify endpiont="/verify/" />;
// @ts-expect-error an event of another class
<email-verify onemail-verify-fix={(event) => { console.log(event.verdict); }} />;`;

/** The same of React's door. */
const REACT_DOOR = `
import { EmailVerify, type EmailVerifyProps } from 'email-verify-element/react';
import { createRef } from 'react';
import type { EmailVerifyElement } from 'email-verify-element';
const ref = createRef<EmailVerifyElement>();
const shared: EmailVerifyProps = { endpoint: '/verify/' };
<EmailVerify {...shared} ref={ref} placement="bubble" messageTarget="words" whenUnavailable="block" typos={undefined}
  debounce={300} htmlFor="email" className="a" hidden={false} data-testid="a" aria-label="Email"
  style={{ '--email-verify-accent': 'teal', margin: 0 }} messages={{ valid: 'Fine.' }}
  onClick={(event) => { void event.currentTarget.check(); }} onVerdict={(event) => { console.log(event.verdict.status); }}
  onFix={undefined}><input /></EmailVerify>;
// @ts-expect-error no such word
<EmailVerify typos="mend" />;
// @ts-expect-error no such place
<EmailVerify placement="above" />;
// @ts-expect-error no such prop
<EmailVerify onUnavailable="block" />;
// @ts-expect-error an event of another class
<EmailVerify onFix={(event) => { console.log(event.verdict); }} />;`;

const VUE_MARKUP = `
import type { GlobalComponents } from 'vue';
import type {} from 'email-verify-element/markup/vue';
type Props = InstanceType<GlobalComponents['email-verify']>['$props'];
export const right: Props = { endpoint: '/verify/', 'validate-on': 'blur', debounce: 300, class: 'a',
  'onEmail-verify-verdict': (event) => { console.log(event.verdict.status); } };
// @ts-expect-error no such word
export const wrong: Props = { typos: 'mend' };
// @ts-expect-error no such attribute
export const unknown: Props = { endpiont: '/verify/' };
// @ts-expect-error an event of another class
export const other: Props = { 'onEmail-verify-fix': (event) => { console.log(event.verdict); } };`;

/** A template with Vue's door, for a checker of templates. */
const VUE_DOOR = `<script setup lang="ts">
import { useTemplateRef } from 'vue';
import { EmailVerify } from 'email-verify-element/vue';
const field = useTemplateRef('field');
const receipt = (): Promise<string | null> | undefined => field.value?.element?.receipt({ timeout: 100 });
</script>

<template>
  <EmailVerify ref="field" endpoint="/verify/" placement="bubble" message-target="words" when-unavailable="block" typos="fix"
    :debounce="300" timeout="4000" :block="undefined" override html-for="email" class="a" :messages="{ valid: 'Fine.' }"
    @verdict="(event) => event.verdict.status.toUpperCase()" @fix="({ from, to }) => from + to"
    @challenge="(event) => event.respondWith('solved')">
    <input type="email" @change="receipt">
  </EmailVerify>
  <!-- @vue-expect-error no such word -->
  <EmailVerify typos="mend" />
  <!-- @vue-expect-error no such place -->
  <EmailVerify placement="above" />
  <!-- @vue-expect-error no number -->
  <EmailVerify debounce="soon" />
  <!-- @vue-expect-error no such prop -->
  <EmailVerify endpiont="/verify/" />
  <!-- @vue-expect-error an event of another class -->
  <EmailVerify @fix="(event) => event.verdict" />
  <!-- @vue-expect-error no such event -->
  <EmailVerify @fixed="() => 1" />
</template>
`;

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

  test('name no library but the one that an entry point is made for', () => {
    const found = packed.files
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) => {
        const text = readFileSync(join(project.home, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
        return [...text.matchAll(/\b(?:from|import|module|types=)\s*\(?['"]([^'".\s][^'"\s]*)['"]/g)].map(
          ([, name = '']) => `${file.split('/').slice(2, -1).join('/')}: ${name}`,
        );
      });
    const right = ['markup: preact', 'markup: react', 'markup: vue', 'react: react', 'vue: vue'];
    assert.deepEqual([...new Set(found)].sort(), right);
  });

  /** Files that import every entry point, and that use those for markup rightly and wrongly. */
  const writeAll = (): string[] => {
    const lines = packed.entryPoints.map(
      (name, index) => `import * as entry${index} from '${name}';\nvoid entry${index};`,
    );
    const files = {
      'all.ts': lines.join('\n'),
      'react.tsx': `import type {} from 'email-verify-element/markup/react';${MARKUP}`,
      'preact.tsx': `/** @jsxImportSource preact */\nimport type {} from 'email-verify-element/markup/preact';${MARKUP}`,
      'react-door.tsx': REACT_DOOR,
      'vue.ts': VUE_MARKUP,
    };
    for (const [name, text] of Object.entries(files)) project.write(name, text);
    return Object.keys(files);
  };

  for (const mode of sample([NODE, BUNDLER], 2)) {
    test(`stand alone, every entry point, in a project of module "${mode.module}" with React, Preact and Vue`, () => {
      assert.equal(compile(project, writeAll(), { ...mode, jsx: 'react-jsx' }), '');
    });
  }

  test.runIf(whole)('check the templates of Vue: options by their words, events by their classes', async () => {
    project.write('door.vue', VUE_DOOR);
    assert.equal(await checkTemplate(project, 'door.vue'), '');
  });

  test.runIf(whole)('fit the servers of a project for Node: its own types, and no DOM', async () => {
    const other = await packed.install('@types/node');
    other.write(
      'server.ts',
      `import { createServer } from 'node:http';
      import { createSecureServer } from 'node:http2';
      import { createEdge, generateReceiptKey } from 'email-verify-element/edge';
      import { toNodeListener } from 'email-verify-element/edge/node';
      import { verifyReceipt } from 'email-verify-element/receipt';
      import { createService } from 'email-verify-element/service';
      import { createVerifier } from 'email-verify-element/verifier';
      const edge = createEdge({ origins: ['https://shop.example'], secret: 'x'.repeat(32), issuer: 'https://edge.example/',
        receiptKey: await generateReceiptKey(), upstream: createVerifier() });
      createServer(toNodeListener(edge, { trustedProxies: 1 }));
      createSecureServer(toNodeListener(edge));
      void verifyReceipt('', { email: 'a@b.de', audience: 'https://shop.example', jwks: 'https://edge.example/jwks' });
      void createService({ dataDir: '', secret: '', verifier: createVerifier() }).then(({ fetch }) => fetch);`,
    );
    const options = { ...NODE, lib: ['es2023'], types: ['node'] };
    assert.equal(compile(other, ['server.ts'], options), '');
  });
});
