import { createLog, openService, secretsOf } from './serve.js';
import type { Settings } from './settings.js';
import { UsageError } from './usage-error.js';

/** What `email-verify account` was told to do; the words are as they were typed. */
export interface AccountOptions {
  credits?: string | undefined;
  plan?: string | undefined;
  newKey?: boolean | undefined;
  revokeOld?: boolean | undefined;
}

/**
 * `email-verify account`: adds credits to the first account, puts it on a plan, makes another API key, and shows it.
 * @throws UsageError for options that do not do; StartError when the store is in use by a running server.
 */
export const account = async (
  { credits, plan, newKey = false, revokeOld = false }: AccountOptions,
  settings: Settings,
  print: (line: string) => void,
): Promise<void> => {
  if (credits !== undefined && !/^[1-9]\d{0,8}$/.test(credits)) {
    throw new UsageError(`--credits is '${credits}', but it takes a whole number from 1 to 999999999.`);
  }
  if (plan !== undefined && plan !== 'standard' && plan !== 'enterprise') {
    throw new UsageError(`--plan is '${plan}', but it takes standard (5 checks a second) or enterprise (no limit).`);
  }
  if (revokeOld && !newKey) throw new UsageError('--revoke-old goes with --new-key: without a key nobody could ask.');
  const secrets = await secretsOf(settings);
  const service = await openService(settings, secrets, createLog('warn'));
  try {
    // An account that was made just now has a new key, and no older one.
    const key =
      service.firstKey ?? (newKey ? await service.accounts.newKey(service.firstAccount, { revokeOld }) : null);
    if (key !== null) print(`The API key: ${key}   (shown this once; keep it)`);
    if (credits !== undefined) await service.accounts.addCredits(service.firstAccount, Number(credits));
    if (plan !== undefined) await service.accounts.setPlan(service.firstAccount, plan);
    const answer = await service.fetch(
      new Request('http://localhost/api/account', { headers: { 'x-api-key': secrets.ownKey } }),
    );
    print(JSON.stringify(await answer.json()));
  } finally {
    await service.close();
  }
};
