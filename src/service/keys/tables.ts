import type { Generated } from 'kysely';

/** The kinds of API keys. Checks with a `test` key cost nothing and use no network. */
export const KEY_MODES = ['live', 'test'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/** The scopes of an API key: `validate` is for single checks, `batch` for lists. */
export const SCOPES = ['validate', 'batch'] as const;
export type Scope = (typeof SCOPES)[number];

/** The API keys of an account. */
export interface ApiKeysTable {
  id: Generated<number>;
  account_id: number;
  /** HMAC-SHA-256 of the key. */
  hash: Buffer;
  /** The first characters of the key, for display. */
  prefix: string;
  name: Generated<string>;
  mode: Generated<KeyMode>;
  scopes: Generated<Scope[]>;
  /** The client addresses that may use it: CIDR blocks; empty for all. */
  networks: Generated<string[]>;
  /** The key, encrypted; null for keys made before version 2 and for the calling program's own key. */
  sealed: Buffer | null;
  /** The key that the calling program has for itself. */
  own: Generated<boolean>;
  created_at: Generated<Date>;
  /** The end of the grace period of a rotated key. */
  expires_at: Date | null;
  /** To the minute. */
  last_used_at: Date | null;
  revoked_at: Date | null;
}

export interface KeyTables {
  api_keys: ApiKeysTable;
}
