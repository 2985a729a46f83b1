/**
 * A value, or the reason why there is none: for expected failures that the caller has to handle. A refused request is a
 * thrown `Refusal` instead.
 */
export type Result<T, R = string> = { ok: true; value: T } | { ok: false; reason: R };

export const success = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const failure = <R>(reason: R): { ok: false; reason: R } => ({ ok: false, reason });
