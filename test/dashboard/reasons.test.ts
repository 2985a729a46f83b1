import { expect, test } from 'vitest';
import { WORDS } from '../../src/dashboard/words/index.js';

const wordsFor = (...codes: string[]): string[] => WORDS.reasonsOf(codes).map(([, words]) => words);

test('a mailbox that was not asked is told with what is known of its domain', () => {
  expect(wordsFor('smtp_not_checked', 'role_account')).toEqual([
    'the domain takes mail; the mailbox was not asked',
    'address of a function',
  ]);
});

test('a domain that names no mail server is not said to take mail', () => {
  expect(wordsFor('implicit_mx', 'smtp_not_checked')).toEqual([
    'domain names no mail server',
    'the mailbox was not asked',
  ]);
});

test('codes of a newer service stay as they are', () => {
  expect(WORDS.reasonsOf(['mailbox_asleep'])).toEqual([['mailbox_asleep', 'mailbox_asleep']]);
});
