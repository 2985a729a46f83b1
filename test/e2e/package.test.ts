/** What `npm pack` gives a user: unpacked far from the source tree, with nothing beside it but the element's own dependencies. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

describe('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'email-verify-package-'));
  const modules = join(folder, 'node_modules');
  const home = join(modules, 'email-verify-element');
  let tarball = '';
  let files: string[] = [];

  before(async () => {
    const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: root,
    });
    const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    tarball = join(folder, packed.filename);
    files = packed.files.map(({ path }) => path);
    mkdirSync(home, { recursive: true });
    await run('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
    for (const name of ['lit', '@floating-ui']) symlinkSync(join(root, 'node_modules', name), join(modules, name));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a program beside the unpacked package. */
  const evaluate = async (program: string): Promise<unknown> => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
    return JSON.parse(stdout);
  };

  test('holds what a user needs and nothing else', () => {
    const tops = new Set(files.map((file) => file.split('/')[0]));
    const right = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'dist', 'docs', 'examples', 'package.json'];
    assert.deepEqual([...tops].sort(), right);
    const kinds = new Set(files.map((file) => file.replace(/^.*?((\.d)?\.\w+)$/, '$1')));
    assert.deepEqual([...kinds].sort(), [
      '.css',
      '.d.ts',
      '.html',
      '.js',
      '.json',
      '.map',
      '.md',
      '.svg',
      '.toml',
      '.txt',
      'LICENSE',
    ]);
  });

  test('holds the words of each language: for bundlers, for the module and for the single file', () => {
    const languages = readdirSync(join(root, 'src/element/languages')).flatMap((file) =>
      file === 'packs.ts' ? [] : file.slice(0, -3),
    );
    for (const language of languages) {
      for (const file of [`element/languages/${language}.js`, `cdn/lang/${language}.js`]) {
        assert.ok(files.includes(`dist/${file}`), file);
      }
      const chunk = new RegExp(`^dist/cdn/email-verify-${language}-[\\w-]{8}\\.js$`);
      assert.equal(files.filter((file) => chunk.test(file)).length, 1, language);
    }
  });

  test('depends on nothing but lit and floating-ui', () => {
    const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { dependencies: object };
    assert.deepEqual(Object.keys(dependencies).sort(), ['@floating-ui/dom', 'lit']);
  });

  test('is clean by publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: home, pack: false, strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  test('has types that resolve, by @arethetypeswrong/cli', async () => {
    const { stdout } = await run(
      'npx',
      ['--no-install', 'attw', tarball, '--profile', 'esm-only', '--format', 'json'],
      {
        cwd: root,
        maxBuffer: 1 << 26,
      },
    );
    const { problems } = JSON.parse(stdout) as { problems?: Record<string, unknown> };
    assert.deepEqual(
      Object.keys(problems ?? {}).filter((kind) => !/CJSResolvesToESM|NoResolution/.test(kind)),
      [],
    );
  });

  test('an edge that does not verify in process loads none of the lists', () => {
    const loaded = (file: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      const text = readFileSync(join(home, 'dist/edge', file), 'utf8');
      for (const [, next = ''] of text.matchAll(/^(?:import|export)\b.*['"]\.\/([\w.-]+)['"]/gm)) loaded(next, seen);
      return seen;
    };
    assert.ok(loaded('verifier-doh.js').has('shared-lists.js'));
    for (const file of ['index.js', 'receipt.js']) assert.equal(loaded(file).has('shared-lists.js'), false, file);
  });

  test('runs without its source tree: every entry point, on a server too', async () => {
    const found = await evaluate(`
      const address = await import('email-verify-element/address');
      const { createVerifier } = await import('email-verify-element/verifier');
      const { createDohVerifier } = await import('email-verify-element/verifier/doh');
      await createDohVerifier().close();
      const { createEdge, generateReceiptKey } = await import('email-verify-element/edge');
      const { toNodeListener } = await import('email-verify-element/edge/node');
      const workers = await import('email-verify-element/edge/workers');
      const deno = await import('email-verify-element/edge/deno');
      const bun = await import('email-verify-element/edge/bun');
      const { verifyReceipt } = await import('email-verify-element/receipt');
      const { createService } = await import('email-verify-element/service');
      const { EmailVerifyElement } = await import('email-verify-element');
      await import('email-verify-element/define');
      const verifier = createVerifier({ dnsServers: ['127.0.0.1:9'] });
      const { status } = await verifier.verify('anna@example.com');
      const edge = createEdge({ origins: ['https://shop.example'], secret: 'x'.repeat(32), receiptKey: await generateReceiptKey(), issuer: 'https://edge.example/', upstream: verifier });
      const keys = await (await edge(new Request('https://edge.example/.well-known/jwks.json'))).json();
      const check = await verifyReceipt('no receipt', { email: 'a@b.de', audience: 'https://shop.example', jwks: keys });
      console.log(JSON.stringify([address.suggest('anna@gmial.com'), status, keys.keys.length, check, typeof toNodeListener, typeof workers.default.fetch, typeof deno.serve, typeof bun.serve, typeof createService, typeof EmailVerifyElement]));
      await verifier.close();
    `);
    assert.deepEqual(found, [
      { address: 'anna@gmail.com', certain: true },
      'invalid',
      1,
      { ok: false, reason: 'malformed' },
      'function',
      'function',
      'function',
      'function',
      'function',
      'function',
    ]);
  });

  test('is bundled into a page, with the lazy parts apart', async () => {
    writeFileSync(join(folder, 'page.js'), `import 'email-verify-element/define';`);
    const { metafile } = await build({
      absWorkingDir: folder,
      entryPoints: ['page.js'],
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      outdir: 'out',
      metafile: true,
    });
    const [first, ...later] = Object.entries(metafile.outputs).sort(
      ([a], [b]) => Number(b.includes('page')) - Number(a.includes('page')),
    );
    assert.ok(later.length >= 3);
    const inFirst = Object.keys(first?.[1].inputs ?? {}).join(' ');
    assert.match(inFirst, /email-verify-element\.js/);
    assert.doesNotMatch(inFirst, /mailcheck|floating-ui|session\.js|languages/);
    const japanese = later.filter(([, { inputs }]) => Object.keys(inputs).some((name) => name.endsWith('/ja.js')));
    assert.deepEqual(
      japanese.map(([, { inputs }]) => Object.keys(inputs).length),
      [1],
      'each language is a file of its own',
    );
  });

  /** Compiles a text beside the package; gives what the compiler has to say. Wrong lines are marked in the text. */
  const compile = async (file: string, text: string, jsx: string): Promise<string> => {
    for (const name of ['react', 'preact', 'vue', '@types']) {
      const link = join(modules, name);
      if (!existsSync(link)) symlinkSync(join(root, 'node_modules', name), link);
    }
    writeFileSync(join(folder, file), text);
    const flags = `--noEmit --strict --skipLibCheck false --target es2022 --module nodenext --types react ${jsx}`.split(
      ' ',
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    return run(process.execPath, [tsc, ...flags, file], { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    );
  };

  /** Right attributes, and wrong ones that the compiler must refuse. */
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

  for (const name of ['react', 'preact']) {
    test(`has JSX types for ${name} that take right attributes and refuse wrong ones`, async () => {
      const jsx = `--jsx react-jsx --jsxImportSource ${name}`;
      const text = `import type {} from 'email-verify-element/markup/${name}';${MARKUP}`;
      assert.equal(await compile(`${name}.tsx`, text, jsx), '');
    });
  }

  test('has types for Vue’s templates that take right attributes and refuse wrong ones', async () => {
    const text = `import type { GlobalComponents } from 'vue';
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
    assert.equal(await compile('vue.ts', text, '--jsx preserve'), '');
  });

  test('has a command line that runs', async () => {
    const { stdout } = await run(process.execPath, [
      join(home, 'dist/node/cli.js'),
      'check',
      'anna@example.com',
      'anna@',
    ]);
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { sub_status: string[] });
    assert.deepEqual(
      results.map(({ sub_status: [code] }) => code),
      ['reserved_domain', 'syntax_error'],
    );
  });

  test('leaves the page its own jQuery plugin, and the service its keys', () => {
    const scripts = readdirSync(join(home, 'dist/cdn')).filter((name) => name.endsWith('.js'));
    assert.ok(scripts.length >= 4);
    for (const name of scripts) {
      assert.doesNotMatch(readFileSync(join(home, 'dist/cdn', name), 'utf8'), /jQuery|apikey/i, name);
    }
  });

  test('suggests in its build what its source suggests', async () => {
    const { suggest } = await import('../../src/address/suggest.js');
    const texts = [
      'gmial.com',
      'gmail.con',
      'gamil.org',
      'hotmial.fr',
      'proton.me',
      'hey.com',
      'shop.cmo',
      'yaho.co.uk',
    ].map((domain) => `Anna.B+x@${domain}`);
    const built = await evaluate(`
      const { suggest } = await import('email-verify-element/address');
      console.log(JSON.stringify(${JSON.stringify(texts)}.map(suggest)));
    `);
    assert.deepEqual(built, texts.map(suggest));
  });
});
