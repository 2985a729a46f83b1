/** The table of accounts: see tables.ts. */
export const ACCOUNTS_V1: readonly string[] = [
  `create table accounts (
    id bigint generated always as identity primary key,
    plan text not null check (plan in ('standard', 'enterprise')),
    free_month text not null default '',
    free_left integer not null default 0 check (free_left >= 0),
    bought_left bigint not null default 0 check (bought_left >= 0),
    arrival timestamptz not null default 'epoch',
    created_at timestamptz not null default now()
  )`,
];

/** Credits are lots now: see the migrations of credits. */
export const ACCOUNTS_V2: readonly string[] = [
  'alter table accounts drop free_month, drop free_left, drop bought_left',
  // The rate limit: the times of the latest requests, in place of one theoretical arrival.
  `alter table accounts drop arrival, add recent timestamptz[] not null default '{}'`,
];
