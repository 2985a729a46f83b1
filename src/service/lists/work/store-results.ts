/** The results of rows, stored within the transaction of {@link commit}, which has locked their list. */
import { sql } from 'kysely';
import type { Inside } from '../../schema.js';
import { CopiedRows, copyRows } from '../../store/copy-rows.js';
import { copyLine } from '../../store/copy-text.js';
import { RESULT_COLUMNS, resultValues } from '../stored-result.js';
import type { Finding } from './outcome.js';

/** Those of these rows that have a result: a commit whose answer was lost is repeated. */
const rowsWithResult = async ({ db }: Inside, listId: number, rows: readonly number[]): Promise<Set<number>> => {
  let [first, last] = [Infinity, 0];
  for (const row of rows) [first, last] = [Math.min(first, row), Math.max(last, row)];
  // One look into the index in place of one for each row: the rows of a look-up have none in all their range.
  const hasAny = sql`exists (select from batch_results where batch_id = ${listId} and row_no between ${first} and ${last})`;
  const { rows: found } = await sql<{ row_no: number }>`
    select row_no from batch_results where batch_id = ${listId} and row_no = any (
      case when ${hasAny} then ${`{${rows.join(',')}}`}::text::integer[] else '{}' end)`.execute(db);
  return new Set(found.map(({ row_no }) => row_no));
};

/** Stores results. @returns those that were not there before. */
export const storeResults = async (
  inside: Inside,
  listId: number,
  findings: readonly Finding[],
): Promise<readonly Finding[]> => {
  if (findings.length === 0) return [];
  const stored = await rowsWithResult(
    inside,
    listId,
    findings.map(({ row }) => row),
  );
  const added: Finding[] = [];
  const lines: string[] = [];
  for (const finding of findings) {
    const { row, verdict } = finding;
    if (stored.has(row)) continue;
    stored.add(row);
    added.push(finding);
    lines.push(copyLine(resultValues(listId, row, verdict)));
  }
  if (added.length > 0)
    await copyRows(inside, new CopiedRows('batch_results', RESULT_COLUMNS, Buffer.from(lines.join(''))));
  return added;
};
