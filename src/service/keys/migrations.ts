/** The table of API keys: see tables.ts. */
export const KEYS_V1: readonly string[] = [
  `create table api_keys (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    hash bytea not null unique,
    prefix text not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz
  )`,
];

/** Names, kinds, scopes and the grace period of API keys. */
export const KEYS_V2: readonly string[] = [
  // A key that was rotated works until expires_at. Of a key without `sealed`, only the hash is known.
  `alter table api_keys
    add name text not null default 'API key' check (length(name) between 1 and 100),
    add mode text not null default 'live' check (mode in ('live', 'test')),
    add scopes text[] not null default '{validate,batch}' check (scopes <@ '{validate,batch}' and scopes <> '{}'),
    add networks text[] not null default '{}',
    add sealed bytea,
    add own boolean not null default false,
    add expires_at timestamptz,
    add last_used_at timestamptz`,
  'create index on api_keys (account_id)',
];
