/** The plans of an account. `standard` has a rate limit (`rate.ts`), `enterprise` has none. */
export const PLANS = ['standard', 'enterprise'] as const;

export type Plan = (typeof PLANS)[number];
