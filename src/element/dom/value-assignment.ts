/**
 * Calls back when code assigns the input's value, which fires no event. Frameworks and input-mask libraries define the
 * same property: theirs is still called, and is restored when the signal is aborted.
 */
export const onAssignment = (input: HTMLInputElement, signal: AbortSignal, assigned: () => void): void => {
  const own = Object.getOwnPropertyDescriptor(input, 'value');
  const before = own ?? Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  if (!before?.set || own?.configurable === false) return;
  const set = (value: string): void => {
    before.set?.call(input, value);
    if (!signal.aborted) assigned();
  };
  Object.defineProperty(input, 'value', { ...before, set });
  signal.addEventListener('abort', () => {
    // Another library may have wrapped it meanwhile.
    if (Object.getOwnPropertyDescriptor(input, 'value')?.set !== set) return;
    if (own) Object.defineProperty(input, 'value', own);
    else Reflect.deleteProperty(input, 'value');
  });
};
