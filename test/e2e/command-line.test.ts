/** The built command line, run as a person runs it. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { run, startProgram, temporaryFolder } from './support/program.js';

const root = join(import.meta.dirname, '../..');
const CLI = join(root, 'server/dist/cli/main.js');
const names = Object.keys(COMMANDS);

/** Runs it without any settings. */
const call = (...args: string[]) => run(args, {});

test('--help lists the commands, and starts nothing', async () => {
  const { stdout } = await call('--help');
  for (const name of names) assert.match(stdout, new RegExp(`^ {2}${name} +\\w`, 'm'));
  assert.deepEqual(await call('-h'), { code: 0, stdout, stderr: '' });
  const list = await call('list', 'x.csv', '--help');
  assert.deepEqual(await call('help', 'list'), list);
  assert.equal(list.code, 0);
  assert.match(list.stdout, /^Usage\n {2}npx email-verify-server list \[OPTIONS\] FILE\n/);
  const serve = await call('serve', '-h');
  assert.deepEqual([serve.code, serve.stderr], [0, '']);
  assert.match(serve.stdout, /^ {2}PORT +TCP port/m);
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  assert.deepEqual(await call('--version'), { code: 0, stdout: `${version}\n`, stderr: '' });
});

test.each([
  [['chekc'], 'There is no command "chekc". Did you mean npx email-verify-server check?'],
  [['frobnicate'], 'There is no command "frobnicate". npx email-verify-server --help lists them.'],
  [['--verison'], 'There is no option --verison without a command. npx email-verify-server --help lists the commands.'],
  [['check', '--jsno', 'a@b.de'], 'check has no option --jsno. Did you mean --json?'],
  [['serve', '8081'], 'serve takes no argument, got "8081".'],
])('%j is refused, and says what would be right', async (args, line) => {
  assert.deepEqual(await call(...args), { code: 1, stdout: '', stderr: `${line}\n` });
});

test('every missing and wrong setting of a start is named at once', async () => {
  const { code, stdout, stderr } = await run(['edge'], { LOG_LEVEL: 'loud', PORT: '70000' });
  assert.deepEqual([code, stdout], [1, '']);
  assert.deepEqual(stderr.match(/^\w+/gm), ['ALLOWED_ORIGINS', 'SECRET', 'LOG_LEVEL', 'PORT', 'PUBLIC_URL']);
});

test('a port that is taken is named by its setting', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = { ALLOWED_ORIGINS: 'https://a.example', SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://e.example' };
  const place = { HOST: '127.0.0.1', PORT: '0', METRICS_PORT: String(port) };
  const { code, stderr } = await run(['edge'], { ...env, ...place });
  other.close();
  assert.equal(code, 1);
  assert.equal(stderr, `METRICS_PORT ${port} is in use by another program; set METRICS_PORT to another one.\n`);
});

/** Runs it in a pseudo-terminal, which the package bsdutils of every Debian has. */
const inTerminal = (env: Record<string, string>, ...args: string[]): string =>
  execFileSync('script', ['-qec', [process.execPath, CLI, ...args].join(' '), '/dev/null'], {
    env: { PATH: process.env['PATH'], TERM: 'xterm-256color', ...env },
    encoding: 'utf8',
  });

describe.skipIf(spawnSync('script', ['--version']).error !== undefined)('colours', () => {
  const args = ['check', '--block', 'catch_all', 'anna@'];
  const RED = '\u001b[31minvalid\u001b[39m';

  test('are for terminals, unless NO_COLOR is set or the terminal has none', () => {
    assert.ok(inTerminal({}, ...args).includes(RED));
    assert.ok(inTerminal({}, '--help').includes('\u001b[1mUsage'));
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) assert.ok(!inTerminal(env, ...args).includes('\u001b'));
  });

  test('are not for pipes and files', async () => {
    const { stdout } = await call(...args);
    assert.match(stdout, /^anna@ {3}invalid {3}/);
    assert.ok(!stdout.includes('\u001b'));
  });
});

describe('the manual of the command line', () => {
  let manual = '';
  beforeAll(() => {
    manual = readFileSync(join(root, 'docs/cli.md'), 'utf8');
  });

  test('names every command and option, and none that there is not', () => {
    const inText = new Set(
      [...manual.matchAll(/npx email-verify-server (?:[A-Z_]+=\S+ )?(\w+)/g)].map(([, word]) => word),
    );
    for (const name of names) assert.ok(inText.has(name), name);
    for (const word of inText) assert.ok(word === 'COMMAND' || word === 'help' || names.includes(word ?? ''), word);
    const options = new Set(
      Object.values(COMMANDS).flatMap((command) => Object.keys((command as { options?: object }).options ?? {})),
    );
    for (const option of options) assert.ok(manual.includes(`--${option}`), option);
    for (const [, option = ''] of manual.matchAll(/(?<![\w-])--([a-z][\w-]*)/g))
      assert.ok(options.has(option) || ['help', 'version', 'save-dev'].includes(option), option);
  });
});

test('no page, message or example says to run the other package on npm', () => {
  const tracked = execFileSync('git', ['ls-files', 'src', 'docs', 'demo', 'examples', '*.md'], { cwd: root });
  const files = tracked.toString().split('\n').filter(Boolean);
  assert.ok(files.length > 100);
  for (const file of files.filter((name) => existsSync(join(root, name))))
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /npx (--yes |-y )?email-verify(?![\w-])/, file);
});

test('list exits with 3 if more of the addresses may bounce than --max-bounce allows, and writes the results', async () => {
  const folder = temporaryFolder();
  const [list, out] = ['list.txt', 'out.csv'].map((name) => join(folder.path, name)) as [string, string];
  // Reserved domains: the network is not asked.
  writeFileSync(list, 'a@shop.example\nb@shop.example\n');
  const { code, stderr } = await call('list', list, '-o', out, '--max-bounce', '2');
  assert.equal(code, 3);
  assert.match(
    stderr,
    /^Projected bounces: 100 to 100 % of the addresses \(general ranges\), more than the 2 % of --max-bounce\.$/m,
  );
  assert.match(readFileSync(out, 'utf8'), /^b@shop\.example,invalid/m);
  assert.equal((await call('list', list, '-o', `${out}.2`, '--max-bounce', '100')).code, 0);
  folder.remove();
});

test('restore puts a backup of older tables into a new DATA_DIR, which a start migrates', async () => {
  const folder = temporaryFolder();
  const [file, data] = [join(folder.path, 'old.gz'), join(folder.path, 'data')];
  const header = { backup: 'email-verify', format: 1, version: 5, made_at: '2026-01-31T12:00:00Z' };
  writeFileSync(file, gzipSync(`${JSON.stringify(header)}\n[null,0]\n`));
  const { code, stderr } = await run(['restore', file], { DATA_DIR: data });
  assert.equal(code, 0, stderr);
  const program = await startProgram({ DATA_DIR: data });
  assert.notEqual(program.key, null);
  await program.end();
  folder.remove();
});
