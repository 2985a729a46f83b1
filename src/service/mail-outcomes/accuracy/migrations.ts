/** The tables that compare verdicts with outcomes of mail: see tables.ts. */
export const ACCURACY_V17: readonly string[] = [
  `create table accuracy_accounts (
    account_id bigint primary key references accounts,
    remembers_since timestamptz,
    alerted_at timestamptz
  )`,
  // Accounts that have reported outcomes, or have a source of them, are measured from now on.
  `insert into accuracy_accounts (account_id, remembers_since)
    select account_id, now() from mail_outcomes union select account_id, now() from mail_sources`,
  `create table remembered_verdicts (
    account_id bigint not null references accounts,
    mailbox bytea not null,
    status text not null,
    score smallint not null check (score between 0 and 100),
    codes text[] not null,
    checked_at timestamptz not null,
    outcome text check (outcome in ('delivered', 'bounced')),
    primary key (account_id, mailbox)
  )`,
  'create index on remembered_verdicts (checked_at)',
  `create table accuracy_weeks (
    account_id bigint not null references accounts,
    week date not null,
    kind text not null check (kind in ('status', 'code', 'score')),
    value text not null,
    delivered integer not null,
    bounced integer not null,
    primary key (account_id, week, kind, value)
  )`,
  'create index on accuracy_weeks (week)',
];

/** Counts verdicts without a code that says something about bounces. */
export const ACCURACY_V18: readonly string[] = [
  'alter table accuracy_weeks drop constraint accuracy_weeks_kind_check',
  "alter table accuracy_weeks add check (kind in ('status', 'code', 'score', 'plain'))",
];
