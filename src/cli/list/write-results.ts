/** The result file of a list that was checked here: the same bytes as the service's for the same verdicts. */
import { csvRecord } from '../../service/lists/file/csv.js';
import type { ListFile } from '../../service/lists/file/read-list.js';
import { resultCells, resultHeader } from '../../service/lists/file/result-file.js';
import { writeJsonFile, type ResultRow } from '../../service/lists/file/result-json.js';
import { readKeptRows, type List, type Plan } from './plan.js';
import type { Sidecar } from './sidecar.js';

/** Rows that are written at once. */
const ROWS = 500;

/** The rows of a list with their verdicts, in order, in parts. */
async function* readResults(
  list: List,
  plan: Plan,
  sidecar: Pick<Sidecar, 'read'>,
  signal: AbortSignal,
  onStart: (file: ListFile) => void,
): AsyncGenerator<ResultRow[], void, undefined> {
  let part: ResultRow[] = [];
  for await (const { row, cells, verdictOf, mailboxGroup } of readKeptRows(list, plan, signal, onStart)) {
    const result = { ...sidecar.read(verdictOf), mailbox_group: mailboxGroup };
    part.push({ row, cells, duplicateOf: verdictOf === row ? null : verdictOf, mailboxGroup, result });
    if (part.length < ROWS) continue;
    yield part;
    part = [];
  }
  yield part;
}

/**
 * Writes the result file.
 * @throws StartupError if the list or the sidecar has changed; the signal's reason.
 */
export async function* writeResults(
  list: List,
  plan: Plan,
  sidecar: Pick<Sidecar, 'read'>,
  { asJson, signal }: { asJson: boolean; signal: AbortSignal },
): AsyncGenerator<string, void, undefined> {
  let file: ListFile | undefined;
  const parts = readResults(list, plan, sidecar, signal, (read) => {
    file = read;
  });
  const first = await parts.next();
  if (file === undefined || first.done === true) return;
  const all = (async function* () {
    yield first.value;
    yield* parts;
  })();
  if (asJson) {
    yield* writeJsonFile('completed', file.emailColumn.index, all);
    return;
  }
  const { columns, width } = file;
  yield csvRecord(resultHeader(columns, width));
  for await (const rows of all)
    yield rows.map(({ cells, result }) => csvRecord(resultCells(cells, width, result))).join('');
}
