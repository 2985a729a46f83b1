/** True for a Boolean setting that is on: any value but undefined, null, false and the text `false`. `data-debug` is the empty text. */
export const isOn = (value: unknown): boolean => value !== 'false' && (value ?? false) !== false;
