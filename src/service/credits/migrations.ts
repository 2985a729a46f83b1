/** Credits as lots, and an append-only ledger of what went into each and came out of it: see tables.ts. */
export const CREDITS_V2: readonly string[] = [
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
];

/** Free credits of a month that deleted users had used: see tables.ts. */
export const CREDITS_V4: readonly string[] = [
  // This month's free credits that a deleted user of a mailbox had used. The next account of that mailbox begins with
  // the rest.
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
];
