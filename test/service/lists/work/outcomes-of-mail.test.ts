import assert from 'node:assert/strict';
import { it } from 'vitest';
import { createHashes } from '../../../../src/service/keys/hashes.js';
import { createManyHistories, remember } from '../../../../src/service/mail-outcomes/mail-outcomes.js';
import { SECRET } from '../../scripted.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';

import { auditList, ended, makeRich, useBench, useStore } from './support.js';

const { mailbox } = createHashes(SECRET);
const ZONE = {
  'firm.org': { MX: ['mx.firm.org'] },
  'mx.firm.org': { A: ['1.2.3.4'] },
  'broken.org': { behaviour: 'servfail' as const },
};

onBothStores('a list of an account that has reported outcomes of mail', (harness) => {
  const open = useStore(harness);
  const { work } = useBench(ZONE);

  it('knows them, of its own account alone, and waits for no DNS that fails where mail was delivered', async () => {
    const store = await open();
    const [accountId, other] = [await makeRich(store), await makeRich(store)];
    await remember(store, { mailbox, domain: null }, accountId, [
      { email: 'gone@firm.org', outcome: 'hard_bounce', at: null },
      { email: 'there@broken.org', outcome: 'delivered', at: null },
      { email: 'angry@firm.org', outcome: 'complaint', at: null },
    ]);
    const rows = ['fine', 'Gone', 'angry'].map((name) => [`${name}@firm.org`]);
    const ids = [
      await putList(store, [...rows, ['there@broken.org'], ['no address']], { accountId }),
      await putList(store, rows, { accountId: other }),
    ];
    work(store, {}, { histories: createManyHistories(store, mailbox) });
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
        'invalid smtp_not_checked bounced',
        'risky smtp_not_checked complained',
        'valid delivered',
        'invalid syntax_error',
      ],
      ['valid smtp_not_checked', 'valid smtp_not_checked', 'valid smtp_not_checked'],
    ]);
    await auditList(store, ids[0]!, 4);
  });
});
