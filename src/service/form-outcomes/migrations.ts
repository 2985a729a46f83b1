/** The tables of the outcomes of forms: see tables.ts. */
export const FORM_OUTCOMES_V15: readonly string[] = [
  `create table form_outcomes (
    account_id bigint not null references accounts,
    day date not null,
    origin text not null,
    form text not null,
    held_out boolean not null,
    counter text not null,
    count bigint not null check (count > 0),
    primary key (account_id, day, origin, form, held_out, counter)
  )`,
  'create index on form_outcomes (day)',
  `create table outcome_batches (
    account_id bigint not null references accounts,
    id uuid not null,
    taken_at timestamptz not null default now(),
    primary key (account_id, id)
  )`,
  'create index on outcome_batches (taken_at)',
];
