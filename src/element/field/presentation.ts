import { fill, type Messages } from '../languages/en.js';
import { showsError, type State } from './state.js';

/** How the field stands, as a sign and its colour show it. */
export type Tone = 'none' | 'checking' | 'valid' | 'warning' | 'error';

/** What is seen and said for a state. */
export interface Presentation {
  tone: Tone;
  /** The error, the warning or the news; `""` when the sign alone is enough. */
  text: string;
  /** The fixed typo, shown with a button that undoes it; `""` when there is none. */
  fixed: string;
  /** What assistive technology is told, sentence by sentence. */
  said: string[];
  /** An error is shown: the input is marked as invalid. */
  invalid: boolean;
  suggestion: string | null;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** The reason why the address is blocked or warned of, by the most telling code that has a message. */
export const reason = ({ finding, value }: State, messages: Messages): string => {
  if (!finding) return '';
  const { status, sub_status: codes } = finding.verdict;
  // `other`: mail can be delivered, but the page wants none of this kind.
  const key = [...codes, status === 'valid' ? 'other' : status].find((code) =>
    Object.hasOwn(messages, code),
  ) as keyof Messages;
  return fill(messages[key], { email: value, domain: domainOf(value) });
};

/** The fixed typo, by the part that changed. */
const fixedText = ({ fix }: State, messages: Messages): string => {
  if (!fix) return '';
  const [from, to] = [domainOf(fix.from), domainOf(fix.to)];
  const sameLocal = from !== to && fix.from.slice(0, -from.length) === fix.to.slice(0, -to.length);
  return fill(messages.fixed, sameLocal ? { from, to } : fix);
};

const toneOf = (state: State): Tone => {
  const { phase, finding, visible, held } = state;
  if (phase === 'checking') return visible || held ? 'checking' : 'none';
  if (!finding) return 'none';
  if (finding.decision !== 'allow') return !visible ? 'none' : showsError(state) ? 'error' : 'warning';
  return finding.verdict.status === 'valid' ? 'valid' : 'none';
};

/** Whether nothing is seen or said for a state, in whatever words: so it is with most keys. */
export const isQuiet = (state: State): boolean => toneOf(state) === 'none' && state.suggestion === null && !state.fix;

/**
 * Decides what is seen and said. Whether something is wrong and whether to show it are two questions: `visible` answers the second.
 * A suggestion replaces the error or warning that it would fix, and waits for a check that is under way.
 */
export const present = (state: State, messages: Messages): Presentation => {
  const { phase, visible, slow, held, override, erred } = state;
  const suggestion = visible && phase !== 'checking' ? state.suggestion : null;
  const found = toneOf(state);
  const tone = suggestion !== null && found !== 'valid' ? 'none' : found;
  const fixed = fixedText(state, messages);
  let text = '';
  let spoken = '';
  if (tone === 'checking' && slow) {
    spoken = messages.checking;
    // Somebody who waits for the form is told why; otherwise the sign is enough.
    if (held) text = spoken;
  } else if (suggestion !== null) {
    spoken = fill(messages.suggestion, { suggestion });
  } else if (tone === 'error' || tone === 'warning') {
    text = reason(state, messages);
    if (override === 'offered') text += ` ${messages.override}`;
    spoken = text;
  } else if (tone === 'valid' && erred) {
    // Success is news only after an error.
    spoken = messages.valid;
    if (!fixed) text = spoken;
  }
  return {
    tone,
    text,
    fixed,
    said: [fixed, spoken].filter(Boolean),
    invalid: tone === 'error',
    suggestion,
  };
};
