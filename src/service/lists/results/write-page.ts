/** A page of rows as JSON. */
import { mapInTurns } from '../../../util/turns.js';

/** Rows of a page that are sent at once. */
const PER_PART = 100;

/**
 * Writes a page in parts: a row may have a cell of a megabyte.
 * @param counts are written behind the rows.
 */
export async function* writePage(
  rows: readonly object[],
  { status, ...counts }: { status: string } & Record<string, number | string | null>,
): AsyncGenerator<string, void, undefined> {
  yield `{"status":"${status}","data":[`;
  for (let at = 0; at < rows.length; at += PER_PART) {
    const lines = await mapInTurns(rows.slice(at, at + PER_PART), (row) => JSON.stringify(row));
    yield `${at === 0 ? '' : ','}${lines.join(',')}`;
  }
  yield `],${JSON.stringify(counts).slice(1)}`;
}
