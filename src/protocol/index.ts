/** Types and words of the HTTP interfaces. Does no I/O and imports from no other room but `util`. */
export * from './bounces.js';
export * from './claims.js';
export * from './edge.js';
export * from './outcome-counters.js';
export * from './outcome-totals.js';
export * from './outcomes.js';
export * from './policy.js';
export * from './problem.js';
export * from './rate-limit.js';
export * from './refusal.js';
export * from './result.js';
