/** The plans of an account. `standard` has a rate limit (`rate.ts`), `enterprise` has none. */
export const PLANS = ['standard', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** The kinds of API keys. Checks with a `test` key cost nothing and use no network. */
export const KEY_MODES = ['live', 'test'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/** The scopes of an API key: `validate` is for single checks, `batch` for lists. */
export const SCOPES = ['validate', 'batch'] as const;
export type Scope = (typeof SCOPES)[number];
