import type { AnswerChallenge } from './challenge.js';
import { clientOf, failed, readAnswer, type Answer, type Client } from './client.js';
import { EmailVerifyCheckEvent } from '../events.js';

/** The element, as far as it matters who is asked. */
export interface AskingHost extends HTMLElement {
  readonly endpoint: string;
  readonly timeout: number;
  readonly challenge: AnswerChallenge | null | undefined;
}

const told = new Set<string>();

/** Tells the page's author something, once in a page. */
const notice = (text: string): void => {
  if (!told.has(text)) console.warn(`<email-verify>: ${text}`);
  told.add(text);
};

/** @throws TypeError when `endpoint` is no address of an edge. */
const edgeOf = (host: AskingHost): Client => {
  const { endpoint } = host;
  try {
    const client = clientOf(endpoint, document.baseURI);
    // The element that was used last asks the page. Few edges want this: it is loaded when one does.
    client.answer = async (challenge) => (await import('./challenge.js')).solve(host, challenge, notice);
    return client;
  } catch (error) {
    notice(`endpoint="${endpoint}" is no address of an edge. ${String(error)}`);
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

/** Asks about an address: the page, where a listener answers by `respondWith()`, and the edge otherwise. Never rejects. */
export const ask = async (host: AskingHost, email: string, signal: AbortSignal): Promise<Answer> => {
  const event = new EmailVerifyCheckEvent(email, signal);
  const wanted = host.dispatchEvent(event);
  try {
    if (event.response) return readAnswer(await event.response, email);
    if (wanted && host.endpoint) return await edgeOf(host).check(email, signal, host.timeout);
    if (wanted) notice('no endpoint: only what needs no network is checked.');
    return failed('unchecked');
  } catch (error) {
    return failed('refused', String(error));
  }
};
