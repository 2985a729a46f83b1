import { parseAddress } from '../address/parse.js';
import { timestamp, type SubStatus, type ValidationResult } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { abortable } from '../util/timeout.js';
import { assess } from '../verifier/score.js';
import { overLimit } from './rate.js';

/** The codes of the verdict that a local part names. */
const VERDICTS: ReadonlyMap<string, readonly SubStatus[]> = new Map<string, SubStatus[]>([
  ['invalid', ['mailbox_not_found']],
  ['risky', ['mailbox_full']],
  ['unknown', ['smtp_unavailable']],
  ['disposable', ['disposable']],
  ['catch_all', ['catch_all']],
  ['role_account', ['role_account']],
  ['typo', ['possible_typo']],
  ['slow', ['smtp_timeout']],
]);

const RETRY_MS = 1000;

/** Waits for the deadline. @throws the signal's reason when it is aborted. */
const wait = (ms: number, signal: AbortSignal): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return abortable(over, signal).finally(() => {
    clearTimeout(timer);
  });
};

/**
 * The answer to a check with a test key: the local part names it, at any domain, up to a `+`. `slow@` takes until the
 * deadline, `error@` and `limited@` are refused, any other local part is `valid`. Uses no network.
 * @throws Refusal for `error@` and `limited@`; the signal's reason when it is aborted.
 */
export const testVerdict = async (
  email: string,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<ValidationResult> => {
  const parsed = parseAddress(email.trim());
  const [account, domain] = parsed.ok
    ? [parsed.local, parsed.ascii.slice(parsed.ascii.lastIndexOf('@') + 1)]
    : ['', ''];
  const name = account.toLowerCase().split('+')[0] ?? '';
  if (name === 'error') throw new Refusal('internal_error', 'error@ with a test key is answered like this.');
  if (name === 'limited') throw overLimit(RETRY_MS);
  if (name === 'slow') await wait(timeoutMs, signal);
  const codes = parsed.ok ? (VERDICTS.get(name) ?? []) : ['syntax_error' as const];
  return {
    email,
    checked_at: timestamp(new Date()),
    account,
    domain,
    mx_record: parsed.ok ? `mx.${domain}` : '',
    did_you_mean: name === 'typo' ? `valid@${domain}` : null,
    ...assess(codes),
  };
};
