/** The ESLint rule that keeps comments in plain English. */
import assert from 'node:assert/strict';
import { Linter } from 'eslint';
import { describe, test } from 'vitest';
import plainComments from '../../scripts/eslint/plain-comments.mjs';

/** The messages of the rule for a program. */
const messagesFor = (program: string): string[] =>
  new Linter()
    .verify(program, {
      plugins: { local: { rules: { 'plain-comments': plainComments } } },
      rules: { 'local/plain-comments': 'error' },
    })
    .map(({ message }) => message);

describe('a comment is refused', () => {
  for (const [comment, quoted] of [
    ['/** What an edge answers. */', 'What'],
    ['/**\n * Whether it is open.\n */', 'Whether'],
    ['// how it works', 'how'],
    ['/** Which of them is first. */', 'Which'],
    ['/** Makes what signs. */', 'Makes what'],
    ['/** Resolves after so many milliseconds. */', 'so many'],
    ['/** True if the host\n * is none. */', 'is none'],
    ['// Ends\n// so many of them.', 'so many'],
    ['/** An edit, but none of our business. */', 'none of our'],
  ] as const)
    test(`for ${JSON.stringify(quoted)} in ${JSON.stringify(comment)}`, () => {
      const [message = '', ...others] = messagesFor(comment);
      assert.ok(message.startsWith(`"${quoted}`), message);
      assert.deepEqual(others, []);
    });

  test('for a line of more than 125 characters', () => {
    assert.deepEqual(messagesFor(`/**\n * ${'a'.repeat(123)}\n */`), ['A line of 126 characters: wrap it at 125.']);
    assert.deepEqual(messagesFor(`let a; // ${'a'.repeat(116)}`), ['A line of 126 characters: wrap it at 125.']);
  });
});

describe('a comment is accepted', () => {
  for (const comment of [
    '/** Reads the file. Null if there is none. */',
    '/** A cache in a process of its own. */',
    `// ${'a'.repeat(122)}`,
    `// See https://example.com/${'a'.repeat(122)}`,
    '// A word, and\n// which one.',
    'const text = "What is so many?";',
  ])
    test(comment.slice(0, 60), () => {
      assert.deepEqual(messagesFor(comment), []);
    });
});
