/** The longest time that can be set: a timer of more than 24.8 days would fire at once. */
const MAX_MS = 600_000;

/** Reads milliseconds from 0 to {@link MAX_MS}, as a number or as text; `standard` for anything else. */
export const milliseconds = (value: unknown, standard: number): number =>
  Math.min((value ?? '') !== '' && (value as number) >= 0 ? (value as number) : standard, MAX_MS);
