import {
  countersOf,
  dayOf,
  LATE_DAYS,
  MAX_BATCH_ROWS,
  MAX_FORMS,
  OTHER_FORM,
  type FormCounters,
  type OutcomeBatch,
  type OutcomeReport,
} from '../protocol/index.js';
import { addToTable, countsOf, type CountTable } from '../receipt/store/count-table.js';
import { timeout } from '../util/timeout.js';
import type { EdgeLog } from './log.js';
import { httpSend, isSuccess } from './upstream/http/index.js';
import { troubleOfError } from './upstream/outcome.js';
import type { ServiceUpstream } from './upstream/types.js';

/** The service that gets the counts, and the interval. */
export interface OutcomeFeedOptions extends Pick<ServiceUpstream, 'baseUrl' | 'apiKey' | 'fetch'> {
  /** Milliseconds for which counts are collected before they are sent (10,000). */
  intervalMs?: number;
  /** Receives a line for each batch that was not taken. */
  log?: EdgeLog;
  /** Milliseconds since 1970; `Date.now` by default. */
  now?: () => number;
}

/** Tells a service the outcomes of forms that an edge counts: counters only. Nothing here fails a visitor's request. */
export interface OutcomeFeed {
  /**
   * Adds a report to the counters that are sent next.
   * @returns a promise that a Worker passes to `waitUntil`, if this report has begun a round of sending; it never rejects.
   */
  add(origin: string, report: OutcomeReport): Promise<void> | undefined;
  /** Sends what is left, once, for some two seconds at most. Later reports are not counted. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** Time limit of a call when the edge closes. */
const LAST_TIMEOUT_MS = 2000;
/** The time from the beginning of a day until the service no longer takes its counts. */
const TOO_OLD_MS = (LATE_DAYS + 1) * 24 * 3_600_000;
/** The longest pause between two attempts. It doubles from the interval on. */
const MAX_PAUSE_MS = 300_000;
const MAX_ANSWER_BYTES = 16_384;
/** Tables of an origin and day each; what is counted for further ones is dropped. */
const MAX_TABLES = 1000;
/** Names groups in the rows of a table. */
const [HELD_OUT, HELPED] = ['h:', 'a:'];

/** True if a service will answer the same to a repeat. */
const isFinal = (status: number): boolean => status >= 400 && status <= 499 && ![408, 425, 429].includes(status);

/**
 * Creates the feed of an edge to its service. Counts are collected, and sent as batches to `POST /api/outcomes/forms/add`. A
 * batch that fails is repeated with the same id, which the service counts once, at growing intervals, until its days are
 * too old to be taken. A batch that the service refuses is dropped.
 * @example
 * const upstream = { baseUrl: 'https://api.example', apiKey: 'k_…' };
 * const outcomeFeed = createOutcomeFeed(upstream);
 * const edge = createEdge({ …, upstream, outcomeFeed });
 * await outcomeFeed.close(); // when the server ends
 */
export const createOutcomeFeed = (options: OutcomeFeedOptions): OutcomeFeed => {
  const { baseUrl, apiKey, fetch, intervalMs = 10_000, log = () => undefined, now = Date.now } = options;
  const send = httpSend(fetch);
  /** Counts that are not in a batch yet, by day and origin. */
  const tables = new Map<string, { day: string; origin: string; table: CountTable }>();
  /** The batch that was not taken so far. */
  let batch: OutcomeBatch | null = null;
  let round: { lostAt: number; done: Promise<void> } | null = null;
  let isClosing = false;
  let wake = (): void => undefined;

  const isTooOld = (day: string): boolean => now() - Date.parse(day) > TOO_OLD_MS;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer: unknown = setTimeout(resolve, ms);
      // A script that has ended its work is not kept alive by counts that are not sent yet.
      (timer as { unref?: () => void }).unref?.();
      wake = () => {
        clearTimeout(timer as ReturnType<typeof setTimeout>);
        resolve();
      };
      if (isClosing) wake();
    });

  /** Takes rows off the tables. */
  const nextBatch = (): OutcomeBatch | null => {
    const rows: FormCounters[] = [];
    for (const [key, { day, origin, table }] of tables) {
      for (const [row, counters] of countsOf(table)) {
        if (rows.length === MAX_BATCH_ROWS) break;
        table.delete(row);
        if (isTooOld(day)) continue;
        const [group, form] = [row.slice(0, HELPED.length), row.slice(HELPED.length)];
        rows.push({ origin, day, form, held_out: group === HELD_OUT, counters });
      }
      if (table.size === 0) tables.delete(key);
    }
    return rows.length === 0 ? null : { id: crypto.randomUUID(), rows };
  };

  /** Sends a batch. @returns true if it need not be sent again. */
  const deliver = async (sent: OutcomeBatch, timeoutMs: number): Promise<boolean> => {
    const rows = sent.rows.length;
    try {
      const { status } = await send(`${baseUrl}/api/outcomes/forms/add`, {
        timeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
      if (isSuccess(status)) return true;
      log({ event: 'outcome_feed', reason: `status ${status}`, rows, dropped: isFinal(status) });
      return isFinal(status);
    } catch (error) {
      log({ event: 'outcome_feed', reason: troubleOfError(error).reason, rows, dropped: false });
      return false;
    }
  };

  /** Sends batches until nothing is left. */
  const runRound = async (own: { lostAt: number }): Promise<void> => {
    let pauseMs = intervalMs;
    const lives = (ms: number): void => {
      own.lostAt = now() + ms + 2 * TIMEOUT_MS;
    };
    for (;;) {
      lives(pauseMs);
      await pause(pauseMs);
      if (round !== own) return;
      batch ??= nextBatch();
      if (batch && !batch.rows.every(({ day }) => isTooOld(day))) {
        lives(0);
        const isDone = await deliver(batch, isClosing ? LAST_TIMEOUT_MS : TIMEOUT_MS);
        if (round !== own) return;
        if (!isDone) {
          if (isClosing) break;
          pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
          continue;
        }
      }
      pauseMs = intervalMs;
      batch = null;
      if (tables.size === 0) break;
    }
    round = null;
  };

  return {
    add(origin, report) {
      if (isClosing) return undefined;
      const day = dayOf(now());
      const key = `${day} ${origin}`;
      const known = tables.get(key) ?? { day, origin, table: new Map() as CountTable };
      if (tables.size < MAX_TABLES) tables.set(key, known);
      const group = report.held_out ? HELD_OUT : HELPED;
      const bounds = { maxRows: MAX_FORMS, otherRow: group + OTHER_FORM };
      addToTable(known.table, group + report.form, countersOf(report), bounds);
      // A Worker ends the work of an earlier request at some time: its round never goes on.
      if (round && now() < round.lostAt) return undefined;
      const own = { lostAt: Infinity, done: Promise.resolve() };
      round = own;
      own.done = runRound(own);
      return own.done;
    },
    async close() {
      isClosing = true;
      wake();
      const last = round?.done ?? Promise.resolve();
      await timeout(LAST_TIMEOUT_MS + 500, last).catch(() => undefined);
    },
  };
};
