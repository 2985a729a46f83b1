/** What an account may do: `standard` is limited to five checks a second, `enterprise` is not. */
export type Plan = 'standard' | 'enterprise';
