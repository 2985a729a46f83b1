/** The plugin's source and its zip file, before the rules of WordPress' plugin directory. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKS } from '../../src/element/languages/packs.js';
import { QUALITIES, STATUSES, SUB_STATUSES } from '../../src/protocol/index.js';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'src/wordpress');
const phpFiles = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.php'))
  .sort();
const read = (file: string): string => readFileSync(join(source, file), 'utf8');

const phpcs = (...args: string[]): string =>
  spawnSync('phpcs', ['-q', ...args], { encoding: 'utf8', cwd: root }).stdout;

describe('the source', () => {
  test('follows the WordPress coding standards, as far as phpcs has sniffs for them; the library follows PSR-12', () => {
    assert.equal(phpcs('--standard=test/wordpress/phpcs.xml', 'src/wordpress'), '');
    // Without warnings, which are about the length of lines.
    assert.equal(phpcs('--standard=PSR12', '-n', 'src/php'), '');
  });

  for (const file of phpFiles) {
    test(`${file} does nothing when it is called alone, and translates with the plugin's text domain`, () => {
      assert.match(read(file), /^defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;$/m);
      const calls = read(file).match(/\b(?:esc_html|esc_attr)?_[_e]\( '(?:[^'\\]|\\.)*'(?:, '[^']*')? \)/g) ?? [];
      for (const call of calls) assert.match(call, /, 'email-verify-element' \)$/);
    });
  }

  test('prints nothing that is not escaped', () => {
    const safe = /\b(?:esc_\w+|checked|selected)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
    const printed = phpFiles.flatMap((file) => read(file).match(/\b(?:echo|printf\()[^;]*;/g) ?? []);
    assert.ok(printed.length > 10);
    for (const statement of printed) assert.ok(!statement.replace(safe, '').includes('$'), statement);
  });

  test('knows every word of a policy and every language', () => {
    const listOf = (name: string): string[] => {
      const [, list = ''] =
        new RegExp(`const ${name}\\s*= array\\(([^)]*)\\)`).exec(read('includes/class-settings.php')) ?? [];
      return [...list.matchAll(/'([^']*)'/g)].map(([, word = '']) => word);
    };
    assert.deepEqual(listOf('POLICY_WORDS'), [...new Set([...STATUSES, ...QUALITIES, ...SUB_STATUSES])]);
    const languages = Object.keys(PACKS).filter((code) => code !== 'iw');
    assert.deepEqual(listOf('LANGUAGES'), ['', ...[...languages, 'en'].sort()]);
  });

  test('has its translatable texts in the .pot file (update it with `npx vitest run test/wordpress/standards.test.ts -u`)', async () => {
    const pot = execFileSync(
      'xgettext',
      [
        ...[
          '--language=PHP',
          '--from-code=UTF-8',
          '--add-comments=translators:',
          '--keyword=__',
          '--keyword=esc_html__',
        ],
        ...[
          '--no-location',
          '--no-wrap',
          '--sort-output',
          '--package-name=Email Verify Element',
          '--output=-',
          ...phpFiles,
        ],
      ],
      { cwd: source, encoding: 'utf8' },
    );
    const lines = pot.split('\n').filter((line) => !/^(#(?!\.)|"POT-Creation-Date)/.test(line));
    await expect(lines.join('\n').replace('CHARSET', 'UTF-8')).toMatchFileSnapshot(
      join(source, 'languages/email-verify-element.pot'),
    );
  });
});

describe('the zip file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'email-verify-plugin-'));
  const plugin = join(folder, 'email-verify-element');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const inZip = (file: string): string => readFileSync(join(plugin, file), 'utf8');

  beforeAll(() => {
    execFileSync('unzip', ['-q', join(root, 'dist/wordpress/email-verify-element.zip'), '-d', folder]);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('is one folder that holds all that the plugin needs, in the version of the package', () => {
    assert.deepEqual(readdirSync(folder), ['email-verify-element']);
    assert.match(inZip('email-verify-element.php'), new RegExp(`^ \\* Version: +${version}$`, 'm'));
    assert.match(inZip('readme.txt'), new RegExp(`^Stable tag: ${version}$`, 'm'));
    const files = readdirSync(plugin, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(php|txt|pot)$/.test(name)))
      assert.ok(!inZip(file).includes('%VERSION%'));
    const scripts = readdirSync(join(root, 'dist/cdn')).filter(
      (name) => name.endsWith('.js') && name !== 'email-verify.js',
    );
    for (const script of scripts) assert.ok(files.includes(`assets/${version}/${script}`), script);
    assert.ok(files.includes('languages/email-verify-element.pot'));
    assert.ok(files.includes('uninstall.php'));
  });

  test('is the same for the same files, and dated 1980', () => {
    const listing = execFileSync('unzip', ['-Z', '-T', join(root, 'dist/wordpress/email-verify-element.zip')], {
      encoding: 'utf8',
    });
    const dates = new Set(listing.match(/\b\d{8}\.\d{6}\b/g));
    assert.deepEqual([...dates], ['19800101.000000']);
  });

  test('asks no other host for anything: its scripts import from their own folder', () => {
    const script = inZip(`assets/${version}/email-verify.classic.js`);
    assert.ok(!/https?:\/\//.test(script));
    assert.ok(!/wp_enqueue_\w+\([^;]*https?:/.test(inZip('includes/class-script.php')));
  });

  test('loads before and after another copy of the receipt check, such as that of a theme', () => {
    const copies = [join(root, 'dist/php/ReceiptVerifier.php'), join(plugin, 'lib/ReceiptVerifier.php')];
    for (const [first, second] of [copies, copies.toReversed()]) {
      const code = `require $argv[1]; require $argv[2];
        echo EmailVerify\\ReceiptVerifier::FIELD, ' ', EmailVerifyElement\\ReceiptVerifier::FIELD;`;
      const { stdout } = spawnSync('php', ['-r', code, '--', first ?? '', second ?? ''], { encoding: 'utf8' });
      assert.equal(stdout, 'email-verification email-verification');
    }
    for (const file of readdirSync(plugin, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.php')) assert.ok(!/\bEmailVerify\\/.test(inZip(file)), file);
  });

  test('has a readme.txt in the format of the plugin directory', () => {
    const readme = inZip('readme.txt');
    const [header = '', description = ''] = readme.split('\n\n');
    for (const field of [
      'Tags',
      'Requires at least',
      'Tested up to',
      'Requires PHP',
      'Stable tag',
      'License',
      'License URI',
    ])
      assert.match(header, new RegExp(`^${field}: .`, 'm'));
    assert.ok((/^Tags: (.*)$/m.exec(header)?.[1] ?? '').split(', ').length <= 5);
    assert.ok(description.length <= 150);
    for (const section of ['Description', 'Installation', 'Frequently Asked Questions', 'Changelog'])
      assert.ok(readme.includes(`\n== ${section} ==\n`), section);
    for (const field of ['Requires at least', 'Requires PHP']) {
      const of = (text: string): string | undefined => new RegExp(`${field}: +(.*)`).exec(text)?.[1];
      assert.equal(of(readme), of(inZip('email-verify-element.php')));
    }
  });
});
