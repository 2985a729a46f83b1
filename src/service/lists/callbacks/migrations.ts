/** The tables of callbacks: see tables.ts. */
export const CALLBACKS_V7: readonly string[] = [
  `create table batch_callbacks (
    id text primary key,
    account_id bigint not null references accounts,
    batch_id bigint not null references batches on delete cascade,
    n integer not null check (n > 0),
    event text not null check (event in ('batch.completed', 'batch.failed', 'batch.cancelled')),
    url text not null,
    host text not null,
    payload text not null,
    due_at timestamptz,
    lease text,
    attempts integer not null default 0,
    tries integer not null default 0,
    created_at timestamptz not null,
    delivered_at timestamptz,
    given_up_at timestamptz,
    unique (batch_id, n),
    check (lease is null or due_at is not null),
    check (num_nonnulls(due_at, delivered_at, given_up_at) = 1)
  )`,
  'create index on batch_callbacks (due_at) where due_at is not null',
  'create index on batch_callbacks (account_id, created_at, id)',
  `create table callback_attempts (
    callback_id text not null references batch_callbacks on delete cascade,
    no integer not null,
    at timestamptz not null,
    status integer,
    reason text,
    ms integer,
    primary key (callback_id, no)
  )`,
  `create table callback_secrets (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    sealed bytea not null,
    created_at timestamptz not null,
    ends_at timestamptz
  )`,
  'create index on callback_secrets (account_id)',
  // One that does not end, whatever races.
  'create unique index callback_secret on callback_secrets (account_id) where ends_at is null',
];
