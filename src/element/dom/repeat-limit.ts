/** The page may undo what the element does this often within {@link WINDOW_MS}. */
const MAX_REPEATS = 20;
/** After this time, in ms, the count starts again. */
const WINDOW_MS = 10_000;

/** Counts how often the element does again what the page undoes: two scripts must not undo each other's work for ever. */
export class RepeatLimit {
  #repeats = 0;
  #countedFrom = 0;

  /** Counts one repetition; false if there were too many lately. */
  mayRepeat(): boolean {
    const now = Date.now();
    if (now - this.#countedFrom > WINDOW_MS) {
      this.#countedFrom = now;
      this.#repeats = 0;
    }
    return this.#repeats++ < MAX_REPEATS;
  }
}
