/** The file with the rules of the deployment: a rule a line, such as `deny *.spam.example until 2026-12-31 # note`. */
import { ACTIONS, type Action } from './apply.js';
import { MAX_NOTE, readDay } from './fields.js';
import { PATTERN_EXPECTED, readPattern } from './pattern.js';
import type { NewRule } from './rules.js';

/** A line that could not be read. */
export interface BadLine {
  /** From 1. */
  line: number;
  /** Says what would be right. It quotes nothing of the line, which may have an address. */
  reason: string;
}

/** A file as it was read. */
export interface RuleFile {
  rules: NewRule[];
  bad: BadLine[];
}

const isAction = (word: string): word is Action => (ACTIONS as readonly string[]).includes(word);

/** Reads a line without its comment. @returns a text that says what would be right if it is no rule. */
const readRule = (words: readonly string[], note: string): NewRule | string => {
  const [action = '', pattern = '', keyword, day, ...more] = words;
  if (!isAction(action)) return `a line begins with ${ACTIONS.join(', ')}`;
  const read = readPattern(pattern);
  if (read === null) return `after ${action} stands ${PATTERN_EXPECTED}`;
  const until = keyword === undefined ? null : readDay(day ?? '');
  if ((keyword ?? 'until') !== 'until' || until === undefined || more.length > 0)
    return 'after the pattern stands nothing, or until and a day such as 2026-12-31; a note stands after #';
  if (note.length > MAX_NOTE) return `a note has at most ${MAX_NOTE} characters`;
  return { ...read, action, note, until };
};

/** Reads the text of the file. Empty lines and comments, from a # that a space or nothing stands before, are no rules. */
export const readRuleFile = (text: string): RuleFile => {
  const file: RuleFile = { rules: [], bad: [] };
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const end = line.search(/(?:^|\s)#/);
    const words = (end < 0 ? line : line.slice(0, end)).trim().split(/\s+/);
    const note = end < 0 ? '' : line.slice(line.indexOf('#', end) + 1);
    if (words[0] === '') continue;
    const read = readRule(words, note.trim().replace(/\p{Cc}/gu, ' '));
    if (typeof read === 'string') file.bad.push({ line: index + 1, reason: read });
    else file.rules.push(read);
  }
  return file;
};
