/** Maximum number of times that the page may undo an action of the element within {@link WINDOW_MS}. */
const MAX_REPEATS = 20;
/** Time after which the count starts again, in ms. */
const WINDOW_MS = 10_000;

/** Counts the repetitions of an action that the page undoes: two scripts must not undo each other's work for ever. */
export class RepeatLimit {
  #repeats = 0;
  #countedFrom = 0;

  /** Counts one repetition; returns false if there were too many lately. */
  mayRepeat(): boolean {
    const now = Date.now();
    if (now - this.#countedFrom > WINDOW_MS) {
      this.#countedFrom = now;
      this.#repeats = 0;
    }
    return this.#repeats++ < MAX_REPEATS;
  }
}
