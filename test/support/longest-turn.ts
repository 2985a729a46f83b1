/** Runs some work. @returns the longest time for which it kept the event loop, in ms. */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [longest, last, isDone] = [0, performance.now(), false];
  const tick = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isDone = true;
  tick();
  return longest;
};
