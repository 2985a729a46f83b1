/**
 * The result file of a list that was checked in this process: the same bytes as the service's for the same verdicts.
 */
import { addBounce, type BounceSums } from '../../service/mail-outcomes/bounces.js';
import { csvHeader, csvWriter } from '../../service/lists/file/csv.js';
import type { ListFile } from '../../service/lists/file/read-list.js';
import { createRowGroups, resultCells, resultHeader, type ResultRow } from '../../service/lists/file/result-file.js';
import { writeJsonFile } from '../../service/lists/file/result-json.js';
import { readKeptEntries, type List, type Plan } from './plan.js';
import type { Sidecar } from './sidecar.js';

/** Rows in one write. */
const ROWS = 500;

/** The rows of a list with their verdicts, in order, in parts. */
async function* readResults(
  list: List,
  plan: Plan,
  sidecar: Pick<Sidecar, 'read'>,
  signal: AbortSignal,
  onStart: (file: ListFile) => void,
  bounces: BounceSums,
): AsyncGenerator<ResultRow[], void, undefined> {
  let part: ResultRow[] = [];
  for await (const { verdictOf, ...entry } of readKeptEntries(list, plan, signal, onStart)) {
    const verdict = sidecar.read(verdictOf);
    if (verdictOf === entry.entry) addBounce(bounces, verdict, null);
    part.push({ ...entry, result: { ...verdict, mailbox_group: entry.mailboxGroup } });
    if (part.length < ROWS) continue;
    yield part;
    part = [];
  }
  yield part;
}

/**
 * Writes the result file.
 * @param bounces receives the projected bounces of the addresses, each once.
 * @throws StartupError if the list or the sidecar has changed; the signal's reason.
 */
export async function* writeResults(
  list: List,
  plan: Plan,
  sidecar: Pick<Sidecar, 'read'>,
  { asJson, signal, bounces }: { asJson: boolean; signal: AbortSignal; bounces: BounceSums },
): AsyncGenerator<string, void, undefined> {
  let file: ListFile | undefined;
  const onStart = (read: ListFile): void => {
    file = read;
  };
  const parts = readResults(list, plan, sidecar, signal, onStart, bounces);
  const first = await parts.next();
  if (file === undefined || first.done === true) return;
  const all = (async function* () {
    yield first.value;
    yield* parts;
  })();
  if (asJson) {
    yield* writeJsonFile('completed', file.columns, all);
    return;
  }
  const { columns, width } = file;
  const emailColumns = file.emailColumns.map(({ index }) => index);
  yield csvHeader(plan.form, resultHeader(columns, width, emailColumns));
  const record = csvWriter(plan.form);
  const groups = createRowGroups();
  const write = (rows: readonly ResultRow[][]): string =>
    rows.map((entries) => record(resultCells(entries, width, emailColumns))).join('');
  for await (const entries of all) yield write(groups.add(entries));
  yield write(groups.end());
}
