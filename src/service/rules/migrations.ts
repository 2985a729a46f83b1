/** The tables of rules: see tables.ts. The list is an account, or 0, and refers to no other table. */
export const RULES_V16: readonly string[] = [
  `create table rules (
    id bigint generated always as identity primary key,
    list_id bigint not null,
    key text not null,
    pattern text not null,
    action text not null check (action in ('allow', 'deny', 'deny_risky')),
    note text not null,
    until date,
    in_file boolean not null,
    changed_at timestamptz not null default now(),
    unique (list_id, key)
  )`,
  "create index on rules (list_id) where key like 'mx:%'",
  'create index on rules (until) where until is not null',
  `create table rule_changes (
    id bigint generated always as identity primary key,
    list_id bigint not null,
    at timestamptz not null default now(),
    changer text not null check (changer in ('user', 'key', 'file', 'end')),
    user_id text,
    key_id bigint,
    pattern text not null,
    old json,
    new json,
    check (num_nonnulls(old, new) > 0)
  )`,
  'create index on rule_changes (list_id, id)',
  'create index on rule_changes (at)',
];
