import { fill } from '../languages/fill-placeholders.js';
import type { Messages } from '../languages/en.js';
import { showsError, type State } from './state.js';

/** The kind of news that the sign and the colours show. */
export type Tone = 'none' | 'checking' | 'valid' | 'warning' | 'error';

/** The messages, the suggestion and the announcements for a state. */
export interface Presentation {
  tone: Tone;
  /** The message: an error, a warning or progress; `""` if the sign alone is enough. */
  text: string;
  /** The message about the fixed typo, shown with an undo button; `""` without one. */
  fixed: string;
  /** The sentences for assistive technology. */
  announced: string[];
  /** True if an error is shown: the input is marked as invalid. */
  invalid: boolean;
  suggestion: string | null;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** The message with the reason for a block or a warning, by the first code that has a message. */
export const reason = ({ assessment, value }: State, messages: Messages): string => {
  if (!assessment) return '';
  const { status, sub_status: codes } = assessment.verdict;
  // `other`: the address is valid, but the page's policy refuses this kind of it.
  // `possible_disposable` and `disposable_host` look like `disposable`, unless the page has words for them.
  const names = codes.flatMap((code) => [code, code.replace(/^possible_(?=d)|_host$/, '')]);
  const key = [...names, status === 'valid' ? 'other' : status].find((code) =>
    Object.hasOwn(messages, code),
  ) as keyof Messages;
  return fill(messages[key], { email: value, domain: domainOf(value) });
};

/** The message about the fixed typo: only the domains if only the domain changed. */
const fixedText = ({ fix }: State, messages: Messages): string => {
  if (!fix) return '';
  const [from, to] = [domainOf(fix.from), domainOf(fix.to)];
  const sameLocal = from !== to && fix.from.slice(0, -from.length) === fix.to.slice(0, -to.length);
  return fill(messages.fixed, sameLocal ? { from, to } : fix);
};

const toneOf = (state: State): Tone => {
  const { phase, assessment, visible, held } = state;
  if (phase === 'checking') return visible || held ? 'checking' : 'none';
  if (!assessment) return 'none';
  if (assessment.decision !== 'allow') return !visible ? 'none' : showsError(state) ? 'error' : 'warning';
  return assessment.verdict.status === 'valid' && state.suggestion === null ? 'valid' : 'none';
};

/** True if nothing is shown or announced, in any language: the case after most keys. */
export const isBlank = (state: State): boolean => toneOf(state) === 'none' && state.suggestion === null && !state.fix;

/**
 * Decides what is shown and announced. Errors, warnings and suggestions wait until they are `visible`. A suggestion
 * replaces the error or warning that it would fix, and waits for a check in flight. With a suggestion, a valid address
 * gets no tick.
 */
export const present = (state: State, messages: Messages): Presentation => {
  const { phase, visible, slow, held, override, erred } = state;
  const suggestion = visible && phase !== 'checking' ? state.suggestion : null;
  const tone = suggestion === null ? toneOf(state) : 'none';
  const fixed = fixedText(state, messages);
  let text = '';
  let announced = '';
  if (tone === 'checking' && slow) {
    announced = messages.checking;
    // Shown only to a person whose submission is held; otherwise the sign is enough.
    if (held) text = announced;
  } else if (suggestion !== null) {
    announced = fill(messages.suggestion, { suggestion });
  } else if (tone === 'error' || tone === 'warning') {
    text = reason(state, messages);
    if (override === 'offered') text += ` ${messages.override}`;
    announced = text;
  } else if (tone === 'valid' && erred) {
    // Success is news only after an error.
    announced = messages.valid;
    if (!fixed) text = announced;
  }
  return {
    tone,
    text,
    fixed,
    announced: [fixed, announced].filter(Boolean),
    invalid: tone === 'error',
    suggestion,
  };
};
