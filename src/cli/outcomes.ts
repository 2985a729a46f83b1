import { json } from 'node:stream/consumers';
import { readText, wholeNumber } from '../config/parsers.js';
import { readSettings } from '../config/read-settings.js';
import type { Environment } from '../config/settings.js';
import { StartupError } from '../config/startup-error.js';
import { localUrl } from '../edge/runtime/served.js';
import { OUTCOME_DAYS, readOutcomesAnswer, type OutcomesAnswer } from '../protocol/index.js';
import { errorReason } from '../util/errors.js';
import { readText as readBody } from '../util/read-body.js';
import { httpUrl } from '../util/url.js';
import type { Values } from './arguments.js';
import { askControl } from './control-socket.js';
import { OUTCOMES } from './outcomes-answer.js';
import type { OUTCOMES_OPTIONS } from './outcomes-options.js';
import { outcomesTable } from './outcomes-table.js';

/** Time to read the outcomes of 90 days from a remote store, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** The outcomes of ten origins with 40 forms each on 90 days. */
const MAX_BYTES = 32 * 1024 * 1024;

const WHERE =
  'Run it with the METRICS_PORT or the DATA_DIR of the running server, or name the port of its metrics by --url.';

const fetchFrom = async (base: string, query: string): Promise<unknown> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${base}/${OUTCOMES}?${query}`, { signal, redirect: 'error' });
    const text = await readBody(response, { maxBytes: MAX_BYTES, signal });
    return response.ok ? (JSON.parse(text) as unknown) : null;
  } catch (error) {
    throw new StartupError(`${base} does not answer (${errorReason(error)}). ${WHERE}`);
  }
};

/** Asks the running server: at the port of its metrics, else by the socket in its data folder. */
const ask = async (query: string, url: string | undefined, environment: Environment): Promise<unknown> => {
  if (url !== undefined) {
    const base = httpUrl(url);
    if (!base) throw new StartupError(`--url must be an http(s) URL, got ${JSON.stringify(url)}.`);
    return fetchFrom(base.origin, query);
  }
  const { port, host, dataDir } = readSettings(environment, {
    port: 'METRICS_PORT',
    host: 'METRICS_HOST',
    dataDir: 'DATA_DIR',
  });
  if (port !== null) return fetchFrom(localUrl(host, port), query);
  const response = await askControl(dataDir, `${OUTCOMES}?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response === null) throw new StartupError(`No server runs on DATA_DIR ${dataDir}. ${WHERE}`);
  return json(response);
};

const read = async (...asked: Parameters<typeof ask>): Promise<OutcomesAnswer> => {
  const answer = readOutcomesAnswer(await ask(...asked));
  if (!answer) throw new StartupError(`The server knows no outcomes: restart it with this version. ${WHERE}`);
  if (answer.counted) return answer;
  throw new StartupError('The store of this edge cannot count: it has no addCounts() and readCounts().');
};

/**
 * `email-verify-server outcomes`: prints what became of the forms of a running edge.
 * @throws StartupError for a wrong option, or if no server answers.
 */
export const outcomes = async (
  { days: given = '30', url, json: asJson = false }: Values<typeof OUTCOMES_OPTIONS>,
  environment: Environment,
  print: (line: string) => void,
): Promise<void> => {
  const days = readText('--days', given, wholeNumber(1, OUTCOME_DAYS));
  const { rows } = await read(`days=${days}`, url, environment);
  print(asJson ? JSON.stringify(rows, null, 2) : outcomesTable(rows, days));
};
