/** Reads signed lists of disposable and free domains once a day, for the whole process, and keeps the last good ones. */
import type { KeyObject } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RELEASED_NAMES, setDisposableNames } from '../../address/known-domains/disposable.js';
import { FREE, setFreeProviders } from '../../address/known-domains/free-providers.js';
import { errorCode } from '../../util/errors.js';
import type { Logger } from '../monitoring/log.js';
import type { Reach } from '../outgoing/connect.js';
import { createGetText } from '../outgoing/get-text.js';
import { LISTS_KEY } from './lists-key.js';
import { RELEASED_LISTS } from './released-lists.js';
import { countNames, MAX_LISTS_BYTES, readSignedLists, type DomainLists } from './signed-lists.js';

/** The file in the folder of the service. */
const FILE = 'domain-lists.txt';
/** The time limit of a reading, in ms. */
const TIMEOUT_MS = 60_000;
/** The wait after a reading, and after one that failed, in ms. */
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A list that has grown or shrunk by more than this part is refused: a mistake, or an attack. */
const MOST_CHANGE = 0.1;

/** The lists of domains that a process has read. */
export interface DomainListsState {
  /** When those in use were made, in ms since 1970; 0: they are those of the release. */
  madeMs: number;
  /** Readings that failed or were refused. */
  failures: number;
}

export interface DomainListsOptions {
  url: string;
  /** The folder that keeps the last good lists. */
  dataDir: string;
  reach: Reach;
  log: Logger;
  /** By default the one of the program. */
  key?: KeyObject;
  /** When the lists of the release were made. */
  releasedAt?: string;
  /** The wait after a reading, and after one that failed, in ms; a day and an hour by default. */
  everyMs?: number;
  retryMs?: number;
}

/** @throws Error if a list has more or fewer names than it may have at once. */
const checkGrowth = (before: Record<string, number>, after: Record<string, number>): void => {
  for (const [name, count] of Object.entries(after)) {
    const old = before[name] ?? 0;
    if (Math.abs(count - old) > old * MOST_CHANGE)
      throw new Error(`the list ${name} goes from ${old} names to ${count}: more than a tenth at once`);
  }
};

/** Starts the readings: the lists that were kept, then those of the URL. */
export const openDomainLists = ({
  url,
  dataDir,
  reach,
  log,
  key = LISTS_KEY,
  releasedAt = RELEASED_LISTS.madeAt,
  everyMs = DAY_MS,
  retryMs = HOUR_MS,
}: DomainListsOptions): { state: () => DomainListsState; close: () => Promise<void> } => {
  const file = join(dataDir, FILE);
  const getText = createGetText(reach, { maxBytes: MAX_LISTS_BYTES, timeoutMs: TIMEOUT_MS });
  const end = new AbortController();
  const releasedMs = Date.parse(releasedAt);
  const state = { madeMs: 0, failures: 0 };
  let counts = countNames({ disposable: RELEASED_NAMES, free: [...FREE] });

  const take = (lists: DomainLists): void => {
    setDisposableNames(lists.disposable);
    setFreeProviders(lists.free);
    state.madeMs = lists.madeAt.getTime();
    counts = countNames(lists);
  };

  /** Tells a failure. Its reason names the URL of the settings alone. */
  const fail = (error: unknown, text: string): void => {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ url, reason }, text);
  };

  const recall = async (): Promise<void> => {
    try {
      const lists = readSignedLists(await readFile(file, 'utf8'), key);
      // After an upgrade, those of the release may be newer.
      if (lists.madeAt.getTime() > releasedMs) take(lists);
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? ''))
        fail(error, 'the lists of domains that were kept are of no use');
    }
  };

  const read = async (): Promise<void> => {
    const text = await getText(url, end.signal);
    const lists = readSignedLists(text, key);
    const madeMs = lists.madeAt.getTime();
    const made = { url, made_at: lists.madeAt.toISOString() };
    if (madeMs === state.madeMs) return;
    if (madeMs < state.madeMs) throw new Error(`they were made at ${made.made_at}, before those in use: sent again`);
    if (madeMs > Date.now() + DAY_MS) throw new Error(`they were made at ${made.made_at}, which is yet to come`);
    if (madeMs <= releasedMs) {
      log.warn({ ...made, released_at: releasedAt }, 'the lists of domains are no newer than those of this release');
      return;
    }
    const after = countNames(lists);
    checkGrowth(counts, after);
    take(lists);
    log.info({ ...made, ...after }, 'the lists of domains were read');
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };

  const isEnded = (): boolean => end.signal.aborted;
  const loop = async (): Promise<void> => {
    await recall();
    while (!isEnded()) {
      let waitMs = everyMs;
      try {
        await read();
      } catch (error) {
        if (isEnded()) return;
        state.failures += 1;
        waitMs = retryMs;
        fail(error, 'the lists of domains were not read; those of before stay in use');
      }
      await sleep(waitMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
    }
  };
  const ended = loop();
  return {
    state: () => ({ ...state }),
    close: () => {
      end.abort();
      return ended;
    },
  };
};
