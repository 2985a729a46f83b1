/** The tables of the outcomes of mail: see tables.ts. */
export const MAIL_OUTCOMES_V14: readonly string[] = [
  `create table mail_outcomes (
    account_id bigint not null references accounts,
    mailbox bytea not null,
    delivered_at timestamptz,
    bounced_at timestamptz,
    complained_at timestamptz,
    reported_at timestamptz not null default now(),
    primary key (account_id, mailbox),
    check (num_nonnulls(delivered_at, bounced_at, complained_at) > 0)
  )`,
  'create index on mail_outcomes (reported_at)',
  `create table mail_sources (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    provider text not null,
    hash bytea not null unique,
    sealed bytea,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  'create index on mail_sources (account_id)',
];

/** Counts the outcomes that each source has reported. */
export const MAIL_OUTCOMES_V17: readonly string[] = ['alter table mail_sources add reports bigint not null default 0'];

/** Outcomes can have the keyed hash of their domain. Most services store none, and the index is empty. */
export const MAIL_OUTCOMES_V19: readonly string[] = [
  'alter table mail_outcomes add domain bytea',
  'create index on mail_outcomes (domain, account_id, mailbox) where domain is not null',
];
