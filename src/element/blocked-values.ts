import type { Decision } from '../protocol/index.js';

/** A full list is cleared. */
const MAX_BLOCKED = 50;

/** Values that are blocked, for the whole page: a framework may mount a field anew with one of them. */
const blocked = new Set<string>();

/** Remembers the newest decision on a value. */
export const noteDecision = (value: string, decision: Decision): void => {
  if (blocked.size >= MAX_BLOCKED) blocked.clear();
  blocked[decision === 'block' ? 'add' : 'delete'](value);
};

/** True if the newest decision on a value was to block it, in any field of the page. */
export const isBlocked = (value: string): boolean => blocked.has(value);
