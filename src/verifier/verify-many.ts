import { parseAddress } from '../address/index.js';
import type { ValidationResult } from '../protocol/index.js';
import { concurrently } from '../util/concurrently.js';
import { Deadline } from '../util/timeout.js';
import type { Resolver } from './dns/resolver.js';
import { refreshRoute } from './mail-route.js';
import type { Precheck, StageOptions, Stages } from './stages.js';
import type {
  Asked,
  AskManyOptions,
  BulkVerifier,
  LookedUp,
  LookUpManyOptions,
  ProbeQuestion,
  Prober,
  VerifyManyOptions,
} from './types.js';

/** The maximum number of unfinished addresses, as a multiple of `concurrency`. Each takes some kB. */
const WAITING_PER_LOOKUP = 20;
/** The maximum number of greylisted addresses that wait for their retry. */
const MAX_LATER = 100_000;
/** Delays before the retries of a greylisted address, in ms: most servers want 5 minutes, few more than half an hour. */
const LATER_MS = [300_000, 900_000, 2_700_000];
/** The time limit of each stage, in ms: mail servers are asked only at the rate that they tolerate. */
const STAGE_MS = 600_000;
/** Default number of addresses in a look-up at the same time. */
const LOOKUPS = 500;
/**
 * Default number of questions in flight: at the rate of most servers, the last of them has its turn within half of its
 * time.
 */
const QUESTIONS = 200;

/** The parts that the checks of lists use. */
export interface ListParts {
  stages: Stages;
  resolver: Resolver;
  /** Null if mail servers are not asked. */
  prober: Pick<Prober, 'receiverOf'> | null;
  /** The clock, in milliseconds. */
  now: () => number;
}

/** A {@link LookedUp} without its index. */
type Found = { result: ValidationResult } | { question: ProbeQuestion };
type Reply = { result: ValidationResult } | { askAgainAt: Date; question: ProbeQuestion };

/** The functions of a {@link BulkVerifier} that check lists. */
export const createLists = ({
  stages,
  resolver,
  prober,
  now,
}: ListParts): Pick<BulkVerifier, 'lookUpMany' | 'askMany' | 'verifyMany'> => {
  const receiverOf = ({ host, addresses: [address] }: Precheck['route']): string | null =>
    address === undefined ? null : (prober?.receiverOf(host, address) ?? null);

  const foundBy = (precheck: Precheck, options: StageOptions): Found | Promise<Found> => {
    const { email, codes, suggestion, route } = precheck;
    const receiver = receiverOf(route);
    if (receiver !== null) return { question: { email, codes, suggestion, route, receiver, tries: 0 } };
    // No server is asked.
    const result = stages.conclude(precheck, options);
    return result instanceof Promise ? result.then((later) => ({ result: later })) : { result };
  };

  const lookUp = (email: string, options: StageOptions): Found | Promise<Found> => {
    const precheck = stages.precheck(email, options);
    // Most addresses of a list have a domain that was looked up before: a promise would cost as much as the rest.
    return precheck instanceof Promise ? precheck.then((later) => foundBy(later, options)) : foundBy(precheck, options);
  };

  /** The findings behind a question, with the current addresses of its server. */
  const findingsOf = async (
    { email, codes, suggestion, route }: ProbeQuestion,
    { timeoutMs, signal }: StageOptions,
  ): Promise<Precheck> => {
    const address = parseAddress(email);
    if (!address.ok) throw new RangeError('the email of a question must be the address that was looked up');
    const domain = address.ascii.slice(address.ascii.lastIndexOf('@') + 1);
    const deadline = new Deadline(timeoutMs, signal);
    try {
      return { email, address, domain, codes, suggestion, route: await refreshRoute(route, resolver, deadline) };
    } finally {
      deadline.end();
    }
  };

  const ask = async (
    question: ProbeQuestion,
    retryGreylistedMs: readonly number[],
    options: StageOptions,
  ): Promise<Reply> => {
    const result = await stages.conclude(await findingsOf(question, options), options);
    const delayMs = retryGreylistedMs[question.tries];
    if (delayMs === undefined || !result.sub_status.includes('greylisted')) return { result };
    return {
      askAgainAt: new Date(now() + delayMs),
      question: { ...question, tries: question.tries + 1 },
    };
  };

  const lookUpMany = (
    emails: Iterable<string> | AsyncIterable<string>,
    { inFlight = LOOKUPS, timeoutMs = STAGE_MS, signal }: LookUpManyOptions = {},
  ): AsyncGenerator<LookedUp, void, undefined> =>
    concurrently<string, LookedUp>(
      emails,
      (email, index, { emit, signal: stop }) => {
        const found = lookUp(email, { timeoutMs, signal: stop });
        const end = (one: Found): void => {
          // Written out, since a copy takes longer.
          emit('result' in one ? { index, result: one.result } : { index, question: one.question });
        };
        if (found instanceof Promise) return found.then(end);
        end(found);
        return undefined;
      },
      { inFlight, signal },
    );

  const askMany = (
    questions: Iterable<ProbeQuestion> | AsyncIterable<ProbeQuestion>,
    { inFlight = QUESTIONS, timeoutMs = STAGE_MS, retryGreylistedMs = LATER_MS, signal }: AskManyOptions = {},
  ): AsyncGenerator<Asked, void, undefined> =>
    concurrently<ProbeQuestion, Asked>(
      questions,
      async (question, index, course) => {
        course.emit({ index, ...(await ask(question, retryGreylistedMs, { timeoutMs, signal: course.signal })) });
      },
      { inFlight, signal },
    );

  const verifyMany = (
    emails: Iterable<string> | AsyncIterable<string>,
    { concurrency = LOOKUPS, timeoutMs = STAGE_MS, retryGreylistedMs = LATER_MS, signal }: VerifyManyOptions = {},
  ): AsyncGenerator<ValidationResult, void, undefined> =>
    concurrently<string, ValidationResult>(
      emails,
      async (email, _index, { signal: stop, begun, emit, later, waiting }) => {
        const options = { timeoutMs, signal: stop };
        const settle = async (question: ProbeQuestion): Promise<void> => {
          const answer = await ask(question, waiting() < MAX_LATER ? retryGreylistedMs : [], options);
          if ('result' in answer) emit(answer.result);
          else later(answer.askAgainAt.getTime() - now(), () => settle(answer.question));
        };
        const found = await Promise.resolve(lookUp(email, options)).finally(begun);
        if ('result' in found) emit(found.result);
        else await settle(found.question);
      },
      { concurrency, inFlight: concurrency * WAITING_PER_LOOKUP, signal },
    );

  return { lookUpMany, askMany, verifyMany };
};
