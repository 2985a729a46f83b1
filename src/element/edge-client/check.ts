import type { AnswerChallenge } from './challenge.js';
import { failedCheck, readCheckResult, type CheckResult } from './check-result.js';
import { edgeClientFor, type EdgeClient } from './edge-client.js';
import { EmailVerifyCheckEvent } from '../events.js';
import { warnOnce } from '../warn-once.js';

export interface CheckHost {
  readonly endpoint: string | null | undefined;
  readonly challenge: AnswerChallenge | null | undefined;
  /** The target of the element's events. */
  readonly eventTarget: EventTarget;
}

/**
 * The client of the element's edge.
 * @throws TypeError if `endpoint` is not an HTTP URL.
 */
const clientOf = (host: CheckHost): EdgeClient => {
  const endpoint = host.endpoint ?? '';
  try {
    const client = edgeClientFor(endpoint, document.baseURI);
    // The element that was used last asks the page. The code is loaded on demand, since few edges use challenges.
    client.answerChallenge = async (challenge) =>
      (await import('./challenge.js')).answerChallenge(host, challenge, warnOnce);
    return client;
  } catch (error) {
    warnOnce(`endpoint "${endpoint}" is not an HTTP URL: ${String(error)}`);
    throw error;
  }
};

/** The client of the element's edge; null without a valid endpoint. */
export const clientOrNull = (host: CheckHost): EdgeClient | null => {
  try {
    return host.endpoint ? clientOf(host) : null;
  } catch {
    // The author has been warned.
    return null;
  }
};

/** Checks an address: by the page if a listener calls `respondWith()`, else by the edge. Never rejects. */
export const checkAddress = async (
  host: CheckHost,
  email: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<CheckResult> => {
  const event = new EmailVerifyCheckEvent(email, signal);
  const isAllowed = host.eventTarget.dispatchEvent(event);
  try {
    if (event.response) return readCheckResult(await event.response, email);
    if (isAllowed && host.endpoint) return await clientOf(host).check(email, signal, timeoutMs);
    if (isAllowed) warnOnce('no endpoint: only offline checks.');
    return failedCheck('unchecked');
  } catch (error) {
    return failedCheck('refused', String(error));
  }
};

/** Codes that speak against any address of a domain. The first group: it takes no mail. */
const OF_DOMAIN = /^(domain_not_found|no_mail_server|null_mx|reserved_domain)$|^(possible_)?disposable(_host)?$/;

/**
 * Checks the domain of an address by the edge, which does not learn the local part: the edge is asked about the
 * mailbox `postmaster`, which each domain that takes mail must have (RFC 5321, §4.5.1), and the answer is read as far
 * as it is about the domain. Never rejects; fails if nothing speaks against the domain.
 */
export const checkDomain = async (
  host: CheckHost,
  email: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<CheckResult> => {
  const result = await clientOrNull(host)?.check(`postmaster${email.slice(email.lastIndexOf('@'))}`, signal, timeoutMs);
  if (!result?.ok) return failedCheck('unchecked');
  const sub_status = result.verdict.sub_status.filter((code) => OF_DOMAIN.test(code));
  if (!sub_status.length) return failedCheck('unchecked');
  const status = sub_status.some((code) => OF_DOMAIN.exec(code)?.[1]) ? 'invalid' : 'risky';
  return { ok: true, verdict: { email, status, quality: 'unsafe', sub_status, did_you_mean: null }, receipt: null };
};
