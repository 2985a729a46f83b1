/**
 * True for a Boolean setting that is on: any value but undefined, null, false and the text `false`. The attribute
 * `data-debug` without a value is the empty text, so it is on.
 */
export const isOn = (value: unknown): boolean => value !== 'false' && (value ?? false) !== false;
