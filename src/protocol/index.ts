/** The types and words that cross a wire. Nothing here does I/O, and nothing here imports from another room. */
export * from './claims.js';
export * from './edge.js';
export * from './policy.js';
export * from './problem.js';
export * from './rate-limit.js';
export * from './refusal.js';
export * from './result.js';
