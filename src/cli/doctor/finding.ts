/** The result of one examination. */
export interface Finding {
  /** `error`: something does not work; `warning`: it works, and could be better. */
  level: 'ok' | 'warning' | 'error';
  /** The part that was examined, such as `DNS`. */
  part: string;
  /** The finding and its remedy. */
  text: string;
}

/** Time limit of one examination, in ms. */
export const EXAMINATION_MS = 8000;
