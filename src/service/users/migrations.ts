import { sql, type Transaction } from 'kysely';
import { mailboxOf } from './mailbox.js';
import type { MigrationStep } from '../store/migration-step.js';

/** The tables of the users: see tables.ts. */
export const USERS_V3: readonly string[] = [
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

/** Users that are read, and in memory, at once. */
const ROWS = 1000;

/** Fills `users.mailbox`, the oldest user first. Of several users with one mailbox, the later ones get null. */
const fillMailboxes = async (db: Transaction<unknown>): Promise<void> => {
  // Times as text: a Date has no microseconds.
  let last = { at: '-infinity', id: '' };
  for (;;) {
    const { rows } = await sql<{ at: string; id: string; email: string }>`
      select created_at::text as at, id, email from users
        where (created_at, id) > (${last.at}::timestamptz, ${last.id}) order by created_at, id limit ${sql.lit(ROWS)}`.execute(
      db,
    );
    const ids = rows.map(({ id }) => id);
    const mailboxes = rows.map(({ email }) => mailboxOf(email));
    await sql`
      with filled as (
        select distinct on (mailbox) id, mailbox
          from unnest(${ids}::text[], ${mailboxes}::text[]) with ordinality as given (id, mailbox, position)
          where not exists (select from users where users.mailbox = given.mailbox)
          order by mailbox, position
      )
      update users set mailbox = filled.mailbox from filled where users.id = filled.id`.execute(db);
    const end = rows.at(-1);
    if (end === undefined || rows.length < ROWS) return;
    last = end;
  }
};

/** One user for each mailbox, and the attempts with a password at a link. */
export const USERS_V5: readonly MigrationStep[] = [
  'alter table users add mailbox text unique',
  fillMailboxes,
  'alter table verifications add tries integer not null default 0',
];
