import { showsError, type State } from './state.js';
import { fill, type Messages } from '../languages/en.js';

/** How the field stands, as a colour and a sign show it. */
export type Tone = 'none' | 'checking' | 'valid' | 'warning' | 'error';

/** What is seen and said for a state. */
export interface Presentation {
  tone: Tone;
  /** The line under the field. */
  text: string;
  /** What assistive technology is told, sentence by sentence: the same, less what is no news, and with the suggestion. */
  said: string[];
  /** An error is seen: the input is marked as invalid. */
  invalid: boolean;
  suggestion: string | null;
}

/** Why the address is blocked or warned of, in the words of the most telling code that has words. */
export const reason = ({ finding, value }: State, words: Messages): string => {
  if (!finding) return '';
  const { status, sub_status: codes } = finding.verdict;
  // Mail can be delivered, but the page wants none of its kind.
  const key = [...codes, status === 'valid' ? 'other' : status].find((code) =>
    Object.hasOwn(words, code),
  ) as keyof Messages;
  return fill(words[key], { email: value, domain: value.slice(value.lastIndexOf('@') + 1) });
};

/** Decides what is seen and said. Whether something is wrong and whether to show it are two questions: `visible` is the second. */
export const present = (state: State, words: Messages): Presentation => {
  const { phase, finding, visible, slow, held, override, erred, fix } = state;
  const suggestion = visible ? state.suggestion : null;
  const fixed = fix ? fill(words.fixed, fix) : '';
  let tone: Tone = 'none';
  let text = '';
  // Success is news only after an error: it is seen, but not announced.
  let quiet = false;
  if (phase === 'checking') {
    if (visible || held) tone = 'checking';
    if (slow && tone !== 'none') text = words.checking;
  } else if (finding && finding.decision !== 'allow') {
    if (visible) {
      tone = showsError(state) ? 'error' : 'warning';
      text = reason(state, words);
      if (override === 'offered') text += ` ${words.override}`;
    }
  } else if (finding?.verdict.status === 'valid') {
    tone = 'valid';
    text = words.valid;
    quiet = !erred;
  }
  const lines = [fixed, text].filter(Boolean);
  const said = [fixed, quiet ? '' : text, suggestion ? fill(words.suggestion, { suggestion }) : ''].filter(Boolean);
  return { tone, text: lines.join(' '), said, invalid: tone === 'error', suggestion };
};
