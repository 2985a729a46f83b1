import type { Decision, Verdict } from '../../protocol/index.js';

/** Why the edge gave no verdict. By default none of these blocks the person. */
export type FailureCode = 'timeout' | 'network' | 'refused' | 'unchecked';

/** The verdict for the present value, and what the policy decides. */
export interface Finding {
  verdict: Verdict;
  decision: Decision;
  /** The signed receipt for the site's backend, or null when the edge gave none. */
  receipt: string | null;
  /** Set when the address could not be checked. */
  failure: FailureCode | null;
}

/** `idle`: nothing to say; `editing`: the value is new; `checking`: it is asked about; `settled`: a finding stands. */
export type Phase = 'idle' | 'editing' | 'checking' | 'settled';

/** Everything known of the field. Immutable: each change gives a new object. */
export interface State {
  readonly phase: Phase;
  readonly value: string;
  /** Counts the values; an answer with an older number is dropped. */
  readonly run: number;
  readonly finding: Finding | null;
  /** The field was left or submitted with this value: errors, warnings and suggestions may be shown now. */
  readonly visible: boolean;
  /** The check takes long enough to be announced. */
  readonly slow: boolean;
  /** A submission waits for the finding. */
  readonly held: boolean;
  /** A blocked value may be used anyway: `offered` with the error, `taken` by the next submission. */
  readonly override: 'offered' | 'taken' | null;
  /** An error was seen since the field was last empty, so that success is news. */
  readonly erred: boolean;
  /** What the person may have meant. */
  readonly suggestion: string | null;
  /** The fixed typo, which can be undone. */
  readonly fix: { readonly from: string; readonly to: string } | null;
}

export type FieldEvent =
  /** The value has changed. */
  | { type: 'edit' | 'reset'; value: string }
  /** A typo was fixed. */
  | { type: 'fix'; to: string }
  /** A check begins. */
  | { type: 'check' }
  | { type: 'settle' | 'slow'; run: number; finding?: Finding }
  | { type: 'suggest'; value: string; address: string | null }
  /** The field was left or submitted. */
  | { type: 'reveal' }
  | { type: 'hold' | 'release' }
  /** A second submission may use the blocked value; it did. */
  | { type: 'offer' | 'take' };

export const INITIAL: State = {
  phase: 'idle',
  value: '',
  run: 0,
  finding: null,
  visible: false,
  slow: false,
  held: false,
  override: null,
  erred: false,
  suggestion: null,
  fix: null,
};

/** Whether the person sees an error. */
export const showsError = (state: State): boolean =>
  state.phase === 'settled' && state.visible && state.finding?.decision === 'block' && state.override !== 'taken';

const begin = (state: State, value: string): State => ({
  ...INITIAL,
  phase: value ? 'editing' : 'idle',
  value,
  run: state.run + 1,
  erred: value ? state.erred : false,
});

const step = (state: State, event: FieldEvent): State => {
  switch (event.type) {
    case 'edit':
      return event.value === state.value ? state : begin(state, event.value);
    case 'reset':
      return { ...begin(state, event.value), erred: false };
    case 'fix':
      return {
        ...begin(state, event.to),
        visible: state.visible,
        held: state.held,
        fix: { from: state.value, to: event.to },
      };
    case 'check':
      return state.phase === 'editing' ? { ...state, phase: 'checking' } : state;
    case 'settle':
      return event.run === state.run && event.finding && state.phase !== 'settled' && state.phase !== 'idle'
        ? { ...state, phase: 'settled', slow: false, finding: event.finding }
        : state;
    case 'slow':
      return event.run === state.run && state.phase === 'checking' ? { ...state, slow: true } : state;
    case 'suggest':
      return event.value === state.value && event.address !== state.suggestion
        ? { ...state, suggestion: event.address }
        : state;
    case 'reveal':
      return state.visible || state.phase === 'idle' ? state : { ...state, visible: true };
    case 'hold':
    case 'release':
      return state.held === (event.type === 'hold') ? state : { ...state, held: event.type === 'hold' };
    case 'offer':
      return state.override || state.finding?.decision !== 'block' ? state : { ...state, override: 'offered' };
    case 'take':
      return state.override === 'offered' ? { ...state, override: 'taken' } : state;
  }
};

/** The state after an event. Pure; returns the same object when nothing changes. */
export const reduce = (state: State, event: FieldEvent): State => {
  const next = step(state, event);
  return showsError(next) && !next.erred ? { ...next, erred: true } : next;
};
