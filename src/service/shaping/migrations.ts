/** The tables of the allowances that all processes share: see shaping.ts. */
export const SHAPING_V8: readonly string[] = [
  // Changed some times a second: with half of each page free, a change needs no new entry in an index.
  `create table shaping_allowances (
    receiver text primary key,
    refill_per_ms double precision not null check (refill_per_ms > 0),
    burst double precision not null check (burst >= 0),
    wanted double precision not null,
    granted double precision not null,
    tokens double precision not null,
    share double precision not null default 1 check (share > 0 and share <= 1),
    counted_at timestamptz not null,
    throttled_at timestamptz,
    stopped_until timestamptz
  ) with (fillfactor = 50)`,
  `create table shaping_leases (
    receiver text not null,
    slot integer not null check (slot >= 1),
    holder uuid not null unique,
    expires_at timestamptz not null,
    primary key (receiver, slot)
  ) with (fillfactor = 50)`,
];
