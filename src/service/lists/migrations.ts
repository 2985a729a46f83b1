/** The tables of lists: see tables.ts. */
export const LISTS_V6: readonly string[] = [
  `create table batches (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts,
    key_id bigint,
    name text not null,
    status text not null check (status in ('uploading', 'pending', 'processing', 'completed', 'failed', 'cancelled')),
    error text,
    total integer not null default 0,
    bytes bigint not null default 0,
    duplicates integer not null default 0,
    removes_duplicates boolean not null,
    removes_same_mailbox boolean not null,
    columns text[],
    email_column integer not null default 0,
    width integer not null default 0,
    processed integer not null default 0,
    valid integer not null default 0,
    invalid integer not null default 0,
    risky integer not null default 0,
    unknown integer not null default 0,
    credits integer not null default 0,
    reservation_id bigint,
    callback_url text,
    expires_at timestamptz not null,
    deleted_at timestamptz,
    has_rows boolean not null default true,
    idempotency_key text,
    idempotency_hash bytea,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    started_at timestamptz,
    ended_at timestamptz,
    unique (account_id, idempotency_key),
    foreign key (reservation_id, account_id) references reservations (id, account_id),
    check (processed = valid + invalid + risky + unknown),
    check (processed + duplicates <= total),
    check ((idempotency_key is null) = (idempotency_hash is null))
  )`,
  'create index on batches (account_id, id)',
  'create index on batches (expires_at) where deleted_at is null',
  'create index on batches (id) where deleted_at is not null and has_rows',
  // Without foreign keys: each of a million rows would look its list up.
  `create table batch_rows (
    batch_id bigint not null,
    row_no integer not null,
    cells text not null,
    duplicate_of integer,
    mailbox_group integer,
    primary key (batch_id, row_no)
  )`,
  `create table batch_results (
    batch_id bigint not null,
    row_no integer not null,
    status text not null,
    quality text not null,
    score real not null,
    sub_status text[] not null,
    did_you_mean text,
    mx_record text not null,
    checked_at timestamptz not null,
    primary key (batch_id, row_no)
  )`,
  `create table batch_chunks (
    id bigint generated always as identity primary key,
    batch_id bigint not null references batches,
    account_id bigint not null references accounts,
    kind text not null check (kind in ('lookup', 'probe')),
    first_row integer,
    last_row integer,
    receiver text,
    turn bigint,
    due_at timestamptz,
    lease text,
    attempts integer not null default 0,
    check ((turn is null) <> (due_at is null)),
    check (lease is null or due_at is not null),
    check ((kind = 'lookup') = (first_row is not null and last_row is not null)),
    check ((kind = 'probe') = (receiver is not null))
  )`,
  'create index on batch_chunks (kind, turn, id) where turn is not null',
  'create index on batch_chunks (account_id, kind, turn) where turn is not null',
  'create index on batch_chunks (due_at) where due_at is not null',
  'create index on batch_chunks (lease) where lease is not null',
  // A list has one chunk for each receiver, and any number of look-ups, which have none.
  'create unique index on batch_chunks (batch_id, receiver)',
  `create table batch_probes (
    batch_id bigint not null,
    row_no integer not null,
    receiver text not null,
    question json not null,
    due_at timestamptz not null,
    attempts integer not null default 0,
    primary key (batch_id, row_no)
  )`,
  'create index on batch_probes (batch_id, receiver, due_at)',
];

/** Rows that are asked again, and workers that say that they are there. */
export const LISTS_V9: readonly string[] = [
  `alter table batches
    add waiting_dns integer not null default 0 check (waiting_dns >= 0),
    add waiting_smtp integer not null default 0 check (waiting_smtp >= 0),
    add waiting_greylisted integer not null default 0 check (waiting_greylisted >= 0)`,
  // The third kind repeats look-ups. A list has one such chunk, with an empty receiver.
  `alter table batch_chunks drop constraint batch_chunks_kind_check, drop constraint batch_chunks_check3,
    add constraint batch_chunks_kind_check check (kind in ('lookup', 'probe', 'repeat')),
    add constraint batch_chunks_receiver_check check ((kind = 'lookup') = (receiver is null)),
    add check ((kind = 'repeat') = (receiver is not distinct from ''))`,
  `alter table batch_probes
    add waits_for text check (waits_for in ('dns', 'smtp', 'greylisted')),
    add repeats integer not null default 0`,
  `update batch_probes set waits_for = 'greylisted' where (question ->> 'tries')::integer > 0`,
  `update batches set waiting_greylisted = waiting from (
      select batch_id, count(*) as waiting from batch_probes where waits_for is not null group by batch_id
    ) as probes where probes.batch_id = batches.id`,
  'create index on batch_probes (batch_id, due_at) where waits_for is not null',
  `create table list_workers (
    id uuid primary key,
    seen_at timestamptz not null,
    waits_for_dns boolean,
    waits_for_smtp boolean
  )`,
];

/** The facts of the file of a list, as it was read. */
export const LISTS_V10: readonly string[] = ['alter table batches add file json, add warnings json'];

/** Lists of test keys; what stands in cells: several e-mail columns, further addresses, and the results of duplicates. */
export const LISTS_V11: readonly string[] = [
  `alter table batches
    add is_test boolean not null default false,
    add email_columns integer[],
    add several integer not null default 0,
    add other_email_columns json,
    add valid_duplicates integer not null default 0,
    add invalid_duplicates integer not null default 0,
    add risky_duplicates integer not null default 0,
    add unknown_duplicates integer not null default 0`,
  // The duplicates of rows that get a result.
  'create index on batch_rows (batch_id, duplicate_of) where duplicate_of is not null',
];

/** The projected bounces of lists. Those of lists from before are not known. */
export const LISTS_V12: readonly string[] = [
  `alter table batches
    add bounce_addresses integer not null default 0,
    add bounce_low bigint not null default 0,
    add bounce_high bigint not null default 0`,
];

/** The blocks of lists, also of those that were checked before; chunks by their receiver. */
export const LISTS_V13: readonly string[] = [
  `create table batch_blocks (
    batch_id bigint not null,
    block integer not null,
    valid integer not null,
    invalid integer not null,
    risky integer not null,
    unknown integer not null,
    primary key (batch_id, block)
  )`,
  // Uploads under way count their results at their end.
  `insert into batch_blocks
    select part.batch_id, (part.row_no - 1) / 500,
      count(*) filter (where result.status = 'valid'), count(*) filter (where result.status = 'invalid'),
      count(*) filter (where result.status = 'risky'), count(*) filter (where result.status = 'unknown')
    from batches join batch_rows as part on part.batch_id = batches.id
    join batch_results as result on result.batch_id = part.batch_id and result.row_no = coalesce(part.duplicate_of, part.row_no)
    where batches.status <> 'uploading' group by 1, 2`,
  // The first chunk of each receiver.
  "create index on batch_chunks (receiver, turn, id) where kind = 'probe' and turn is not null",
];

/** The projected bounces by the account's own mail. */
export const LISTS_V18: readonly string[] = [
  `alter table batches
    add bounce_bounds jsonb,
    add bounce_own integer not null default 0,
    alter bounce_low type double precision,
    alter bounce_high type double precision`,
];
