import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import type { ValidationResult } from '../../../src/protocol/index.js';
import { createExplainer, type ServiceExplanation } from '../../../src/service/checks/explainer.js';
import type { MailReport } from '../../../src/service/index.js';
import { explain } from '../../../src/verifier/explain.js';
import { check } from '../harness.js';
import { scriptedVerifier } from '../scripted.js';
import { onBothStores } from '../stores.js';
import { bodyOf, useUsers, type Users } from '../users/support.js';

const EMAIL = 'anna@many.example';
const SENTENCE =
  /^Of the mailboxes of this domain .* about 100 % had a delivery and about 0 % a hard bounce\. This does not/;

type Explained = ValidationResult & { explanation?: ServiceExplanation };
const explained = async (users: Users, more = '&explain=true'): Promise<Explained> =>
  bodyOf<Explained>(check(users.service, EMAIL, more));

/** Lets five people report of a domain. */
const reportOf = async (users: Users): Promise<void> => {
  for (let n = 0; n < 5; n += 1) {
    const browser = await users.signUp();
    const { user } = await bodyOf<{ user: { account: number } }>(browser.get('session'));
    const reports = Array.from({ length: 7 }, (_, m): MailReport => {
      return { email: `n${m}@many.example`, outcome: 'delivered', at: null };
    });
    await users.service.outcomes.report(user.account, reports);
  }
};

onBothStores('an explanation with DOMAIN_OUTCOMES=on', (harness) => {
  const users = useUsers(harness, { domainOutcomes: true });
  let before: Explained;

  beforeAll(async () => {
    before = await explained(users);
    await reportOf(users);
  });

  it('tells what became of mail of several accounts to the domain, and the verdict stays', async () => {
    assert.equal('domain_outcomes' in before.explanation!, false);
    const { explanation, ...result } = await explained(users);
    const { domain_outcomes: told, ...others } = explanation!;
    assert.match(told ?? '', SENTENCE);
    const { explanation: explanationBefore, ...resultBefore } = before;
    assert.deepEqual({ ...result, checked_at: '' }, { ...resultBefore, checked_at: '' });
    assert.deepEqual(others, explanationBefore);
    assert.equal('explanation' in (await explained(users, '')), false);
  });

  it('tells it in the dashboard too', async () => {
    const browser = await users.signUp();
    const { explanation } = await bodyOf<{ explanation: ServiceExplanation }>(
      browser.post('/api/dashboard/check', { email: EMAIL }),
    );
    assert.match(explanation.domain_outcomes ?? '', SENTENCE);
  });

  it('tells a test key nothing', async () => {
    const { service } = users;
    const { key } = await service.keys.add(service.firstAccount, { mode: 'test' });
    const request = new Request(`http://service/api/validate?email=${EMAIL}&explain=true`, {
      headers: { 'x-api-key': key },
    });
    const { explanation } = await bodyOf<Explained>(service.fetch(request));
    assert.equal('domain_outcomes' in explanation!, false);
  });
});

onBothStores('an explanation by default', (harness) => {
  const { place, open, openStore } = harness;
  const users = useUsers(harness);

  it('tells nothing of other accounts', async () => {
    await reportOf(users);
    const { explanation } = await explained(users);
    assert.equal('domain_outcomes' in explanation!, false);
  });

  it('has nothing stored for it: only with the setting, and not of a test key', async () => {
    const where = await place();
    for (const [domainOutcomes, mode, stored] of [
      [undefined, 'live', ['0', '1']],
      [true, 'test', ['0', '1']],
      [true, 'live', ['1', '1']],
      [false, 'live', ['0', '1']],
    ] as const) {
      const service = await open(where, domainOutcomes === undefined ? {} : { domainOutcomes });
      const { key } = await service.keys.add(service.firstAccount, { mode });
      const outcomes = [{ email: EMAIL, outcome: 'delivered' }];
      await bodyOf(
        service.fetch(
          new Request('http://service/api/outcomes', {
            method: 'POST',
            headers: { 'x-api-key': key, 'content-type': 'application/json' },
            body: JSON.stringify({ outcomes }),
          }),
        ),
      );
      await service.close();
      const store = await openStore(where);
      const { domains, all } = await store.db
        .selectFrom('mail_outcomes')
        .select(({ fn }) => [fn.count<number>('domain').as('domains'), fn.countAll<number>().as('all')])
        .executeTakeFirstOrThrow();
      assert.deepEqual([domains, all].map(String), stored);
      await store.close();
    }
  });
});

describe('an explanation whose look-up fails', () => {
  it('is answered without it: the check is paid for', async () => {
    const explainCheck = createExplainer(() => Promise.reject(new Error('the store is away')));
    const result = await scriptedVerifier().verify(EMAIL);
    assert.deepEqual(await explainCheck(1, result), explain(result));
  });
});
