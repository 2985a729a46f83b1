import type { Generated } from 'kysely';

/** The plans of an account. `standard` has a rate limit (`rate.ts`), `enterprise` has none. */
export const PLANS = ['standard', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** The accounts. */
export interface AccountsTable {
  id: Generated<number>;
  plan: Plan;
  /** When the latest requests that count against the rate limit came, oldest first. */
  recent: Generated<Date[]>;
  /** The user to whom it belongs; null if there is none, or none any more. */
  owner_id: Generated<string | null>;
  created_at: Generated<Date>;
}

export interface AccountTables {
  accounts: AccountsTable;
}
