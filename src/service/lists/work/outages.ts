/**
 * The outages that a worker notices: its resolver answers nothing, or no mail server can be reached. Work that needs it
 * waits then.
 */
import { sql } from 'kysely';
import { createOutage, type Outage, type OutageOptions } from '../../../util/outage-watch.js';
import type { Asked, LookedUp, ProbeQuestion } from '../../../verifier/types.js';
import type { Store } from '../../schema.js';
import type { Logger } from '../../monitoring/log.js';
import { watchDns, type OutageBounds } from '../dns-outage.js';
import { failureOf, wasNotAsked } from '../failures.js';
import type { ListVerifier } from './list-verifier.js';
import { readWorkers } from './workers.js';

/** The time limit of the check of a mail server, in ms. */
const PROBE_MS = 15_000;
/** Questions of which one must have an answer. */
const TRIED = 3;
/** Chunks of which questions are taken. */
const LOOKED_AT = 30;

/** The bounds of outages, for tests. */
export interface OutageLimits {
  dns?: OutageBounds;
  smtp?: OutageBounds;
}

/** The outages of a worker. */
export interface Outages {
  readonly dns: Outage;
  readonly smtp: Outage;
  /** Counts what was found out about an address. */
  readonly lookedUp: (email: string, found: LookedUp) => void;
  /** Counts the answer to a question. @param isFirst false: it failed before, so that another failure proves nothing. */
  readonly asked: (receiver: string, answer: Asked, isFirst: boolean) => void;
  readonly close: () => void;
}

const isSilent = (answer: Asked): boolean => 'result' in answer && failureOf(answer.result) === 'smtp';
const hasNoTurn = (answer: Asked): boolean => 'result' in answer && wasNotAsked(answer.result);

/** Open questions to different receivers, of accounts that have their turn soon. */
const someQuestions = async ({ db }: Store): Promise<ProbeQuestion[]> => {
  const { rows } = await sql<{ question: ProbeQuestion }>`
    select question from (
      (select batch_id, receiver from batch_chunks where kind = 'probe' and turn is not null
        order by turn, id limit ${sql.lit(LOOKED_AT)})
      union all
      (select batch_id, receiver from batch_chunks where kind = 'probe' and turn is null limit ${sql.lit(LOOKED_AT)})
    ) as chunk, lateral (
      select question from batch_probes where batch_id = chunk.batch_id and receiver = chunk.receiver limit 1
    ) as one order by random() limit ${sql.lit(TRIED)}`.execute(db);
  return rows.map(({ question }) => question);
};

/** Asks some of the open questions. Their answers are asked for again later. Without any, nobody waits. */
const reaches = async (
  store: Store,
  verifier: Pick<ListVerifier, 'askMany'>,
  signal: AbortSignal,
): Promise<boolean> => {
  const questions = await someQuestions(store);
  if (questions.length === 0) return true;
  for await (const answer of verifier.askMany(questions, { timeoutMs: PROBE_MS, signal }))
    if (!isSilent(answer) && !hasNoTurn(answer)) return true;
  return false;
};

const WORDS = {
  dns: { begins: 'lists wait: the DNS does not answer', ends: 'lists go on: the DNS answers again' },
  smtp: { begins: 'lists wait: no mail server can be reached', ends: 'lists go on: mail servers can be reached again' },
};

/**
 * Watches for outages.
 * @param id of the worker: an outage is given up only if no other worker goes on.
 * @param onChange called when work has to wait, or goes on.
 */
export const watchOutages = (
  { store, verifier, log }: { store: Store; verifier: ListVerifier; log: Logger },
  id: string,
  onChange: (what: 'dns' | 'smtp') => void,
  limits: OutageLimits = {},
): Outages => {
  const optionsOf = (what: 'dns' | 'smtp'): OutageBounds & Pick<OutageOptions, 'mayGiveUp' | 'onChange'> => ({
    ...limits[what],
    mayGiveUp: async () => {
      const others = await readWorkers(store, id);
      return others[what] !== false;
    },
    onChange: (state) => {
      if (state === 'none') log.info({}, WORDS[what].ends);
      else log.warn({ state }, WORDS[what].begins);
      onChange(what);
    },
  });
  const { outage: dns, lookedUp } = watchDns(verifier, optionsOf('dns'));
  const smtp = createOutage({ ...optionsOf('smtp'), check: (_, signal) => reaches(store, verifier, signal) });
  return {
    dns,
    smtp,
    lookedUp: (email, found) => {
      lookedUp(email, 'result' in found ? found.result : null);
    },
    asked(receiver, answer, isFirst) {
      if (isSilent(answer)) {
        if (isFirst) smtp.failed(receiver);
      } else if (!hasNoTurn(answer)) smtp.succeeded();
    },
    close() {
      dns.close();
      smtp.close();
    },
  };
};
