/** Work of which only the newest counts: a person who chooses again wants no answer to the choice before. */
export interface Newest {
  /**
   * Starts work in place of what is under way, which is aborted.
   * @returns undefined if newer work, or {@link Newest.stop}, has taken its place.
   * @throws the error of the work, unless something has taken its place.
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>;
  /** Aborts what is under way. */
  stop(): void;
}

export const createNewest = (): Newest => {
  let current: AbortController | null = null;
  const stop = (): void => {
    current?.abort();
    current = null;
  };
  return {
    stop,
    async run(work) {
      stop();
      const own = new AbortController();
      current = own;
      try {
        const answer = await work(own.signal);
        return own.signal.aborted ? undefined : answer;
      } catch (error) {
        if (own.signal.aborted) return undefined;
        throw error;
      }
    },
  };
};
