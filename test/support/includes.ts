import assert from 'node:assert/strict';

/** Takes of a value only the properties that another has. */
const only = (value: unknown, wanted: unknown): unknown => {
  if (Array.isArray(value) && Array.isArray(wanted)) return value.map((item, i) => only(item, wanted[i]));
  if (typeof value !== 'object' || value === null || typeof wanted !== 'object' || wanted === null) return value;
  return Object.fromEntries(
    Object.entries(wanted).map(([name, inner]) => [name, only((value as Record<string, unknown>)[name], inner)]),
  );
};

/** Asserts that a value has these properties, at any depth; it may have more. */
export const assertIncludes = (value: unknown, wanted: object): void => {
  assert.deepEqual(only(value, wanted), wanted);
};
