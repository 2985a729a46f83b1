import type { Assessment } from './assessment.js';

/**
 * `idle`: nothing to show; `editing`: the value is new; `checking`: a check is in flight; `settled`: the value is
 * assessed.
 */
export type Phase = 'idle' | 'editing' | 'checking' | 'settled';

/** The state of a field. Immutable: each change creates a new object. */
export interface State {
  readonly phase: Phase;
  readonly value: string;
  /** Counts the values; a result for an older one is dropped. */
  readonly revision: number;
  readonly assessment: Assessment | null;
  /** The field was left or submitted with this value: errors, warnings and suggestions may be shown. */
  readonly visible: boolean;
  /** The check takes long enough to be announced. */
  readonly slow: boolean;
  /** A submission is held until the value is assessed. */
  readonly held: boolean;
  /** A blocked value may be submitted anyway: `offered` with the error, `taken` by the next submit. */
  readonly override: 'offered' | 'taken' | null;
  /** An error was shown since the field was last empty, so success is worth announcing. */
  readonly erred: boolean;
  /** The address that the person may have meant. */
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
  | { type: 'slow'; revision: number }
  /** The value was assessed. Without the member `suggestion`, the current suggestion stays. */
  | { type: 'settle'; revision: number; assessment?: Assessment; suggestion?: string }
  | { type: 'suggest'; value: string; address: string | null }
  /** The field was left or submitted. */
  | { type: 'reveal' }
  | { type: 'hold' | 'release' }
  /** `offer`: the next submit may override the block; `take`: it did. */
  | { type: 'offer' | 'take' };

export const INITIAL_STATE: State = {
  phase: 'idle',
  value: '',
  revision: 0,
  assessment: null,
  visible: false,
  slow: false,
  held: false,
  override: null,
  erred: false,
  suggestion: null,
  fix: null,
};

/** True if the person sees an error: the value is blocked, visible and not overridden. */
export const showsError = (state: State): boolean =>
  state.phase === 'settled' && state.visible && state.assessment?.decision === 'block' && state.override !== 'taken';

const withValue = (state: State, value: string): State => ({
  ...INITIAL_STATE,
  phase: value ? 'editing' : 'idle',
  value,
  revision: state.revision + 1,
  erred: value ? state.erred : false,
});

const withFix = (state: State, from: string, to: string): State => ({
  ...withValue(state, to),
  visible: state.visible,
  held: state.held,
  fix: { from, to },
});

const withAssessment = (state: State, assessment: Assessment, suggestion = state.suggestion): State => ({
  ...state,
  phase: 'settled',
  slow: false,
  assessment,
  suggestion,
});

const next = (state: State, event: FieldEvent): State => {
  switch (event.type) {
    case 'edit':
      if (event.value === state.value) return state;
      // A page may change the case of each value: the typo stays fixed, and can be undone.
      return state.fix?.to.toLowerCase() === event.value.toLowerCase()
        ? withFix(state, state.fix.from, event.value)
        : withValue(state, event.value);
    case 'reset':
      return { ...withValue(state, event.value), erred: false };
    case 'fix':
      return withFix(state, state.value, event.to);
    case 'check':
      return state.phase === 'editing' ? { ...state, phase: 'checking' } : state;
    case 'settle':
      return event.revision === state.revision &&
        event.assessment &&
        state.phase !== 'settled' &&
        state.phase !== 'idle'
        ? withAssessment(state, event.assessment, event.suggestion)
        : state;
    case 'slow':
      return event.revision === state.revision && state.phase === 'checking' ? { ...state, slow: true } : state;
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
      return state.override || state.assessment?.decision !== 'block' ? state : { ...state, override: 'offered' };
    case 'take':
      return state.override === 'offered' ? { ...state, override: 'taken' } : state;
  }
};

/** Returns the state after an event. Pure; returns the same object if nothing changes. */
export const reduce = (state: State, event: FieldEvent): State => {
  const after = next(state, event);
  return showsError(after) && !after.erred ? { ...after, erred: true } : after;
};
