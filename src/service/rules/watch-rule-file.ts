/** Keeps the rules of the deployment as its file says: at the start, and when the file changes. */
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../protocol/refusal.js';
import { errorCode } from '../../util/errors.js';
import { describeError, type Logger } from '../monitoring/log.js';
import type { Store } from '../schema.js';
import { readRuleFile } from './rule-file.js';
import { setFileRules } from './rules.js';
import { DEPLOYMENT } from './tables.js';

/** The interval at which the file is looked at, in ms: not every disk tells of changes. */
const POLL_MS = 5000;
/** The largest file that is read, in bytes: ten thousand rules with long notes. */
const MAX_BYTES = 4_194_304;
/** Bad lines of one reading that are logged. */
const MOST_TOLD = 20;

/** The state of the file by which a change is seen; null: there is none. */
const stateOf = async (path: string): Promise<{ state: string; size: number } | null> => {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return { state: `${mtimeMs} ${size} ${ino}`, size };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
};

/** Reads the file, tells what is wrong in it, and stores what is right. */
const apply = async (store: Store, log: Logger, path: string): Promise<void> => {
  const bytes = await readFile(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    log.error({ file: path }, 'the file of rules is not UTF-8, and was not read');
    return;
  }
  const { rules, bad } = readRuleFile(text);
  for (const { line, reason } of bad.slice(0, MOST_TOLD))
    log.error({ file: path, line, reason }, 'a line of the file of rules was not read');
  const counts = await setFileRules(store, DEPLOYMENT, rules, bad.length === 0);
  const kept = bad.length > 0 ? '; rules that are missing in it stay until every line is right' : '';
  log.info({ file: path, rules: rules.length, bad: bad.length, ...counts }, `the file of rules was read${kept}`);
};

/** Looks at the file until it is closed. Without one, the rules stay as they are. */
export const watchRuleFile = (
  store: Store,
  log: Logger,
  path: string,
  pollMs = POLL_MS,
): { close: () => Promise<void> } => {
  const end = new AbortController();
  let known: string | null = null;
  let told = '';
  /** Tells a failure once. */
  const tell = (reason: string): void => {
    if (reason !== told) log.error({ file: path, reason }, 'the file of rules was not read');
    told = reason;
  };
  const look = async (): Promise<void> => {
    const found = await stateOf(path);
    if (found === null && known !== null)
      log.warn({ file: path }, 'the file of rules is gone; its rules stay until there is an empty one');
    if (found === null || found.state === known) {
      known = found?.state ?? null;
      return;
    }
    if (found.size > MAX_BYTES) tell(`it has more than ${MAX_BYTES} bytes`);
    else await apply(store, log, path);
    known = found.state;
  };
  const loop = async (): Promise<void> => {
    while (!end.signal.aborted) {
      try {
        await look();
        told = '';
      } catch (error) {
        // Tried again: the store may be away. What is refused, such as too many rules, names no address.
        tell(error instanceof Refusal ? error.detail : describeError(error).name);
      }
      await sleep(pollMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
    }
  };
  const ended = loop();
  return {
    close: () => {
      end.abort();
      return ended;
    },
  };
};
