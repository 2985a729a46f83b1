import type { DnsResponse, Question } from './message.js';

/** A way to one DNS server. */
export interface Transport {
  /**
   * Asks one question. A silent server is the caller's to give up on.
   * @param done is called back once, later, with a response that fits the question, whatever its rcode; with null when the server cannot be
   * reached. Never after the question was given up.
   * @returns a function that gives the question up.
   */
  ask: (question: Question, done: (response: DnsResponse | null) => void) => () => void;
  /** Ends what is kept open between questions. Questions in flight are the caller's to give up. */
  close: () => void;
}

const GIVEN_UP = new Error('The question was given up');

/** Makes {@link Transport.ask} of a function that takes a signal and gives a promise; its errors mean that the server cannot be reached. */
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
