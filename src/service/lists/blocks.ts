/**
 * The blocks of a list: how many of the rows of each have which result. A page of the rows with one status is found by
 * adding up two thousand blocks of a million rows, in place of the rows.
 */
import { sql } from 'kysely';
import { STATUSES, type Status } from '../../protocol/index.js';
import type { Inside, Store } from '../schema.js';

/** Rows of a block: the first has number 0, and the rows from 1 on. */
export const BLOCK_ROWS = 500;

/** Rows that one statement counts. */
const COUNTED = 20 * BLOCK_ROWS;

/** The block of a row, as SQL. */
const blockOf = (row: string) => sql<number>`(${sql.ref(row)} - 1) / ${sql.lit(BLOCK_ROWS)}`;

/** Some rows of a block that have got a result. */
interface Counted {
  block: number;
  status: Status;
  count: number;
}

/** Counts results by their block and their status. */
const countByBlock = (results: readonly { row: number; status: Status }[]): Counted[] => {
  const counted = new Map<string, Counted>();
  for (const { row, status } of results) {
    const block = Math.floor((row - 1) / BLOCK_ROWS);
    const key = `${block} ${status}`;
    const one = counted.get(key) ?? { block, status, count: 0 };
    one.count += 1;
    counted.set(key, one);
  }
  return [...counted.values()];
};

/** Counts the rows in the store that share new results, by block and status. */
const countRepeats = async (
  { db }: Inside,
  listId: number,
  results: readonly { row: number; status: Status }[],
): Promise<Counted[]> => {
  const { rows } = await sql<Counted>`
    select ${blockOf('repeat.row_no')} as block, status, count(*)::integer as count
    from json_to_recordset(${JSON.stringify(results)}::json) as found ("row" integer, status text)
    join batch_rows as repeat on batch_id = ${listId} and duplicate_of = found."row" group by 1, 2`.execute(db);
  return rows;
};

const columns = sql.join(STATUSES.map((status) => sql.ref(status)));
/** The counts of a block by status, as SQL. */
const sums = (value: ReturnType<typeof sql>) =>
  sql.join(STATUSES.map((one) => sql`coalesce(${value} filter (where status = ${sql.lit(one)}), 0)`));

/**
 * Adds new results to the blocks of their list, which the caller has locked.
 * @param hasRepeats rows of the list may share results.
 * @returns the number of rows that share these results, by status.
 */
export const addToBlocks = async (
  inside: Inside,
  listId: number,
  results: readonly { row: number; status: Status }[],
  hasRepeats: boolean,
): Promise<ReadonlyMap<Status, number>> => {
  const repeated = new Map<Status, number>();
  if (results.length === 0) return repeated;
  const repeats = hasRepeats ? await countRepeats(inside, listId, results) : [];
  for (const { status, count } of repeats) repeated.set(status, (repeated.get(status) ?? 0) + count);
  const more = sql.join(STATUSES.map((one) => sql`${sql.ref(one)} = own.${sql.ref(one)} + excluded.${sql.ref(one)}`));
  await sql`insert into batch_blocks as own (batch_id, block, ${columns})
    select ${listId}::bigint, block, ${sums(sql`sum(count)`)}
    from json_to_recordset(${JSON.stringify([...countByBlock(results), ...repeats])}::json)
      as found (block integer, status text, count integer)
    group by block on conflict (batch_id, block) do update set ${more}`.execute(inside.db);
  return repeated;
};

/**
 * Counts the results that were stored with the rows of a list, and writes its blocks anew. It may be repeated.
 * @param rows the number of its last row.
 * @returns the number of rows by status, with those that share a result.
 */
export const countBlocks = async ({ db }: Store, listId: number, rows: number): Promise<Record<Status, number>> => {
  const all: Record<Status, number> = { valid: 0, invalid: 0, risky: 0, unknown: 0 };
  await sql`delete from batch_blocks where batch_id = ${listId}`.execute(db);
  for (let after = 0; after < rows; after += COUNTED) {
    const { rows: blocks } = await sql<Record<Status, number>>`
      insert into batch_blocks (batch_id, block, ${columns})
      select ${listId}::bigint, ${blockOf('part.row_no')}, ${sums(sql`count(*)`)}
      from batch_rows as part join batch_results as result
        on result.batch_id = ${listId} and result.row_no = coalesce(part.duplicate_of, part.row_no)
      where part.batch_id = ${listId} and part.row_no > ${after} and part.row_no <= ${after + COUNTED}
      group by 2 returning ${columns}`.execute(db);
    for (const block of blocks) for (const status of STATUSES) all[status] += block[status];
  }
  return all;
};

/** The rows of a block with certain results, as SQL. */
const withStatus = (statuses: readonly Status[]) =>
  sql.join(
    statuses.map((status) => sql.ref(status)),
    sql` + `,
  );

/** Blocks that are read to find the next rows with certain results. */
const RUN_BLOCKS = 40;

/**
 * Finds the next blocks in a row that all have rows with certain results.
 * @param after the row behind which they end.
 * @returns the row before the first of theirs, and the last one; null if there are none.
 */
export const nextRun = async (
  { db }: Pick<Store, 'db'>,
  { listId, statuses }: { listId: number; statuses: readonly Status[] },
  after: number,
): Promise<{ after: number; upTo: number } | null> => {
  // Neighbours have the same difference between their number and their place.
  const { rows } = await sql<{ first: number; last: number }>`
    select min(block) as first, max(block) as last from (
      select block, block - row_number() over (order by block) as run from (
        select block from batch_blocks
        where batch_id = ${listId} and block >= ${Math.floor(after / BLOCK_ROWS)}::integer and ${withStatus(statuses)} > 0
        order by block limit ${sql.lit(RUN_BLOCKS)}
      ) as next
    ) as placed group by run order by run limit 1`.execute(db);
  const [run] = rows;
  return run === undefined ? null : { after: run.first * BLOCK_ROWS, upTo: (run.last + 1) * BLOCK_ROWS };
};

/** The rows of a page, among those with certain results. */
interface PagePlace {
  /** The blocks in which the page is. */
  blocks: number[];
  /** The wanted rows of the first of them that are on the pages before. */
  skip: number;
  /** The wanted rows on all pages. */
  total: number;
}

/** Finds the blocks of a page. */
const findPage = async (
  { db }: Pick<Store, 'db'>,
  listId: number,
  statuses: readonly Status[],
  { offset, limit }: { offset: number; limit: number },
): Promise<PagePlace> => {
  const isOnPage = sql`upto > ${offset}::integer and upto - own < ${offset + limit}::integer`;
  const { rows } = await sql<Omit<PagePlace, 'skip'> & { before: number }>`
    select coalesce(sum(own), 0)::integer as total,
      coalesce(array_agg(block order by block) filter (where ${isOnPage}), '{}') as blocks,
      coalesce(min(upto - own) filter (where ${isOnPage}), ${offset}::integer)::integer as before
    from (
      select block, own, sum(own) over (order by block) as upto
      from (select block, ${withStatus(statuses)} as own from batch_blocks where batch_id = ${listId}) as each where own > 0
    ) as counted`.execute(db);
  const { blocks = [], total = 0, before = offset } = rows[0] ?? {};
  return { blocks, total, skip: offset - before };
};

/**
 * Finds the rows of a page among those with certain results.
 * @param hasRepeats rows of the list may share results.
 * @returns their numbers, in order, and how many there are on all pages.
 */
export const findRows = async (
  store: Pick<Store, 'db'>,
  { listId, statuses, hasRepeats }: { listId: number; statuses: readonly Status[]; hasRepeats: boolean },
  page: { offset: number; limit: number },
): Promise<{ numbers: number[]; total: number }> => {
  const { blocks, skip, total } = await findPage(store, listId, statuses, page);
  if (blocks.length === 0) return { numbers: [], total };
  const isWanted = sql`status in (${sql.join(statuses)})`;
  const isIn = (table: string) => {
    const row = sql.ref(`${table}.row_no`);
    const first = sql`block * ${sql.lit(BLOCK_ROWS)}`;
    return sql`${sql.ref(`${table}.batch_id`)} = ${listId} and ${row} > ${first} and ${row} <= ${first} + ${sql.lit(BLOCK_ROWS)}`;
  };
  const repeats = hasRepeats
    ? sql`union all select repeat.row_no from batch_rows as repeat
        join batch_results as result on result.batch_id = ${listId} and result.row_no = duplicate_of
        where ${isIn('repeat')} and duplicate_of is not null and ${isWanted}`
    : sql``;
  const { rows } = await sql<{ row_no: number }>`
    select found.row_no from unnest(${blocks}::integer[]) as block, lateral (
      select own.row_no from batch_results as own where ${isIn('own')} and ${isWanted} ${repeats}
    ) as found order by found.row_no offset ${skip} limit ${page.limit}`.execute(store.db);
  return { numbers: rows.map(({ row_no }) => row_no), total };
};
