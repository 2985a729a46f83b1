/** The table of checks: see tables.ts. */
export const CHECKS_V1: readonly string[] = [
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
];

/** Checks are paid for by entries of the ledger. */
export const CHECKS_V2: readonly string[] = [
  // A check without an entry cost nothing.
  `alter table checks drop cost, drop pocket,
    add foreign key (lot_id, seq) references ledger, add unique (lot_id, seq), add check ((lot_id is null) = (seq is null))`,
  `create index on checks (account_id, subject, checked_at) where status = 'unknown' and lot_id is not null`,
  'create index on checks (account_id, checked_at)',
];

/** Checks of people, and checks counted by day. */
export const CHECKS_V4: readonly string[] = [
  // A check that somebody who is signed in makes has no key.
  'alter table checks alter key_id drop not null',
  // Checks counted by day (UTC): charts and statements need no row of each, so that old rows can be deleted.
  `create table check_days (
    account_id bigint not null references accounts,
    day date not null,
    paid_from text not null check (paid_from in ('free', 'grant', 'purchase', 'none')),
    status text not null,
    count bigint not null check (count > 0),
    latest timestamptz not null,
    primary key (account_id, day, paid_from, status)
  )`,
  `insert into check_days (account_id, day, paid_from, status, count, latest)
    select checks.account_id, (checked_at at time zone 'UTC')::date, coalesce(source, 'none'), status, count(*), max(checked_at)
      from checks left join credit_lots on credit_lots.id = lot_id group by 1, 2, 3, 4`,
];
