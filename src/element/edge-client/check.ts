import type { AnswerChallenge } from './challenge.js';
import { clientOf, failed, readAnswer, type Answer, type Client } from './client.js';
import { EmailVerifyCheckEvent } from '../events.js';
import { warnOnce } from '../warn-once.js';

/** The element, as far as it matters who is asked. */
export interface AskingHost {
  readonly endpoint: string | null | undefined;
  readonly challenge: AnswerChallenge | null | undefined;
  /** Where its events are dispatched. */
  readonly stage: EventTarget;
}

/** @throws TypeError when `endpoint` is no address of an edge. */
const edgeOf = (host: AskingHost): Client => {
  const endpoint = host.endpoint ?? '';
  try {
    const client = clientOf(endpoint, document.baseURI);
    // The element that was used last asks the page. Few edges want this: it is loaded when one does.
    client.answer = async (challenge) => (await import('./challenge.js')).solve(host, challenge, warnOnce);
    return client;
  } catch (error) {
    warnOnce(`endpoint="${endpoint}" is no address of an edge. ${String(error)}`);
    throw error;
  }
};

/** Gets ready what a check needs. */
export const prepare = (host: AskingHost): void => {
  try {
    if (host.endpoint) edgeOf(host).prepare();
  } catch {
    // The author was told.
  }
};

/** The answer of the edge for an address that was asked about a moment ago; null when there is none. */
export const recall = (host: AskingHost, email: string): Answer | null => {
  try {
    return host.endpoint ? edgeOf(host).recall(email) : null;
  } catch {
    return null;
  }
};

/** Asks about an address: the page, where a listener answers by `respondWith()`, and the edge otherwise. Never rejects. */
export const ask = async (host: AskingHost, email: string, signal: AbortSignal, timeoutMs: number): Promise<Answer> => {
  const event = new EmailVerifyCheckEvent(email, signal);
  const wanted = host.stage.dispatchEvent(event);
  try {
    if (event.response) return readAnswer(await event.response, email);
    if (wanted && host.endpoint) return await edgeOf(host).check(email, signal, timeoutMs);
    if (wanted) warnOnce('no endpoint: only what needs no network is checked.');
    return failed('unchecked');
  } catch (error) {
    return failed('refused', String(error));
  }
};
