import { createLog, openService, secretsOf } from './serve.js';
import type { Settings } from './settings.js';
import { UsageError } from './usage-error.js';

/**
 * `email-verify account`: adds credits to the first account, puts it on a plan, and shows it.
 * @throws UsageError for a number or a plan that is none; StartError when the store is in use by a running server.
 */
export const account = async (
  { credits, plan }: { credits?: string | undefined; plan?: string | undefined },
  settings: Settings,
  print: (line: string) => void,
): Promise<void> => {
  if (credits !== undefined && !/^[1-9]\d{0,8}$/.test(credits)) {
    throw new UsageError(`--credits is '${credits}', but it takes a whole number from 1 to 999999999.`);
  }
  if (plan !== undefined && plan !== 'standard' && plan !== 'enterprise') {
    throw new UsageError(`--plan is '${plan}', but it takes standard (5 checks a second) or enterprise (no limit).`);
  }
  const secrets = await secretsOf(settings);
  const service = await openService(settings, secrets, createLog('warn'));
  try {
    if (service.firstKey !== null) print(`The API key: ${service.firstKey}   (shown this once; keep it)`);
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
