import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { COMMANDS, type Command, type CommandName } from '../../src/cli/commands.js';
import { plain } from '../../src/cli/colour.js';
import { commandHelp, generalHelp } from '../../src/cli/help.js';
import { DEFAULT_QUOTAS } from '../../src/edge/options.js';

const names = Object.keys(COMMANDS) as CommandName[];
const texts = [generalHelp(plain), ...names.map((name) => commandHelp(name, plain))];

test('the help lists every command and the exit codes', () => {
  const text = generalHelp(plain);
  for (const name of names) assert.match(text, new RegExp(`^ {2}${name} +\\w`, 'm'));
  for (const code of [0, 1, 2, 130]) assert.match(text, new RegExp(`^ {2}${code} +\\w`, 'm'));
});

describe('the help of a command', () => {
  test.each(names)('%s shows its use, its options and its settings', (name) => {
    const text = commandHelp(name, plain);
    const { options = {}, settings }: Command = COMMANDS[name];
    assert.match(text, new RegExp(`^Usage\n {2}npx email-verify-server ${name}\\b`));
    for (const option of [...Object.keys(options), 'help'])
      assert.match(text, new RegExp(`^ {2}.*--${option}\\b`, 'm'));
    for (const setting of settings) assert.match(text, new RegExp(`^ {2}${setting} +\\S`, 'm'));
  });
});

test('the help of serve, edge and doctor lists the quotas with their defaults', () => {
  for (const name of names) {
    const quotas = [...commandHelp(name, plain).matchAll(/^ {2}((?:CHECKS|TOKENS|RECEIPTS)_PER_\w+) .*\((\d+)\)$/gm)];
    const expected = ['serve', 'edge', 'doctor'].includes(name) ? Object.keys(DEFAULT_QUOTAS).length : 0;
    assert.equal(quotas.length, expected, name);
  }
  assert.match(commandHelp('edge', plain), /^ {2}CHECKS_PER_DAY +.+ \(20000\)$/m);
});

test('the help of a setting with few values names them', () => {
  const text = commandHelp('serve', plain);
  for (const word of ['open', 'invite', 'closed', 'adaptive', 'altcha'])
    assert.match(text, new RegExp(`\\b${word}\\b`));
});

test('the help of edge does not say that its secret is made: it is required', () => {
  assert.doesNotMatch(commandHelp('edge', plain), /SECRET .*\(made/);
});

test('no help is wider than a hundred columns and its longest word', () => {
  for (const text of texts) for (const line of text.split('\n')) assert.ok(line.length <= 130, line);
});

test('no help tells to run another package', () => {
  for (const text of texts) assert.doesNotMatch(text, /(?<!npx )email-verify(?!-server)\b/);
});
