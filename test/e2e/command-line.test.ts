/** The built command line, run as a person runs it. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { freePort } from '../support/free-port.js';
import { run, startProgram, temporaryFolder } from './support/program.js';

const root = join(import.meta.dirname, '../..');
const CLI = join(root, 'dist/node/cli.js');
const names = Object.keys(COMMANDS);

/** Runs it without any settings. */
const call = (...args: string[]) => run(args, {});

describe('--help', () => {
  test('lists every command, and the exit codes, for no command too', async () => {
    const { stdout } = await call();
    const answers = await Promise.all([call('--help'), call('-h'), call('help')]);
    for (const answer of answers) assert.deepEqual(answer, { code: 0, stdout, stderr: '' });
    for (const name of names) assert.match(stdout, new RegExp(`^  ${name} +\\w`, 'm'));
    assert.match(stdout, /^  npx email-verify-element COMMAND/m);
    assert.match(stdout, /^Exit codes\n  0 +done\n  1 +failed.*\n  2 +check: /m);
  });

  test.each(names)('of %s shows its use, its options and its settings, and starts nothing', async (name) => {
    const [long, short, asked] = await Promise.all([call(name, '--help'), call(name, 'x', '-h'), call('help', name)]);
    const { stdout } = long;
    for (const answer of [long, short, asked]) assert.deepEqual(answer, { code: 0, stdout, stderr: '' });
    const { options = {}, settings } = COMMANDS[name as keyof typeof COMMANDS] as {
      options?: object;
      settings: readonly string[];
    };
    assert.match(stdout, new RegExp(`^Usage\n  npx email-verify-element ${name}\\b`));
    for (const option of Object.keys(options)) assert.match(stdout, new RegExp(`^  .*--${option}\\b`, 'm'));
    for (const setting of settings) assert.match(stdout, new RegExp(`^  ${setting} +\\w`, 'm'));
    assert.ok(stdout.split('\n').every((line) => line.length <= 130));
  });

  test('tells nobody to run another package', async () => {
    const texts = await Promise.all([[], ...names].map((name) => call(...[name].flat(), '--help')));
    for (const { stdout } of texts) assert.doesNotMatch(stdout, /(?<!npx )email-verify(?!-element)\b/);
  });
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  assert.deepEqual(await call('--version'), { code: 0, stdout: `${version}\n`, stderr: '' });
});

test.each([
  [['chekc'], 'There is no command "chekc". Did you mean npx email-verify-element check?'],
  [['frobnicate'], 'There is no command "frobnicate". npx email-verify-element --help lists them.'],
  [['help', 'serv'], 'There is no command "serv". Did you mean npx email-verify-element serve?'],
  [
    ['--verison'],
    'There is no option --verison without a command. npx email-verify-element --help lists the commands.',
  ],
  [['check', '--jsno', 'a@b.de'], 'check has no option --jsno. Did you mean --json?'],
  [['check', '-json', 'a@b.de'], 'check has no option -json. Did you mean --json?'],
  [['check', '--json=yes', 'a@b.de'], '--json takes no value, got "yes".'],
  [['check', 'a@b.de', '--block'], '--block needs a value: --block WORDS.'],
  [['check', '--block', '--json'], '--block needs a value, got --json; if that is meant, write --block=--json.'],
  [['list', 'a.csv', '-x'], 'list has no option -x. npx email-verify-element list --help lists them.'],
  [['serve', '8081'], 'serve takes no argument, got "8081".'],
  [
    ['account', '--credit', '5', '--new-kee'],
    'account has no option --credit. Did you mean --credits?\naccount takes no argument, got "5".\n' +
      'account has no option --new-kee. Did you mean --new-key?',
  ],
  [['backup', '--help-me'], 'backup has no option --help-me. npx email-verify-element backup --help lists them.'],
])('%j is refused, and says what would be right', async (args, line) => {
  assert.deepEqual(await call(...args), { code: 1, stdout: '', stderr: `${line}\n` });
});

test('every missing and wrong setting of a start is named at once', async () => {
  const { code, stdout, stderr } = await run(['edge'], { LOG_LEVEL: 'loud', PORT: '70000' });
  assert.deepEqual([code, stdout], [1, '']);
  assert.deepEqual(stderr.match(/^\w+/gm), ['ALLOWED_ORIGINS', 'SECRET', 'LOG_LEVEL', 'PORT', 'PUBLIC_URL']);
});

test('a port that is taken is named by its setting', async () => {
  const { path, remove } = temporaryFolder();
  const port = await freePort();
  const program = await startProgram({ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: path, LOG_LEVEL: 'silent' });
  try {
    const env = { ALLOWED_ORIGINS: 'https://a.example', SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://e.example' };
    const place = { HOST: '127.0.0.1', PORT: '0', METRICS_PORT: String(port) };
    const { code, stderr } = await run(['edge'], { ...env, ...place });
    assert.equal(code, 1);
    assert.equal(stderr, `METRICS_PORT ${port} is in use by another program; set METRICS_PORT to another one.\n`);
  } finally {
    await program.end();
    remove();
  }
});

/** Runs it in a pseudo-terminal, which the package bsdutils of every Debian has. */
const inTerminal = (env: Record<string, string>, ...args: string[]): string =>
  execFileSync('script', ['-qec', [process.execPath, CLI, ...args].join(' '), '/dev/null'], {
    env: { PATH: process.env['PATH'], TERM: 'xterm-256color', ...env },
    encoding: 'utf8',
  });

describe.skipIf(spawnSync('script', ['--version']).error !== undefined)('colours', () => {
  const args = ['check', '--block', 'catch_all', 'anna@'];
  const coloured = /\u001b\[31minvalid\u001b\[39m/;

  test('are for terminals, unless NO_COLOR is set or the terminal has none', () => {
    assert.match(inTerminal({}, ...args), coloured);
    assert.match(inTerminal({}, '--help'), /\u001b\[1mUsage/);
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) assert.doesNotMatch(inTerminal(env, ...args), /\u001b/);
  });

  test('are not for pipes and files', async () => {
    const { stdout } = await call(...args);
    assert.match(stdout, /^anna@ {3}invalid {3}/);
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(stdout, /\u001b/);
  });
});

describe('the manual of the command line', () => {
  let manual = '';
  beforeAll(() => {
    manual = readFileSync(join(root, 'docs/cli.md'), 'utf8');
  });

  test('names every command and option, and none that there is not', () => {
    const inText = new Set(
      [...manual.matchAll(/npx email-verify-element (?:[A-Z_]+=\S+ )?(\w+)/g)].map(([, word]) => word),
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
