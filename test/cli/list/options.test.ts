import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { readListCommand } from '../../../src/cli/list/options.js';

describe('the arguments of email-verify list', () => {
  test('are read', () => {
    assert.deepEqual(
      readListCommand([
        ...['list.csv', '-o', 'out.csv', '--remove-duplicates', '--header', '--column', 'E-Mail', '--json'],
        ...['--service', 'https://verify.example/'],
      ]),
      {
        input: 'list.csv',
        output: 'out.csv',
        asJson: true,
        maxBounce: null,
        options: {
          removesDuplicates: true,
          removesSameMailbox: false,
          splitsCells: false,
          firstRowIsHeader: true,
          emailColumn: 'E-Mail',
          encoding: undefined,
          delimiter: undefined,
          sheet: undefined,
        },
        service: 'https://verify.example',
      },
    );
    const { options } = readListCommand(['-', '-o', '-', '--no-header', '--column', '2', '--remove-same-mailbox']);
    assert.deepEqual(options, {
      removesDuplicates: false,
      removesSameMailbox: true,
      splitsCells: false,
      firstRowIsHeader: false,
      emailColumn: 2,
      encoding: undefined,
      delimiter: undefined,
      sheet: undefined,
    });
    assert.equal(readListCommand(['list.txt']).output, null);
    assert.equal(readListCommand(['a.csv', '-o', 'b.csv', '--max-bounce', '2.5']).maxBounce, 2.5);
  });

  test.each([
    [[], /^Give one file: npx email-verify-server list addresses\.csv -o results\.csv$/],
    [['a.csv', 'b.csv'], /^Give one file/],
    [['a.csv', '--json'], /^--json needs -o FILE, or -o - for standard output/],
    [['a.csv', '-o', ''], /^-o must name a file/],
    ...['two', '-1', '101', '', '2 %'].map((percent): [string[], RegExp] => [
      ['a.csv', '-o', 'b.csv', `--max-bounce=${percent}`],
      /^--max-bounce must be a number of per cent from 0 to 100, got "/,
    ]),
    [['a.csv', '-o', 'b.csv', '--header', '--no-header'], /^Give --header or --no-header, not both\.$/],
    [
      ['a.csv', '-o', 'b.csv', '--column', '0'],
      /^--column must be the name of a column, or its number from 1, got "0"$/,
    ],
    [
      ['a.csv', '-o', 'b.csv', '--no-header', '--column', 'Mail'],
      /^--column must be a number with --no-header, got "Mail"$/,
    ],
    [['a.csv', '-o', 'b.csv', '--service', 'verify.example'], /^--service must be an http or https URL/],
    [
      ['a.csv', '-o', 'b.csv', '--key', 'secret'],
      /^list has no option --key\. npx email-verify-server list --help lists them\.$/,
    ],
  ])('%j are refused in one line', (args, message) => {
    assert.throws(
      () => readListCommand(args),
      (error: Error) => message.test(error.message),
    );
  });
});
