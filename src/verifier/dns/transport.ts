import type { DnsResponse, Question } from './message.js';

/** The connection to one DNS server. */
export interface Transport {
  /**
   * Asks one question. The caller abandons a question to a silent server.
   * @param done called back once, asynchronously, with a response to the question, whatever its rcode, or with null if
   * the server cannot be reached. Never called after the question was abandoned.
   * @returns a function that abandons the question.
   */
  ask: (question: Question, done: (response: DnsResponse | null) => void) => () => void;
  /** Closes what is kept open between questions. The caller abandons questions in flight. */
  close: () => void;
}

const GIVEN_UP = new Error('The question was given up');

/**
 * Creates {@link Transport.ask} from a function that takes a signal and returns a promise, whose rejection means that
 * the server cannot be reached.
 */
export const askByPromise =
  (ask: (question: Question, signal: AbortSignal) => Promise<DnsResponse>): Transport['ask'] =>
  (question, done) => {
    const controller = new AbortController();
    const { signal } = controller;
    const end = (response: DnsResponse | null): void => {
      if (!signal.aborted) done(response);
    };
    ask(question, signal).then(end, () => {
      end(null);
    });
    return () => {
      controller.abort(GIVEN_UP);
    };
  };
