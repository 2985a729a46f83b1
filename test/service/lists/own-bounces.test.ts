import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import type { BouncePercent, SubStatus } from '../../../src/protocol/index.js';
import type { Service } from '../../../src/service/index.js';
import { assess } from '../../../src/verifier/score.js';
import { eventually } from '../../support/eventually.js';
import { KEY, scriptedVerifier } from '../scripted.js';
import { onBothStores } from '../stores.js';

const CODES: Record<string, SubStatus[]> = { catch: ['catch_all'] };
/** Says what the beginning of the address says. */
const verifier = {
  ...scriptedVerifier(),
  verify: async (email: string) => ({
    ...(await scriptedVerifier().verify(email)),
    ...assess(CODES[email.split('-')[0] ?? ''] ?? []),
  }),
};

onBothStores('the projected bounces of a list', ({ place, open }) => {
  let service: Service;
  let testKey = '';

  const ask = async (path: string, init: RequestInit = {}, key = KEY): Promise<Record<string, unknown>> => {
    const headers = { ...(init.headers as Record<string, string>), 'x-api-key': key };
    const response = await service.fetch(new Request(`http://service/api/${path}`, { ...init, headers }));
    assert.ok(response.ok, `${path}: ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const addresses = (name: string, count: number): string[] =>
    Array.from({ length: count }, (_, n) => `${name}-${n}@firm.org`);
  const projected = async (emails: readonly string[], key = KEY): Promise<BouncePercent> => {
    const body = new FormData();
    body.set('file', new File([emails.join('\n')], 'list.txt'));
    const { id } = (await ask('batch/upload', { method: 'POST', body }, key))['data'] as { id: number };
    let list = { status: '', bounce_percent: { low: 0, high: 0, own: 0 } };
    await eventually(async () => {
      list = (await ask(`batch/${id}`, {}, key))['data'] as typeof list;
      return list.status === 'completed';
    });
    return list.bounce_percent;
  };
  const report = async (emails: readonly string[], outcome: string): Promise<void> => {
    const headers = { 'content-type': 'text/csv' };
    await ask(`outcomes/file?outcome=${outcome}`, { method: 'POST', headers, body: emails.join('\n') });
  };
  const LIST = [...addresses('catch-new', 1), ...addresses('valid-new', 1)];

  beforeAll(async () => {
    service = await open(await place(), { verifier, worksOnLists: true });
    await service.accounts.addCredits(service.firstAccount, 1000);
    testKey = (await service.keys.add(service.firstAccount, { mode: 'test' })).key;
  });

  it('are general ranges until enough is known of the account’s own mail', async () => {
    assert.deepEqual(await projected(LIST), { low: 1, high: 13, own: 0 });
    await ask('accuracy/remember', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"remember":true}',
    });
    const [catchAll, valid] = [addresses('catch', 60), addresses('valid', 60)];
    await projected([...catchAll, ...valid]);
    await report([...catchAll.slice(0, 49), ...valid.slice(0, 49)], 'delivered');
    assert.deepEqual(await projected(LIST), { low: 1, high: 13, own: 0 });
    await report([...catchAll.slice(49), ...valid.slice(49)], 'delivered');
    await report(catchAll.slice(0, 6), 'hard_bounce');
  });

  it('are those of its own mail then, code by code, and say for how many addresses', async () => {
    // 6 of 60: 4.6 to 20.2 %. Of valid addresses 0 of 60 is 0 to 6.1 %, which says less than the general 0 to 1 %.
    assert.deepEqual(await projected(LIST), { low: 2.3, high: 10.6, own: 50 });
    assert.deepEqual(await projected(addresses('catch-new', 3)), { low: 4.6, high: 20.2, own: 100 });
  });

  it('are general ranges for a test key, and where only bounces are reported', async () => {
    assert.equal((await projected(addresses('catch-new', 1), testKey)).own, 0);
    await report([...addresses('catch', 60), ...addresses('valid', 60)], 'hard_bounce');
    assert.equal((await projected(LIST)).own, 0);
  });
});
