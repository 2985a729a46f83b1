import type { State } from '../field/state.js';
import { mask } from './mask-address.js';

/** The source of a verdict. */
export type VerdictSource = 'edge' | 'cache' | 'page' | 'nobody' | 'unseen';

/** The facts that the lines need besides the state. */
export interface Circumstances {
  /** The source of the verdict. */
  readonly source: VerdictSource;
  /** Milliseconds since the check began; meaningless if no check was made or seen. */
  readonly ms: number;
  /** The option `hold`, in milliseconds. */
  readonly hold: number;
}

const SOURCES: Record<VerdictSource, string> = {
  edge: 'from the edge',
  cache: "from this page's cache",
  page: 'from a listener of the page, by respondWith()',
  nobody: 'without asking the edge',
  unseen: 'asked for before this was loaded',
};

const verdictLine = ({ assessment, value }: State, { source, ms }: Circumstances): string => {
  if (!assessment) return '';
  const { verdict, decision, receipt, failure } = assessment;
  const isTimed = source !== 'nobody' && source !== 'unseen';
  if (failure && failure !== 'unchecked')
    return `no verdict (${failure})${isTimed ? ` after ${ms} ms` : ''}; decision: ${decision}`;
  const isNoAddress = verdict.sub_status.includes('syntax_error') && failure !== null;
  const from = isNoAddress
    ? 'this is not an address, so the edge is not asked'
    : `${SOURCES[source]}${isTimed ? `, ${ms} ms` : ''}`;
  const codes = verdict.sub_status.length ? ` [${verdict.sub_status.join(', ')}]` : '';
  return `${mask(value)} is ${verdict.status}${codes}; decision: ${decision}; ${receipt ? 'with' : 'without'} a receipt; ${from}`;
};

/**
 * The sentences about a change of the state; none for a typed letter.
 * @returns the sentences, in the order of the events.
 */
export const stateLines = (state: State, before: State, circumstances: Circumstances): string[] => {
  const isNew = state.revision !== before.revision;
  const from = isNew ? { ...before, phase: 'editing', assessment: null, suggestion: null, visible: false } : before;
  const lines: (string | false | null)[] = [
    isNew && state.fix && `fixed ${mask(state.fix.from)} to ${mask(state.fix.to)}, an obvious typo`,
    isNew && !state.value && 'the field is empty',
    state.phase === 'checking' && from.phase !== 'checking' && `checks ${mask(state.value)}`,
    state.slow && !before.slow && 'the check takes longer than a second: that is announced',
    state.phase === 'settled' && from.phase !== 'settled' && verdictLine(state, circumstances),
    state.suggestion !== null && state.suggestion !== from.suggestion && `suggests ${mask(state.suggestion)}`,
    !isNew &&
      state.suggestion === null &&
      before.suggestion !== null &&
      `no longer suggests ${mask(before.suggestion)}: it was declined, or the typed domain takes mail`,
    state.visible && !from.visible && 'the field was left or submitted: messages may be shown',
    state.held && !before.held && `holds the form until there is a verdict, ${circumstances.hold} ms at most`,
    before.held && !state.held && (isNew ? 'the value has changed: the form is no longer held' : 'the hold has ended'),
    state.override === 'offered' && before.override === null && 'blocked; a second submit overrides it',
    state.override === 'taken' && before.override !== 'taken' && 'the person overrides the block',
  ];
  return lines.filter((line) => typeof line === 'string');
};
