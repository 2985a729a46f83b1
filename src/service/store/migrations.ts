import { USERS_MIGRATION } from '../users/migration.js';

/**
 * The migrations, oldest first. Never change a released one: append another. The version in the table `schema_version` is
 * the position in this list, from 1.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create table accounts (
    id bigint generated always as identity primary key,
    plan text not null check (plan in ('standard', 'enterprise')),
    free_month text not null default '',
    free_left integer not null default 0 check (free_left >= 0),
    bought_left bigint not null default 0 check (bought_left >= 0),
    arrival timestamptz not null default 'epoch',
    created_at timestamptz not null default now()
  )`,
    `create table api_keys (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    hash bytea not null unique,
    prefix text not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz
  )`,
    `create table checks (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    key_id bigint not null references api_keys,
    subject bytea not null,
    status text not null,
    cost integer not null check (cost >= 0),
    pocket text not null check (pocket in ('free', 'bought')),
    checked_at timestamptz not null default now()
  )`,
  ],
  USERS_MIGRATION,
];
