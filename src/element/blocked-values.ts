import type { Decision } from '../protocol/index.js';

/** Maximum number of values. A full set is cleared. */
const MAX_BLOCKED = 50;

/** The blocked values of the whole page, since a framework may mount a field anew with one of them. */
const blocked = new Set<string>();

/** Records the latest decision on a value. */
export const noteDecision = (value: string, decision: Decision): void => {
  if (blocked.size >= MAX_BLOCKED) blocked.clear();
  blocked[decision === 'block' ? 'add' : 'delete'](value);
};

/** True if the latest decision on a value, in any field of the page, was to block it. */
export const isBlocked = (value: string): boolean => blocked.has(value);
