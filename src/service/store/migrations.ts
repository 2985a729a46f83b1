import { CALLBACKS_MIGRATION } from '../lists/callbacks/migration.js';
import { LISTS_MIGRATION } from '../lists/migration.js';
import { SHAPING_MIGRATION } from '../lists/work/shaping-migration.js';
import { MAILBOXES_MIGRATION, USERS_MIGRATION } from '../users/migration.js';
import type { MigrationStep } from './migration-step.js';

/**
 * The migrations, oldest first. Never change a released one: append another. The version in the table `schema_version` is
 * the position in this list, from 1.
 */
export const MIGRATIONS: readonly (readonly MigrationStep[])[] = [
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
  [
    // Credits as lots, and an append-only ledger of what went into each and came out of it.
    `create table reservations (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    created_at timestamptz not null default now(),
    unique (id, account_id)
  )`,
    `create table credit_lots (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    source text not null check (source in ('free', 'grant', 'purchase')),
    month text check (month ~ '^[0-9]{4,}-[0-9]{2}$'),
    reference text unique,
    reservation_id bigint,
    parent_id bigint references credit_lots,
    remaining bigint not null check (remaining >= 0),
    entries integer not null check (entries >= 1),
    valid_from timestamptz,
    expires_at timestamptz check (expires_at > valid_from),
    created_at timestamptz not null default now(),
    unique (account_id, month),
    unique (id, account_id),
    foreign key (reservation_id, account_id) references reservations (id, account_id),
    foreign key (parent_id, account_id) references credit_lots (id, account_id),
    check ((reservation_id is null) = (parent_id is null)),
    check ((source = 'free' and reservation_id is null) = (month is not null))
  )`,
    'create index on credit_lots (account_id) where reservation_id is null',
    'create index on credit_lots (reservation_id) where reservation_id is not null',
    // Each entry names its predecessor in the lot with its balance, so that no balance can be other than the sum.
    `create table ledger (
    lot_id bigint not null references credit_lots,
    seq integer not null check (seq >= 1),
    kind text not null check (kind in ('free', 'grant', 'purchase', 'check', 'reserve', 'release')),
    amount bigint not null check (amount <> 0),
    balance bigint not null check (balance >= 0),
    at timestamptz not null,
    previous_seq integer generated always as (nullif(seq - 1, 0)) stored,
    previous_balance bigint generated always as (case when seq > 1 then balance - amount end) stored,
    primary key (lot_id, seq),
    unique (lot_id, seq, balance),
    foreign key (lot_id, previous_seq, previous_balance) references ledger (lot_id, seq, balance),
    check (seq > 1 or balance = amount),
    check ((seq = 1) = (kind in ('free', 'grant', 'purchase') or (kind = 'reserve' and amount > 0))),
    check (kind <> 'check' or amount < 0)
  )`,
    `create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception '% is append-only', tg_table_name; end $$`,
    `create trigger append_only before update or delete or truncate on ledger
    for each statement execute function refuse_change()`,
    // The credits of version 1: one lot of what was bought, one of this month's free credits, one of all earlier free ones.
    'create index version_1 on checks (account_id, pocket, id)',
    `insert into credit_lots (account_id, source, month, remaining, entries, valid_from, expires_at)
    select id, 'purchase', null, bought_left, 1 + spent, null::timestamptz, null::timestamptz
      from accounts, lateral (select count(*) as spent from checks where account_id = accounts.id and pocket = 'bought') as bought
      where bought_left + spent > 0
    union all
    select id, 'free', free_month, free_left, 1 + spent,
      to_date(free_month, 'YYYY-MM')::timestamp at time zone 'UTC',
      (to_date(free_month, 'YYYY-MM') + interval '1 month') at time zone 'UTC'
      from accounts, lateral (
        select least(count(*), 100 - free_left) as spent from checks where account_id = accounts.id and pocket = 'free'
      ) as newest
      where free_month <> '' and free_left + spent > 0
    union all
    select id, 'grant', null, 0, 1 + spent, null, null
      from accounts, lateral (
        select greatest(0, count(*) - case when free_month = '' then 0 else 100 - free_left end) as spent
        from checks where account_id = accounts.id and pocket = 'free') as earlier
      where spent > 0`,
    'alter table checks add lot_id bigint, add seq integer',
    `update checks set lot_id = entry.lot_id, seq = entry.seq from (
      select checks.id, lots.id as lot_id, 1 + row_number() over (partition by lots.id order by checks.id) as seq
      from (
        select id, account_id, pocket, row_number() over (partition by account_id, pocket order by id desc) as newest from checks
      ) as checks
      join accounts on accounts.id = checks.account_id
      join credit_lots as lots on lots.account_id = checks.account_id and lots.source = case
        when pocket = 'bought' then 'purchase'
        when free_month <> '' and newest <= 100 - free_left then 'free'
        else 'grant' end
    ) as entry where checks.id = entry.id`,
    `insert into ledger (lot_id, seq, kind, amount, balance, at)
    select id, 1, source, remaining + entries - 1, remaining + entries - 1, coalesce(valid_from, created_at) from credit_lots
    union all
    select lot_id, seq, 'check', -1, remaining + entries - seq, checked_at
      from checks join credit_lots on credit_lots.id = lot_id`,
    'drop index version_1',
    `alter table credit_lots add constraint head foreign key (id, entries, remaining)
    references ledger (lot_id, seq, balance) deferrable initially deferred`,
    // A check without an entry cost nothing.
    `alter table checks drop cost, drop pocket,
    add foreign key (lot_id, seq) references ledger, add unique (lot_id, seq), add check ((lot_id is null) = (seq is null))`,
    'alter table accounts drop free_month, drop free_left, drop bought_left',
    `create index on checks (account_id, subject, checked_at) where status = 'unknown' and lot_id is not null`,
    'create index on checks (account_id, checked_at)',
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
    // The rate limit: the times of the latest requests, in place of one theoretical arrival.
    `alter table accounts drop arrival, add recent timestamptz[] not null default '{}'`,
  ],
  USERS_MIGRATION,
  [
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
    // This month's free credits that a deleted user of a mailbox had used. The next account of that mailbox begins with the rest.
    `create table used_free (
    mailbox bytea not null,
    month text not null,
    used integer not null check (used between 1 and 100),
    primary key (mailbox, month)
  )`,
    `alter table ledger drop constraint ledger_kind_check,
    add constraint ledger_kind_check
      check (kind in ('free', 'grant', 'purchase', 'check', 'reserve', 'release', 'used_before')),
    add check (kind <> 'used_before' or amount < 0)`,
  ],
  MAILBOXES_MIGRATION,
  LISTS_MIGRATION,
  CALLBACKS_MIGRATION,
  SHAPING_MIGRATION,
];
