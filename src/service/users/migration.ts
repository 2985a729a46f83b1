/** The tables of the users: see tables.ts. */
export const USERS_MIGRATION: readonly string[] = [
  `create table users (
    id text primary key,
    email text not null unique,
    email_verified boolean not null default true,
    name text not null default '',
    image text,
    role text not null default 'user' check (role in ('user', 'operator')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  // At most one operator, whatever races.
  `create unique index on users (role) where role = 'operator'`,
  `create table sessions (
    id text primary key,
    user_id text not null references users on delete cascade,
    token text not null unique,
    expires_at timestamptz not null,
    ip_address text,
    user_agent text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index on sessions (user_id)',
  'create index on sessions (expires_at)',
  `create table credentials (
    id text primary key,
    user_id text not null unique references users on delete cascade,
    account_id text not null,
    provider_id text not null,
    password text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create table verifications (
    id text primary key,
    identifier text not null unique,
    value text not null,
    user_id text references users on delete cascade,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index on verifications (user_id)',
  'create index on verifications (expires_at)',
  `create table invitations (
    hash bytea primary key,
    expires_at timestamptz not null,
    used_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  'create table attempts (key bytea primary key, arrival timestamptz not null)',
  'create index on attempts (arrival)',
  'alter table accounts add owner_id text unique references users on delete set null',
];
