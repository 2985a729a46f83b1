/** The CPU time of this process, in ms: a pause of a busy machine is not counted. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Runs some work. @returns the longest time for which it kept the event loop, in ms of CPU. */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [longest, last, isDone] = [0, cpuMs(), false];
  const tick = (): void => {
    const now = cpuMs();
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
