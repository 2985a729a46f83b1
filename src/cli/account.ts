import { oneOf, readText, wholeNumber } from '../config/parsers.js';
import { StartupError } from '../config/startup-error.js';
import { PLANS } from '../service/index.js';
import { createLog, openService } from './open-service.js';
import { secretsOf } from './secrets.js';
import type { ServeSettings } from './serve-settings.js';

/** The options of `email-verify account`, not yet parsed. */
export interface AccountOptions {
  credits?: string | undefined;
  plan?: string | undefined;
  newKey?: boolean | undefined;
  revokeOld?: boolean | undefined;
  operatorLink?: boolean | undefined;
  invite?: boolean | undefined;
}

/**
 * `email-verify account`: adds credits to the first account, sets its plan, makes another API key, and shows the account;
 * makes links for the operator and for people who are invited.
 * @throws StartupError for an invalid option, or if a running server has locked the store.
 */
export const account = async (
  { credits, plan, newKey = false, revokeOld = false, operatorLink = false, invite = false }: AccountOptions,
  settings: ServeSettings,
  print: (line: string) => void,
): Promise<void> => {
  const count = credits === undefined ? null : readText('--credits', credits, wholeNumber(1, 999_999_999));
  const newPlan = plan === undefined ? null : readText('--plan', plan, oneOf(...PLANS));
  if (revokeOld && !newKey)
    throw new StartupError('--revoke-old requires --new-key: without it no API key would be left.');
  const secrets = await secretsOf(settings);
  const service = await openService(settings, secrets, createLog('warn'));
  try {
    // A new account already comes with a key.
    const key =
      service.firstKey ?? (newKey ? await service.accounts.newKey(service.firstAccount, { revokeOld }) : null);
    if (key !== null) print(`The API key: ${key}   (shown this once; keep it)`);
    if (count !== null) await service.accounts.addCredits(service.firstAccount, count);
    if (newPlan !== null) await service.accounts.setPlan(service.firstAccount, newPlan);
    if (operatorLink) print(`The operator's link: ${await service.users.operatorLink()}   (works once, for a day)`);
    if (invite) print(`The invitation: ${(await service.users.invite()).link}   (works once, for a week)`);
    const answer = await service.fetch(
      new Request('http://localhost/api/account', { headers: { 'x-api-key': secrets.ownKey } }),
    );
    print(await answer.text());
  } finally {
    await service.close();
  }
};
