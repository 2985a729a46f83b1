import assert from 'node:assert/strict';
import { it } from 'vitest';
import { createManyRules } from '../../../../src/service/rules/rulebook.js';
import { setRules } from '../../../../src/service/rules/rules.js';
import { readPattern } from '../../../../src/service/rules/pattern.js';
import type { Action } from '../../../../src/service/rules/apply.js';
import { DEPLOYMENT } from '../../../../src/service/rules/tables.js';
import type { Store } from '../../../../src/service/schema.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import { auditList, ended, makeRich, useBench, useStore } from './support.js';

const ZONE = {
  'firm.org': { MX: ['mx.firm.org'] },
  'other.org': { MX: ['mx.bulk.org'] },
  'mx.firm.org': { A: ['1.2.3.4'] },
  'mx.bulk.org': { A: ['1.2.3.5'] },
  'broken.org': { behaviour: 'servfail' as const },
  'denied.org': { behaviour: 'servfail' as const },
};

onBothStores('a list of an account with rules', (harness) => {
  const open = useStore(harness);
  const { dns, work } = useBench(ZONE);

  const put = async (store: Store, listId: number, rules: Record<string, Action>): Promise<void> => {
    const read = Object.entries(rules).map(([text, action]) => ({
      ...readPattern(text)!,
      action,
      note: '',
      until: null,
    }));
    await setRules(store, listId, { changer: 'user', userId: 'anna' }, read);
  };

  it('knows them and those of the deployment, and waits for no DNS that fails where one denies', async () => {
    const store = await open();
    const [accountId, other] = [await makeRich(store), await makeRich(store)];
    await put(store, accountId, {
      'bert@firm.org': 'deny',
      'info@firm.org': 'allow',
      'broken.org': 'deny_risky',
      'denied.org': 'deny',
      'mx:*.bulk.org': 'deny',
    });
    await put(store, DEPLOYMENT, { 'cara@firm.org': 'deny_risky' });
    const rows = ['fine@firm.org', 'Bert@firm.org', 'info@firm.org', 'cara@firm.org', 'x@other.org'].map((one) => [
      one,
    ]);
    const ids = [
      await putList(store, [...rows, ['there@broken.org'], ['info@denied.org'], ['no address']], { accountId }),
      await putList(store, rows, { accountId: other }),
    ];
    work(store, {}, { rules: createManyRules(store) });
    const verdicts: string[][] = [];
    for (const id of ids) {
      await ended(store, id);
      const found = await store.db
        .selectFrom('batch_results')
        .select(['status', 'sub_status'])
        .where('batch_id', '=', id)
        .orderBy('row_no')
        .execute();
      verdicts.push(found.map(({ status, sub_status }) => `${status} ${sub_status.join(' ')}`));
    }
    assert.deepEqual(verdicts, [
      [
        'valid smtp_not_checked',
        'invalid denied smtp_not_checked',
        'valid allowed smtp_not_checked',
        'risky denied_risky smtp_not_checked',
        'invalid denied smtp_not_checked',
        'risky denied_risky dns_error',
        'invalid denied smtp_not_checked role_account',
        'invalid syntax_error',
      ],
      [
        'valid smtp_not_checked',
        'valid smtp_not_checked',
        'valid smtp_not_checked role_account',
        'risky denied_risky smtp_not_checked',
        'valid smtp_not_checked',
      ],
    ]);
    assert.ok(!dns().queries.some(({ name }) => name.includes('denied.org')));
    await auditList(store, ids[0]!, 7);
  });
});
