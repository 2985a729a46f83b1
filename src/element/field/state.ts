import type { Decision, Verdict } from '../../protocol/index.js';

/** Why there is no verdict of the edge: nothing of this is ever held against the person who types. */
export type FailureCode = 'timeout' | 'network' | 'refused' | 'unchecked';

/** What stands for the present value. */
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

/** All that is known of the field. A new object for each change. */
export interface State {
  readonly phase: Phase;
  readonly value: string;
  /** Counts the values; an answer that carries an older number is too late. */
  readonly run: number;
  readonly finding: Finding | null;
  /** The field was left or submitted with this value: errors, warnings and suggestions may be seen now. */
  readonly visible: boolean;
  /** The check has been under way for so long that a person wonders. */
  readonly slow: boolean;
  /** A submission waits for the finding. */
  readonly held: boolean;
  /** What was blocked may be used all the same: `offered` with the error, `taken` by the next submission. */
  readonly override: 'offered' | 'taken' | null;
  /** An error was seen since the field was last empty, so that success is news. */
  readonly erred: boolean;
  /** What the person may have meant. */
  readonly suggestion: string | null;
  /** What was changed on the person's behalf and can be undone. */
  readonly fix: { readonly from: string; readonly to: string } | null;
}

export type MachineEvent =
  /** The value is another one. */
  | { type: 'edit' | 'reset'; value: string }
  /** The value was changed on the person's behalf. */
  | { type: 'fix'; to: string }
  /** The value is asked about. */
  | { type: 'check' }
  | { type: 'settle' | 'slow'; run: number; finding?: Finding }
  | { type: 'suggest'; value: string; address: string | null }
  /** The field was left or submitted. */
  | { type: 'reveal' }
  | { type: 'hold' | 'release' }
  /** The blocked value may be used if it is submitted once more; it was. */
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

/** Whether the state is one in which the person sees an error. */
export const showsError = (state: State): boolean =>
  state.phase === 'settled' && state.visible && state.finding?.decision === 'block' && state.override !== 'taken';

const begin = (state: State, value: string): State => ({
  ...INITIAL,
  phase: value ? 'editing' : 'idle',
  value,
  run: state.run + 1,
  erred: value ? state.erred : false,
});

const step = (state: State, event: MachineEvent): State => {
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

/** What becomes of a state by an event. Pure; the same object comes back when nothing changes. */
export const reduce = (state: State, event: MachineEvent): State => {
  const next = step(state, event);
  return showsError(next) && !next.erred ? { ...next, erred: true } : next;
};
