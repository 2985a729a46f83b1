/**
 * The package that is run, from `npm pack`, as a user gets it: unpacked far from the source tree, with its dependencies
 * beside it.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { manifest, root } from '../support/manifest.js';
import { whole } from '../support/whole.js';
import { startProgram, temporaryFolder } from './support/program.js';
import { usePacked, type Packed, type Project } from './support/packed.js';
import { typeFaultsOf } from './support/type-faults.js';

const run = promisify(execFile);

describe('email-verify-server', () => {
  const folder = temporaryFolder();
  let packed: Packed;
  let project: Project;
  let program: string;

  beforeAll(async () => {
    packed = usePacked('email-verify-server');
    project = await packed.install();
    program = join(project.home, 'dist/cli/main.js');
  });

  afterAll(() => {
    packed.remove();
    folder.remove();
  });

  test('holds what a user needs and nothing else', () => {
    const tops = new Set(packed.files.map((file) => file.split('/')[0]));
    assert.deepEqual([...tops].sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
    const kinds = new Set(packed.files.map((file) => file.replace(/^.*?((\.d|\.js)?\.\w+)$/, '$1')));
    // No tests, no keys, no site of the manual.
    assert.deepEqual([...kinds].sort(), [
      '.br',
      '.css',
      '.d.ts',
      '.html',
      '.js',
      '.js.map',
      '.json',
      '.md',
      '.svg',
      '.txt',
      'LICENSE',
    ]);
  });

  test('is released as the other package is: the same version, licence, home and engines', () => {
    const own = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as typeof manifest;
    for (const field of ['version', 'license', 'homepage', 'bugs', 'engines'] as const)
      assert.deepEqual(own[field], manifest[field]);
  });

  test('brings the libraries that its modules import, and no other', () => {
    const { dependencies } = JSON.parse(readFileSync(join(project.home, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    assert.deepEqual(packed.importedBy(/^dist\/(?!cdn|dashboard|demo)/), Object.keys(dependencies));
  });

  test('has libraries inside in what a browser loads only, with their licences', () => {
    assert.deepEqual(packed.files.filter((file) => file.endsWith('THIRD-PARTY.txt')).sort(), [
      'dist/cdn/THIRD-PARTY.txt',
      'dist/dashboard/THIRD-PARTY.txt',
    ]);
  });

  // The one start from the packed files, whose modules Node reads for the first time.
  test('serves without a command, and says who it is', { timeout: 180_000 }, async () => {
    const running = await startProgram({ DATA_DIR: join(folder.path, 'data') }, program, []);
    try {
      assert.match(running.output(), /^email-verify serves at /);
      for (const path of ['/', '/dashboard/', '/email-verify.js', '/docs/', '/verify/healthz'])
        assert.equal((await fetch(running.url + path)).status, 200, path);
    } finally {
      await running.end();
    }
    assert.ok(existsSync(join(folder.path, 'data')));
    const { stdout } = await run(process.execPath, [program, '--version']);
    assert.equal(stdout.trim(), manifest.version);
  });

  test('checks addresses on the command line', async () => {
    const args = ['check', '--json', '--block', 'catch_all', 'anna@example.com', 'anna@'];
    const { stdout } = await run(process.execPath, [program, ...args]);
    const results = stdout.trim().split('\n');
    assert.deepEqual(
      results.map((line) => (JSON.parse(line) as { sub_status: string[] }).sub_status[0]),
      ['reserved_domain', 'syntax_error'],
    );
  });

  test('gives the service to a program that imports it', async () => {
    const printed = await project.run(
      `const { createService } = await import('email-verify-server'); console.log(typeof createService);`,
    );
    assert.equal(printed.trim(), 'function');
  });

  test.runIf(whole)('has types that resolve, by @arethetypeswrong/cli', async () => {
    assert.deepEqual(await typeFaultsOf(packed.tarball), []);
  });

  test('is clean by publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: project.home, pack: false, strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });
});
