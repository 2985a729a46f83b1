/** The code of the manual: every block is checked by what its language is for; none may be of a kind that nothing checks. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { format } from 'prettier';
import ts from 'typescript';
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc';
import { whole } from '../support/whole.js';
import { readSnippets, type Snippet } from '../support/snippets.js';
import { closePage, openPage, startBrowser } from './support/browser.js';
import { usePacked, type Packed, type Project } from './support/packed.js';
import { run } from './support/program.js';
import { startScripts } from './support/scripts.js';

const root = join(import.meta.dirname, '../..');
const snippets = readSnippets();
const of = (...languages: string[]): Snippet[] => snippets.filter(({ language }) => languages.includes(language));

/** Shown, not run: configuration of other programs, output, diagrams. */
const SHOWN = ['ini', 'nginx', 'text', 'mermaid'];
const CHECKED = ['js', 'jsx', 'ts', 'tsx', 'vue', 'html', 'css', 'json', 'yaml', 'sh', 'php', 'python'];

/** Declarations of the names that the code blocks take from the page or program around them. */
const SURROUNDINGS = `
import type { EmailVerifyElement } from 'email-verify-element';
import type { EdgeStore } from 'email-verify-element/edge';
declare global {
  const element: EmailVerifyElement;
  const input: HTMLInputElement;
  const form: HTMLFormElement & Record<string, string>;
  const button: HTMLButtonElement;
  const body: Record<string, string>;
  const addresses: string[];
  const mailboxes: Set<string>;
  const email: string;
  const store: EdgeStore;
  const STRIPE_SECRET: string;
  function setEmail(email: string): void;
  function refuse(words: string): void;
  function takeNonce(): string;
  function flagForReview(reason: string): void;
  const [app, express, stripe]: any[];
  const emailVerify: { attach(input: HTMLInputElement): Promise<EmailVerifyElement | null> };
}
`;

/** Packages without types here, or whose answers are unknown to them. */
const UNTYPED = `declare module 'express';\ndeclare module '@mui/material';\ndeclare module 'standardwebhooks';\n`;

const AMBIENT = ['surroundings.d.ts', 'untyped.d.ts'];

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  paths: { '*': [join(root, 'node_modules/@types/*'), join(root, 'node_modules/*')] },
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: true,
};

/** A block as a module: what follows its imports may await and return, as in the program that it is a part of. */
const asModule = ({ code, language }: Snippet): string => {
  if (/^export /m.test(code)) return code;
  const imports = /^(?:import [^;]*;\n*)*/.exec(code)?.[0] ?? '';
  const rest = code.slice(imports.length);
  return `${imports}export const snippet = async () => {\n${language.endsWith('x') ? `return ${rest}` : rest}\n};\n`;
};

/** The hosts of the manual's scripts and edge, in place of which a test has its own. */
const HOSTS =
  /https:\/\/verify\.example\/|http:\/\/localhost:8080\/|https:\/\/cdn\.jsdelivr\.net\/npm\/email-verify-element@[\d.]+\/dist\/cdn\//g;

const html = (body: string): string => {
  const own = body.replaceAll(HOSTS, '/');
  return /email-verify(\.classic)?\.js/.test(own)
    ? own
    : `<script type="module" src="/email-verify.js"></script>${own}`;
};

describe('the code of the manual', () => {
  let packed: Packed;
  let project: Project;

  beforeAll(async () => {
    packed = usePacked();
    project = await packed.install();
  });

  afterAll(() => {
    packed.remove();
  });

  test('is of a kind that is checked, or that is only shown', () => {
    const unknown = snippets.filter(({ language }) => ![...CHECKED, ...SHOWN].includes(language));
    assert.deepEqual(unknown, []);
    assert.ok(snippets.length > 50);
  });

  test.runIf(whole)('has types that fit those of the package: TypeScript in strict mode, JavaScript without', () => {
    project.write('surroundings.d.ts', SURROUNDINGS);
    project.write('untyped.d.ts', UNTYPED);
    for (const [strict, languages] of [
      [true, ['ts', 'tsx']],
      [false, ['js', 'jsx']],
    ] as const) {
      const places = new Map<string, string>();
      for (const [i, snippet] of of(...languages).entries()) {
        const file = `snippet-${i}.${snippet.language.endsWith('x') ? 'tsx' : 'ts'}`;
        project.write(file, asModule(snippet));
        places.set(join(project.folder, file), snippet.place);
      }
      assert.ok(places.size > 2);
      const program = ts.createProgram([...places.keys(), ...AMBIENT.map((name) => join(project.folder, name))], {
        ...OPTIONS,
        strict,
        // A receipt's check is narrowed by its `ok`. JavaScript need not look for null.
        strictNullChecks: true,
      });
      const faults = ts
        .getPreEmitDiagnostics(program)
        .map(({ file, messageText }) => [
          places.get(file?.fileName ?? '') ?? file?.fileName,
          ts.flattenDiagnosticMessageText(messageText, '\n'),
        ])
        .filter(([, fault = '']) => strict || !/'null'|undefined'/.test(fault));
      assert.deepEqual(faults, []);
    }
  });

  test.runIf(whole)('runs, where it is a whole program: the edge of your own', async () => {
    const programs = of('js').filter(
      ({ place, code }) => place.startsWith('docs/edge') && /serveEdge\(|createServer\(toNode/.test(code),
    );
    assert.equal(programs.length, 2);
    const { stdout: key } = await run(['keys'], {});
    const secret = 'a secret of thirty-two characters!';
    const env = { SECRET: secret, EDGE_SECRET: secret, UPSTREAM_KEY: 'k', RECEIPT_KEY: key };
    for (const { code, place } of programs) {
      const program = `Object.assign(process.env, ${JSON.stringify(env)});\n${code.replace('8081', '0')}
        console.log((await edge(new Request('http://localhost/healthz'))).status); process.exit();`;
      assert.equal(
        (await project.run(program.replace(/^(Object.*)\n((?:import .*\n)+)/, '$2$1\n'))).trim(),
        '200',
        place,
      );
    }
  });

  test('is valid JSON, YAML and CSS', async () => {
    for (const { place, language, code } of of('json', 'yaml', 'css'))
      await assert.doesNotReject(format(code, { parser: language }), place);
  });

  test('compiles as a component of Vue', () => {
    for (const { place, code } of of('vue')) {
      const { descriptor, errors } = parse(code);
      assert.deepEqual(errors, [], place);
      compileScript(descriptor, { id: 'page' });
      const source = descriptor.template?.content ?? '';
      assert.deepEqual(compileTemplate({ source, filename: 'page.vue', id: 'page' }).errors, [], place);
    }
  });

  for (const [language, command, ...args] of [
    ['php', 'php', '-l'],
    ['python', 'python3', '-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
  ] as const)
    test.runIf(spawnSync(command, ['--version']).status === 0)(`is correct ${language}`, () => {
      for (const { place, code } of of(language)) {
        const input = language === 'php' && !code.startsWith('<?php') ? `<?php\n${code}` : code;
        const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8' });
        assert.equal(status, 0, `${place}: ${stdout}${stderr}`);
      }
    });

  test.runIf(whole)('names commands and options that there are', async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const helps = new Map<string, string>();
    const helpOf = async (command: string): Promise<string> => {
      const known = helps.get(command) ?? (await run([command, '--help'], {})).stdout;
      helps.set(command, known);
      return known;
    };
    const wrong: string[] = [];
    for (const { place, code } of of('sh')) {
      for (const line of code.replaceAll('\\\n', ' ').split('\n')) {
        const [, script] = /\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/.exec(line) ?? [];
        if (script && !(script in scripts)) wrong.push(`${place}: npm run ${script}`);
        const [, rest = ''] =
          /(?:npx email-verify(?:-element)?|node_modules\/\.bin\/email-verify|cli\.js) ([^|#)&]*)/.exec(line) ?? [];
        const [command = '', ...words] = rest.trim().split(/\s+/);
        // A placeholder of the manual, such as COMMAND.
        if (!/^[a-z]/.test(command)) continue;
        const own = await helpOf(command);
        if (own === '') wrong.push(`${place}: ${command}`);
        for (const option of words.filter((word) => word.startsWith('--')))
          if (!own.includes(option.split('=')[0] ?? '')) wrong.push(`${place}: ${command} ${option}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  test.runIf(whole)('works in a page: no error, and every element is one of ours', async () => {
    let shown = '';
    const scripts = await startScripts(() => `<!doctype html><html lang="en"><title>Join</title>${shown}`);
    const browser = await startBrowser();
    try {
      for (const { place, code } of of('html')) {
        shown = html(code);
        const { page, messages } = await openPage(browser, scripts.origin);
        if ((await page.$('input')) === null)
          await page.$eval('body', (body) => (body.innerHTML += '<form><input type="email" name="email"></form>'));
        await page.type('input', 'anna@gmial.com');
        await page.keyboard.press('Tab');
        await page.waitForFunction(() => document.querySelector('input')?.value === 'anna@gmail.com');
        const elements = await page.$$eval('email-verify', (found) => found.map((one) => one.matches(':defined')));
        assert.ok(elements.length && elements.every(Boolean), place);
        assert.deepEqual(
          messages.filter((message) => !message.startsWith('<email-verify>')),
          [],
          place,
        );
        await closePage(page);
      }
    } finally {
      await browser.close();
      scripts.close();
    }
  });
});
