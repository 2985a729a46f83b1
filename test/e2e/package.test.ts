/**
 * The package that is imported, from `npm pack`, as a user gets it: unpacked far from the source tree, with only its
 * dependencies beside it.
 */
import assert from 'node:assert/strict';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { whole } from '../support/whole.js';
import { installedIn, usePacked, type Packed, type Project } from './support/packed.js';
import { typeFaultsOf } from './support/type-faults.js';

const root = join(import.meta.dirname, '../..');

/** The largest size on disk, with folders as `du -sb` counts them. */
const MAX_BYTES = 5_100_000;
const DEPENDENCIES = [
  '@floating-ui/dom',
  '@hono/node-server',
  '@noble/hashes',
  'altcha-lib',
  'aws4fetch',
  'hono',
  'jose',
  'lit',
  'mailcheck',
  'socks',
];
/** The list of disposable domains, and names that stand beside each other in it. */
const LIST = 'disposable-names.json.js';
const [SOME_LISTED_NAMES = ''] =
  /[a-z\d.-]{60}/.exec(readFileSync(join(root, 'src/address/known-domains/disposable-names.json'), 'utf8')) ?? [];
const LICENCES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'Unlicense'];

describe('email-verify-element', () => {
  let packed: Packed;
  let project: Project;

  beforeAll(async () => {
    packed = usePacked();
    project = await packed.install();
  });

  afterAll(() => {
    packed.remove();
  });

  test('holds what a user needs and nothing else', () => {
    const tops = new Set(packed.files.map((file) => file.split('/')[0]));
    const right = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'dist', 'examples', 'package.json'];
    assert.deepEqual([...tops].sort(), right);
    const kinds = new Set(packed.files.map((file) => file.replace(/^.*?((\.d|\.js)?\.\w+)$/, '$1')));
    // No tests, no keys.
    assert.deepEqual([...kinds].sort(), [
      '.d.ts',
      '.js',
      '.js.map',
      '.json',
      '.md',
      '.php',
      '.toml',
      '.txt',
      '.zip',
      'LICENSE',
    ]);
  });

  test('holds every file of it that the manual names', () => {
    const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.md'),
    );
    for (const page of ['README.md', 'demo/docs/index.html', ...pages.map((file) => `docs/${file}`)]) {
      const text = readFileSync(join(root, page), 'utf8');
      const named = [...text.matchAll(/node_modules\/email-verify-element\/([\w./-]+?)(?=[.,]?(?:[\s"'`<)]|$))/g)];
      for (const [, path = ''] of named)
        assert.ok(
          packed.files.some((file) => file.startsWith(path)),
          `${page} names ${path}`,
        );
    }
  });

  test('brings few libraries, each of them small, and is small', () => {
    const { dependencies } = JSON.parse(readFileSync(join(project.home, 'package.json'), 'utf8')) as {
      dependencies?: object;
    };
    assert.deepEqual(Object.keys(dependencies ?? {}), DEPENDENCIES);
    // hono is asked for by @hono/node-server; react and vue are the app's.
    const imported = packed.importedBy(/^dist\/(?!cdn|standalone)/).filter((name) => !['react', 'vue'].includes(name));
    assert.deepEqual([...imported, 'hono'].sort(), DEPENDENCIES);
    const entries = readdirSync(project.home, { recursive: true }) as string[];
    const bytes = entries.reduce((sum, entry) => sum + lstatSync(join(project.home, entry)).size, 0);
    assert.ok(bytes < MAX_BYTES, `${bytes} bytes on disk`);
    // Those, and what they depend on themselves.
    assert.ok(installedIn(join(project.folder, 'node_modules')).length < 25);
  });

  test('has no library inside, but in the files that run without a bundler', () => {
    const bundles = packed.files.filter((file) => file.endsWith('THIRD-PARTY.txt')).map((file) => dirname(file));
    assert.deepEqual(bundles.sort(), ['dist/cdn', 'dist/standalone']);
    const modules = packed.files.filter((file) => file.endsWith('.js') && !bundles.includes(dirname(file)));
    const sources = new Set(
      modules.flatMap((file) =>
        existsSync(join(project.home, `${file}.map`))
          ? (JSON.parse(readFileSync(join(project.home, `${file}.map`), 'utf8')) as { sources: string[] }).sources
          : [],
      ),
    );
    assert.ok(sources.size > 100);
    assert.deepEqual(
      [...sources].filter((source) => source.includes('node_modules')),
      [],
    );
  });

  test('holds the lists of disposable domains once', () => {
    const holders = packed.files.filter((file) =>
      readFileSync(join(project.home, file), 'latin1').includes(SOME_LISTED_NAMES),
    );
    assert.deepEqual(holders, [`dist/address/known-domains/${LIST}`]);
  });

  test('has a source map for every module, with its source inside', () => {
    const modules = packed.files.filter((file) => /^dist\/(?!cdn|standalone|markup).*\.js$/.test(file));
    for (const file of modules) {
      const text = readFileSync(join(project.home, file), 'utf8');
      // A module that only hands on what others export has nothing to map.
      const [, map] = /^\/\/# sourceMappingURL=(.+)$/m.exec(text) ?? [];
      if (map === undefined) continue;
      const { sourcesContent = [] } = JSON.parse(readFileSync(join(project.home, dirname(file), map), 'utf8')) as {
        sourcesContent?: string[];
      };
      assert.ok(sourcesContent.every(Boolean), file);
    }
  });

  test('holds only libraries whose licence allows it, with their texts', () => {
    const folders = ['cdn', 'standalone'];
    for (const folder of folders) {
      const text = readFileSync(join(project.home, 'dist', folder, 'THIRD-PARTY.txt'), 'utf8');
      const libraries = [...text.matchAll(/^\S+ \d+\.\d+\.\d+\S* \((.+)\)$/gm)].map(([, spdx = '']) => spdx);
      assert.ok(libraries.length > 0, folder);
      assert.deepEqual(
        libraries.filter((spdx) => !LICENCES.includes(spdx)),
        [],
        folder,
      );
      assert.match(text, /Permission is hereby granted, free of charge/);
    }
  });

  test('holds the words of each language as a file of its own: for bundlers and for script tags', () => {
    const languages = readdirSync(join(root, 'src/element/languages')).flatMap((file) =>
      ['en.ts', 'fill-placeholders.ts', 'localizer.ts', 'packs.ts'].includes(file) ? [] : file.slice(0, -3),
    );
    assert.ok(languages.length >= 17);
    for (const language of languages)
      for (const file of [`element/languages/${language}.js`, `cdn/email-verify-${language}.js`])
        assert.ok(packed.files.includes(`dist/${file}`), file);
  });

  test('names, in the custom elements manifest, files that it holds, with what they export', () => {
    const text = readFileSync(join(project.home, 'dist/custom-elements.json'), 'utf8');
    const named = [...text.matchAll(/"(?:path|module)": "([^"]*)"/g)].map(([, file = '']) => file);
    assert.ok(named.length > 10);
    for (const file of new Set(named)) assert.ok(packed.files.includes(file), file);
    const { modules } = JSON.parse(text) as { modules: { path: string; exports: { name: string }[] }[] };
    for (const { path, exports } of modules)
      for (const { name } of exports)
        assert.match(readFileSync(join(project.home, path), 'utf8'), new RegExp(`^export .*\\b${name}\\b`, 'm'));
  });

  test('is clean by publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: project.home, pack: false, strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  test.runIf(whole)('has types that resolve, by @arethetypeswrong/cli', async () => {
    assert.deepEqual(await typeFaultsOf(packed.tarball), []);
  });

  test('an edge that does not verify in process loads none of the lists', () => {
    const loaded = (file: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      const text = readFileSync(file, 'utf8');
      for (const [, next = ''] of text.matchAll(/\b(?:import|from) ?['"](\.[\w./-]+)['"]/g))
        loaded(join(dirname(file), next), seen);
      return seen;
    };
    const hasLists = (file: string): boolean =>
      [...loaded(join(project.home, 'dist', file))].some((name) => name.endsWith(LIST));
    for (const file of ['verifier/index.js', 'verifier/doh.js']) assert.ok(hasLists(file), file);
    for (const file of [
      'edge/index.js',
      'receipt/index.js',
      'edge/upstream/adapters/index.js',
      'edge/runtime/workers.js',
      'standalone/workers.js',
    ])
      assert.equal(hasLists(file), false, file);
  });

  test('runs without its source tree: every entry point, on a server too', async () => {
    const found = JSON.parse(
      await project.run(`
      const address = await import('email-verify-element/address');
      const { createVerifier } = await import('email-verify-element/verifier');
      const { createDohVerifier } = await import('email-verify-element/verifier/doh');
      await createDohVerifier().close();
      const { createEdge, generateReceiptKey } = await import('email-verify-element/edge');
      const { toNodeListener } = await import('email-verify-element/edge/node');
      const workers = await import('email-verify-element/edge/workers');
      const deno = await import('email-verify-element/edge/deno');
      const bun = await import('email-verify-element/edge/bun');
      const { sesUpstream } = await import('email-verify-element/edge/upstreams');
      const { verifyReceipt } = await import('email-verify-element/receipt');
      const { EmailVerifyElement } = await import('email-verify-element');
      await import('email-verify-element/define');
      const verifier = createVerifier({ dnsServers: ['127.0.0.1:9'] });
      const { status } = await verifier.verify('anna@example.com');
      const edge = createEdge({ origins: ['https://shop.example'], secret: 'x'.repeat(32), receiptKey: await generateReceiptKey(), issuer: 'https://edge.example/', upstream: verifier });
      const keys = await (await edge(new Request('https://edge.example/.well-known/jwks.json'))).json();
      const check = await verifyReceipt('no receipt', { email: 'a@b.de', audience: 'https://shop.example', jwks: keys });
      console.log(JSON.stringify([address.suggest('anna@gmial.com'), status, keys.keys.length, check, typeof toNodeListener, typeof workers.default.fetch, typeof deno.serve, typeof bun.serve, typeof EmailVerifyElement]));
      await verifier.close();
    `),
    ) as unknown;
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
    ]);
  });

  test('is bundled into a page, with the lazy parts apart', async () => {
    project.write('page.js', `import 'email-verify-element/define';`);
    const { metafile } = await build({
      absWorkingDir: project.folder,
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
    assert.doesNotMatch(inFirst, /floating-ui|challenge\.js|languages\/(?!en|fill|localizer|packs)/);
    const japanese = later.filter(([, { inputs }]) => Object.keys(inputs).some((name) => name.endsWith('/ja.js')));
    assert.deepEqual(
      japanese.map(([, { inputs }]) => Object.keys(inputs).length),
      [1],
      'each language is a file of its own',
    );
  });

  test('leaves the service its keys', () => {
    const scripts = readdirSync(join(project.home, 'dist/cdn')).filter((name) => name.endsWith('.js'));
    assert.ok(scripts.length >= 4);
    for (const name of scripts) {
      assert.doesNotMatch(readFileSync(join(project.home, 'dist/cdn', name), 'utf8'), /apikey/i, name);
    }
  });

  test('holds the element in one file, and what comes later stands by itself', () => {
    // A part that imports the element by its name would load it twice where the element came at the second try, by
    // another URL.
    const scripts = readdirSync(join(project.home, 'dist/cdn')).filter((name) => name.endsWith('.js'));
    for (const name of scripts) {
      const text = readFileSync(join(project.home, 'dist/cdn', name), 'utf8');
      assert.doesNotMatch(text, /\b(from|import) ?["']/, name);
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
    const built = JSON.parse(
      await project.run(`
      const { suggest } = await import('email-verify-element/address');
      console.log(JSON.stringify(${JSON.stringify(texts)}.map(suggest)));
    `),
    ) as unknown;
    assert.deepEqual(built, texts.map(suggest));
  });
});
