/**
 * The timers of the page, which stand still while a text is typed. A busy machine pauses between two keys for longer than
 * `debounce`, and the element would ask about the start of an address. No test is about that: those of pauses type in parts.
 */
const [begin, end] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];

/** The calls whose time came meanwhile, by the number of their timer. */
const held = new Map<number, () => void>();
let holding = 0;

window.setTimeout = ((call: (...given: unknown[]) => void, ms?: number, ...given: unknown[]): number => {
  const id = begin(() => {
    const run = (): void => {
      call(...given);
    };
    if (holding > 0) held.set(id, run);
    else run();
  }, ms);
  return id;
}) as typeof window.setTimeout;

window.clearTimeout = ((id?: number): void => {
  if (id !== undefined) held.delete(id);
  end(id);
}) as typeof window.clearTimeout;

/** Does some work while the timers stand still. Those whose time came are called afterwards, if they are still wanted. */
export const whileTimersStand = async (work: () => Promise<void>): Promise<void> => {
  holding += 1;
  try {
    await work();
  } finally {
    holding -= 1;
    for (const [id, run] of holding > 0 ? [] : held) {
      held.delete(id);
      run();
    }
  }
};
