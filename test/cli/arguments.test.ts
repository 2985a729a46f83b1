import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { ACCOUNT_OPTIONS } from '../../src/cli/account-options.js';
import { readArguments } from '../../src/cli/arguments.js';
import { CHECK_OPTIONS } from '../../src/cli/check.js';
import { LIST_OPTIONS } from '../../src/cli/list/options.js';

describe('arguments', () => {
  test('are read, options anywhere, up to --', () => {
    assert.deepEqual(readArguments('list', ['a', '-o', '-', '--json', '--', '--b'], LIST_OPTIONS, true), {
      values: Object.assign(Object.create(null), { output: '-', json: true }) as object,
      positionals: ['a', '--b'],
    });
    assert.equal(readArguments('check', ['--block=-x'], CHECK_OPTIONS, true).values.block, '-x');
  });

  test.each([
    ['check', CHECK_OPTIONS, ['--jsno'], ['check has no option --jsno. Did you mean --json?']],
    ['check', CHECK_OPTIONS, ['-json'], ['check has no option -json. Did you mean --json?']],
    ['check', CHECK_OPTIONS, ['--json=yes'], ['--json takes no value, got "yes".']],
    ['check', CHECK_OPTIONS, ['--block'], ['--block needs a value: --block WORDS.']],
    [
      'check',
      CHECK_OPTIONS,
      ['--block', '--json'],
      ['--block needs a value, got --json; if that is meant, write --block=--json.'],
    ],
    ['list', LIST_OPTIONS, ['-x'], ['list has no option -x. npx email-verify-server list --help lists them.']],
    ['serve', {}, ['8081'], ['serve takes no argument, got "8081".']],
    ['serve', {}, ['--port', '9'], ['serve has no option --port. npx email-verify-server serve --help lists them.']],
    [
      'serve',
      {},
      ['--port=9', '8'],
      [
        'serve has no option --port. npx email-verify-server serve --help lists them.',
        'serve takes no argument, got "8".',
      ],
    ],
    [
      'account',
      ACCOUNT_OPTIONS,
      ['--credit', '5', '--new-kee'],
      [
        'account has no option --credit. Did you mean --credits?',
        'account has no option --new-kee. Did you mean --new-key?',
      ],
    ],
  ])('of %s that are wrong are all named, with what would be right', (command, options, args, lines) => {
    const takesArguments = command === 'check' || command === 'list';
    assert.throws(
      () => readArguments(command, args, options, takesArguments),
      (error: Error) => {
        assert.deepEqual(error.message.split('\n'), lines);
        return true;
      },
    );
  });
});
