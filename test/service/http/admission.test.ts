import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve, type ServerType } from '@hono/node-server';
import fc from 'fast-check';
import { afterAll, describe, it } from 'vitest';
import { createAdmission } from '../../../src/service/http/admission.js';
import { eventually } from '../../support/eventually.js';
import { useHarness } from '../harness.js';
import { makeCaller } from '../credits/ledger-support.js';
import { KEY, scriptedVerifier } from '../scripted.js';
import { usePostgres } from '../stores.js';
import { whole } from '../../support/whole.js';

describe('places', () => {
  it('are never more than there are, and always one for who has none while two are free', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 1, 2);
    const step = fc.record({ id: ids, leaves: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.array(step, { maxLength: 100 }), (places, steps) => {
        const admission = createAdmission(places);
        const forStrangers = Math.floor(places / 2);
        const held: { id: string | number; leave: () => void }[] = [];
        const strangers = (): number => held.filter(({ id }) => typeof id === 'string').length;
        for (const { id, leaves } of steps) {
          if (leaves) {
            held.shift()?.leave();
            continue;
          }
          const isStranger = typeof id === 'string';
          const own = held.filter((one) => one.id === id).length;
          const free = Math.min(places - held.length, isStranger ? forStrangers - strangers() : Infinity);
          try {
            held.push({ id, leave: admission.enter({ id, isStranger }) });
            assert.ok(own < free);
          } catch (error) {
            if (error instanceof assert.AssertionError) throw error;
            assert.ok(own >= free);
          }
        }
        assert.ok(held.length <= places && strangers() <= forStrangers);
        for (const { leave } of held.splice(0)) leave();
        // All are free again: one account gets half.
        const one = { id: 1, isStranger: false };
        const taken = Array.from({ length: Math.ceil(places / 2) }, () => admission.enter(one));
        assert.throws(() => admission.enter(one), { code: 'unavailable' });
        assert.equal(taken.length, Math.ceil(places / 2));
      }),
    );
  });

  it('are left for accounts, however many strangers call', () => {
    const admission = createAdmission(100);
    let strangers = 0;
    for (let n = 0; n < 1000; n += 1)
      try {
        admission.enter({ id: `192.0.2.${n}`, isStranger: true });
        strangers += 1;
      } catch {
        assert.equal(strangers, 50);
      }
    const account = { id: 1, isStranger: false };
    for (let n = 0; n < 25; n += 1) admission.enter(account);
    assert.throws(() => admission.enter(account), { code: 'unavailable' });
  });
});

describe('calls in flight', () => {
  const { open, openStore } = useHarness();
  const place = usePostgres();
  const servers: ServerType[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  it.runIf(whole)(
    'are at most half of 2000 for one account: it gets 503, others are served, and a client that goes frees its place',
    async () => {
      const where = await place();
      let release = (): void => undefined;
      const hold = new Promise<void>((resolve) => (release = resolve));
      const verifier = scriptedVerifier(() => hold);
      const service = await open(where, { verifier });
      await service.accounts.setPlan(service.firstAccount, 'enterprise');
      const other = await makeCaller(await openStore(where));
      const server = serve({
        fetch: (asked) => service.fetch(asked, { address: '192.0.2.1' }),
        port: 0,
        hostname: '127.0.0.1',
      });
      servers.push(server);
      await once(server, 'listening');
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const account = (key: string): Promise<Response> =>
        fetch(`${base}/api/account`, { headers: { 'x-api-key': key } });
      // From then on, both keys are known.
      assert.deepEqual([(await account(KEY)).status, (await account(`key ${other.accountId}`)).status], [200, 200]);

      const agent = new Agent();
      const statuses: (number | undefined)[] = [];
      const calls = Array.from({ length: 1000 }, (_, n): ClientRequest => {
        const call = request(`${base}/api/validate?apikey=${KEY}&email=n${n}@example.org`, { agent });
        call.once('response', (response) => statuses.push(response.resume().statusCode)).once('error', () => undefined);
        return call.end();
      });
      await eventually(() => verifier.waiting() === 1000);
      const refused = await account(KEY);
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
      assert.equal(((await refused.json()) as { code: string }).code, 'unavailable');
      assert.equal((await account(`key ${other.accountId}`)).status, 200);

      for (const call of calls.splice(0, 300)) call.destroy();
      await eventually(async () => (await account(KEY)).status === 200);
      release();
      await eventually(() => statuses.length === 700);
      assert.deepEqual(
        [200, 402].map((status) => statuses.filter((one) => one === status).length),
        [100, 600],
      );
    },
  );
});
