/**
 * A value, or why there is none: for every failure that is expected and that the caller has to decide on. A request that the edge does not
 * grant is a thrown `Refusal`.
 */
export type Result<T, R = string> = { ok: true; value: T } | { ok: false; reason: R };

export const success = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const failure = <R>(reason: R): { ok: false; reason: R } => ({ ok: false, reason });
