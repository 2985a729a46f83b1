import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { STATUSES, type ValidationResult } from '../../../src/protocol/index.js';
import type { Service } from '../../../src/service/index.js';
import { createVerifier, explain, type Explanation } from '../../../src/verifier/index.js';
import type { Verifier } from '../../../src/verifier/types.js';
import { startDnsServer, type DnsServer } from '../../support/dns-server.js';
import { eventually } from '../../support/eventually.js';
import { FREE_CREDITS } from '../../../src/service/credits/credits.js';
import { createHashes } from '../../../src/service/keys/hashes.js';
import { check, problemOf } from '../harness.js';
import { KEY, scriptedVerifier, SECRET } from '../scripted.js';
import { onBothStores } from '../stores.js';

const ZONE = {
  'firma-eins.de': { MX: ['mx.firma-eins.de'] },
  'mx.firma-eins.de': { A: ['1.2.3.4'] },
  'schweigt.de': { behaviour: 'silent' as const },
  // Asked for once: the verifier remembers for a while that a name could not be looked up.
  'schweigt-auch.de': { behaviour: 'silent' as const },
};
const FIELDS = 'email,status,checked_at,account,domain,quality,score,mx_record,did_you_mean,sub_status'.split(',');
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

onBothStores('GET /api/validate', ({ place, open, openStore }) => {
  let dns: DnsServer;
  let verifier: Verifier;
  let service: Service;

  const get = (pathAndQuery: string, init?: RequestInit): Promise<Response> =>
    service.fetch(new Request(`http://service${pathAndQuery}`, init));
  const resultOf = async (email: string, more = ''): Promise<ValidationResult> => {
    const response = await check(service, email, more);
    assert.equal(response.status, 200);
    return (await response.json()) as ValidationResult;
  };
  const creditsLeft = async (): Promise<number> => {
    const { credits } = (await (await get(`/api/account?apikey=${KEY}`)).json()) as { credits: { free: number } };
    return credits.free;
  };
  const costOf = async (work: () => Promise<unknown>): Promise<number> => {
    const had = await creditsLeft();
    await work();
    return had - (await creditsLeft());
  };

  beforeAll(async () => {
    dns = await startDnsServer({ zone: ZONE });
    verifier = createVerifier({ dnsServers: [dns.address], dnsTimeoutMs: 20_000 });
    service = await open(await place(), { verifier });
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
  });
  afterAll(async () => {
    await service.close();
    await verifier.close();
    await dns.close();
  });

  it('answers the ten fields of the interface, exactly, in its types', async () => {
    const response = await check(service, 'Anna@firma-eins.de');
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const result = (await response.json()) as ValidationResult;
    assert.deepEqual(Object.keys(result), FIELDS);
    const { email, account, domain, mx_record, did_you_mean } = result;
    assert.deepEqual(
      { email, account, domain, mx_record, did_you_mean },
      {
        email: 'Anna@firma-eins.de',
        account: 'Anna',
        domain: 'firma-eins.de',
        mx_record: 'mx.firma-eins.de',
        did_you_mean: null,
      },
    );
    assert.ok(STATUSES.includes(result.status));
    assert.match(result.checked_at, WITH_OFFSET);
    assert.ok(result.score > 0 && result.score <= 1);
    assert.match(String(result.score), /^\d(\.\d{1,2})?$/);
    assert.ok(result.sub_status.every((code) => typeof code === 'string'));
  });

  it('explains the result beside the ten fields, which stay as they are, with explain=true alone', async () => {
    const email = 'Anna@firma-eins.de';
    const result = await resultOf(email);
    const explained = (await (await check(service, email, '&explain=true')).json()) as ValidationResult & {
      explanation: Explanation;
    };
    const { explanation, ...ten } = explained;
    assert.deepEqual(Object.keys(explained), [...FIELDS, 'explanation']);
    assert.deepEqual({ ...ten, checked_at: '' }, { ...result, checked_at: '' });
    assert.deepEqual(explanation, explain(result));
    assert.equal(explanation.summary, 'The domain takes mail; the mailbox was not asked.');
    assert.deepEqual(Object.keys(await resultOf(email, '&explain=false')), FIELDS);
  });

  it('explains what a test key is answered', async () => {
    const { key } = await service.keys.add(service.firstAccount, { mode: 'test' });
    const response = await get('/api/validate?email=catch_all@firma-eins.de&explain=true', {
      headers: { 'x-api-key': key },
    });
    const { explanation } = (await response.json()) as { explanation: Explanation };
    assert.deepEqual([explanation.mailbox.answer, explanation.mailbox.codes], ['unknown', ['catch_all']]);
  });

  for (const value of ['', 'yes', '1', 'TRUE', 'true%20', 'true&explain=true'])
    it(`refuses explain=${value}, and takes no credit`, async () => {
      const cost = await costOf(async () => {
        const { status, detail } = await problemOf(await check(service, 'anna@firma-eins.de', `&explain=${value}`));
        assert.equal(status, 400);
        assert.match(detail, value.includes('&') ? /"explain" more than once/ : /^explain must be true or false/);
      });
      assert.equal(cost, 0);
    });

  it('has at most two decimals in a score, whatever the verifier counts', async () => {
    const exact = await scriptedVerifier().verify('anna@firma-eins.de');
    const odd = await open(await place(), {
      verifier: {
        verify: () => Promise.resolve({ ...exact, score: 0.1 + 0.2, extra: 1 }),
        close: () => Promise.resolve(),
      },
    });
    const result = (await (await check(odd, 'anna@firma-eins.de')).json()) as ValidationResult;
    assert.equal(result.score, 0.3);
    assert.deepEqual(Object.keys(result), FIELDS);
  });

  for (const text of ['not an address', '@', 'anna@', 'anna@firma-eins', '"', '%', 'ä'.repeat(1000)])
    it(`answers a text that is no address with a verdict: ${text.slice(0, 20)}`, async () => {
      const { email, status, sub_status } = await resultOf(text);
      assert.deepEqual([email, status, sub_status[0]], [text, 'invalid', 'syntax_error']);
    });

  it('takes a raw plus for a plus, as well as %2B, and %20 for a space', async () => {
    const echoes = async (raw: string): Promise<string> => {
      const response = await get(`/api/validate?apikey=${KEY}&email=${raw}`);
      return ((await response.json()) as ValidationResult).email;
    };
    assert.equal(await echoes('anna+news@firma-eins.de'), 'anna+news@firma-eins.de');
    assert.equal(await echoes('anna%2Bnews@firma-eins.de'), 'anna+news@firma-eins.de');
    assert.equal(await echoes('anna%20news@firma-eins.de'), 'anna news@firma-eins.de');
  });

  it('checks an address without the white space around it, and answers with the text as it was sent', async () => {
    for (const text of [' anna@firma-eins.de', 'anna@firma-eins.de\n', '\u00a0anna@firma-eins.de\u3000']) {
      const response = await get(`/api/validate?apikey=${KEY}&email=${encodeURIComponent(text)}`);
      const { email, account, domain, sub_status, did_you_mean } = (await response.json()) as ValidationResult;
      assert.deepEqual([email, account, domain, did_you_mean], [text, 'anna', 'firma-eins.de', null]);
      assert(!sub_status.includes('syntax_error'));
    }
  });

  it('refuses a parameter that comes twice, and names it', async () => {
    const cost = await costOf(async () => {
      const path = `/api/validate?apikey=${KEY}&email=anna@firma-eins.de`;
      for (const [query, name] of [
        ['&email=ben@firma-eins.de', 'email'],
        ['&timeout_ms=500&timeout_ms=600', 'timeout_ms'],
      ] as const) {
        const problem = await problemOf(await get(path + query));
        assert.deepEqual([problem.status, problem.code], [400, 'bad_request']);
        assert.match(problem.detail, new RegExp(`"${name}" more than once`));
      }
    });
    assert.equal(cost, 0);
  });

  it('takes the key as ?apikey=, as X-API-Key and as Authorization: Bearer', async () => {
    const path = '/api/validate?email=anna@firma-eins.de';
    assert.equal((await get(`${path}&apikey=${KEY}`)).status, 200);
    assert.equal((await get(path, { headers: { 'X-API-Key': KEY } })).status, 200);
    assert.equal((await get(path, { headers: { Authorization: `bearer ${KEY}` } })).status, 200);
  });

  it('refuses a request without a key, or with a wrong one', async () => {
    for (const query of ['', '?email=anna@firma-eins.de', '?apikey=&email=anna@firma-eins.de']) {
      const response = await get(`/api/validate${query}`);
      assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer/);
      assert.equal((await problemOf(response)).code, 'missing_key');
      assert.equal(response.status, 401);
    }
    for (const key of ['wrong', KEY.toUpperCase(), `${KEY} `, 'x'.repeat(10_000), '%00']) {
      const response = await get(`/api/validate?apikey=${key}&email=anna@firma-eins.de`);
      assert.equal((await problemOf(response)).code, 'wrong_key');
      assert.equal(response.status, 401);
    }
  });

  it('refuses a request without an address, and costs nothing then', async () => {
    const cost = await costOf(async () => {
      for (const query of ['', '&email=', '&email=%20', '&Email=anna@firma-eins.de']) {
        const response = await get(`/api/validate?apikey=${KEY}${query}`);
        assert.equal((await problemOf(response)).code, 'missing_email');
        assert.equal(response.status, 400);
      }
    });
    assert.equal(cost, 0);
  });

  it('refuses a text longer than any address could be meant to be', async () => {
    const { code, detail } = await problemOf(await check(service, `${'a'.repeat(990)}@firma-eins.de`));
    assert.equal(code, 'bad_request');
    assert.match(detail, /1000/);
  });

  it('refuses a timeout_ms that is none, and says which there are', async () => {
    for (const text of ['', '99', '30001', '1e3', '-500', '500.5', 'soon', '9'.repeat(30)]) {
      const { code, detail } = await problemOf(await check(service, 'anna@firma-eins.de', `&timeout_ms=${text}`));
      assert.equal(code, 'bad_request', text);
      assert.match(detail, /100 to 30000/);
    }
    for (const text of ['100', '30000']) await resultOf('anna@firma-eins.de', `&timeout_ms=${text}`);
  });

  it('ends in time with unknown when the domain does not answer', async () => {
    const started = performance.now();
    const { status, sub_status } = await resultOf('anna@schweigt.de', '&timeout_ms=200');
    assert.deepEqual([status, sub_status.includes('dns_timeout')], ['unknown', true]);
    assert.ok(performance.now() - started < 10_000);
  });

  it('costs one credit for each verdict, whatever it is', async () => {
    for (const email of ['anna@firma-eins.de', 'not an address', 'anna@gibt-es-nicht.de', 'anna@firma-eins.de'])
      assert.equal(await costOf(() => resultOf(email)), 1, email);
  });

  it('costs nothing for a repeat within 5 minutes after an unknown that was paid for', async () => {
    let time = Date.parse('2026-01-15T12:00:00Z');
    const own = await open(await place(), { verifier, clock: () => new Date(time) });
    const left = async (): Promise<number> => {
      const response = await own.fetch(new Request(`http://service/api/account?apikey=${KEY}`));
      return ((await response.json()) as { credits: { free: number } }).credits.free;
    };
    const ask = async (email: string): Promise<number> => {
      const before = await left();
      assert.equal((await check(own, email, '&timeout_ms=100')).status, 200);
      time += 1000;
      return before - (await left());
    };
    assert.deepEqual([await ask('a@schweigt.de'), await ask('a@SCHWEIGT.de'), await ask('b@schweigt.de')], [1, 0, 1]);
    assert.deepEqual([await ask('a@firma-eins.de'), await ask('a@firma-eins.de')], [1, 1], 'only after unknown');
    time += 296_000;
    assert.deepEqual([await ask('a@schweigt.de'), await ask('a@schweigt.de')], [1, 0], 'free repeats do not add up');
  });

  it('answers a free repeat though no credits are left', async () => {
    const own = await open(await place(), { verifier });
    await own.accounts.setPlan(own.firstAccount, 'enterprise');
    assert.equal((await check(own, 'a@schweigt.de', '&timeout_ms=100')).status, 200);
    for (let n = 1; n < FREE_CREDITS; n += 1) assert.equal((await check(own, 'no address')).status, 200);
    assert.equal((await check(own, 'no address')).status, 402);
    assert.equal((await check(own, 'a@schweigt.de', '&timeout_ms=100')).status, 200);
  });

  it('ends in time with unknown though the verifier does not, and charges for it', async () => {
    const hold = new Promise<void>(() => undefined);
    const own = await open(await place(), { verifier: scriptedVerifier(() => hold) });
    const response = await check(own, 'Anna@firma-eins.de', '&timeout_ms=100');
    const { status, account, domain, sub_status } = (await response.json()) as ValidationResult;
    assert.deepEqual(
      [response.status, status, account, domain, sub_status],
      [200, 'unknown', 'Anna', 'firma-eins.de', ['upstream_timeout']],
    );
  });

  it('gives the verifier 6 seconds, or what timeout_ms says', async () => {
    /** The time left for the verifier, and the time passed before its call, in ms. */
    const given: { left: number; passed: number }[] = [];
    let asked = NaN;
    const inner = scriptedVerifier();
    const own = await open(await place(), {
      verifier: {
        verify: (email, options) => {
          given.push({ left: options?.timeoutMs ?? NaN, passed: performance.now() - asked });
          return inner.verify(email, options);
        },
        close: () => Promise.resolve(),
      },
    });
    for (const more of ['', '&timeout_ms=2000']) {
      asked = performance.now();
      await check(own, 'anna@firma-eins.de', more);
    }
    assert.equal(given.length, 2);
    for (const [n, limit] of [6000, 2000].entries()) {
      const { left, passed } = given[n]!;
      assert.ok(left <= limit && left >= limit - passed - 1, `${left} of ${limit} ms after ${passed} ms`);
    }
  });

  it('costs nothing, and has no rate limit, for the calling program itself, but is recorded', async () => {
    const where = await place();
    const own = await open(where);
    const url = `http://service/api/validate?apikey=${KEY}&email=anna@firma-eins.de`;
    const answers = await Promise.all(
      Array.from({ length: FREE_CREDITS + 20 }, () => own.fetch(new Request(url), { isOwn: true })),
    );
    assert.ok(answers.every(({ status }) => status === 200));
    const account = await own.fetch(new Request(`http://service/api/account?apikey=${KEY}`));
    assert.equal(((await account.json()) as { credits: { free: number } }).credits.free, FREE_CREDITS);
    await own.close();
    const { db } = await openStore(where);
    const rows = await db.selectFrom('checks').select('lot_id').execute();
    assert.deepEqual([rows.length, rows.every(({ lot_id }) => lot_id === null)], [FREE_CREDITS + 20, true]);
  });

  it('refuses bytes that are not UTF-8', async () => {
    for (const email of [
      '%ff@firma-eins.de',
      'jos%E9@firma-eins.de',
      '%C3%28@firma-eins.de',
      '%ED%A0%80@firma-eins.de',
    ])
      assert.equal((await get(`/api/validate?apikey=${KEY}&email=${email}`)).status, 400, email);
    assert.equal((await resultOf('josé@firma-eins.de')).account, 'josé');
  });

  it('asks for the key before the rate, the rate before the address, the address before the credits', async () => {
    const poor = await open(await place(), { verifier, clock: () => new Date('2026-01-15T12:00:00Z') });
    await poor.accounts.setPlan(poor.firstAccount, 'enterprise');
    for (let n = 0; n < FREE_CREDITS; n += 1) assert.equal((await check(poor, 'not an address')).status, 200);
    await poor.accounts.setPlan(poor.firstAccount, 'standard');
    const codes = async (query: string): Promise<string> =>
      (await problemOf(await poor.fetch(new Request(`http://service/api/validate?${query}`)))).code;
    assert.equal(await codes(`apikey=${KEY}&email=anna@firma-eins.de`), 'out_of_credits');
    assert.equal(await codes(`apikey=${KEY}`), 'missing_email');
    const more = await Promise.all(Array.from({ length: 10 }, () => codes(`apikey=${KEY}`)));
    assert.ok(more.includes('rate_limited') && more.every((code) => ['missing_email', 'rate_limited'].includes(code)));
    assert.equal(await codes('email='), 'missing_key');
  });

  it('enters a check into the ledger under the keyed hash of the normal form, and nothing in the clear', async () => {
    const where = await place();
    const own = await open(where, { verifier });
    const hashes = createHashes(SECRET);
    await check(own, 'Anna@FIRMA-eins.de');
    await check(own, ' no address ');
    await own.close();
    const { db } = await openStore(where);
    const rows = await db.selectFrom('checks').selectAll().orderBy('id').execute();
    assert.deepEqual(
      rows.map(({ subject, status, seq }) => [subject.toString('hex'), status, seq]),
      [
        [hashes.subject('Anna@firma-eins.de').toString('hex'), rows[0]?.status, 2],
        [hashes.subject('no address').toString('hex'), 'invalid', 3],
      ],
    );
    assert.doesNotMatch(
      JSON.stringify(rows, (_, value: unknown) => (Buffer.isBuffer(value) ? value.toString() : value)),
      /firma|no address/i,
    );
  });

  it('charges nothing for a check that its sender gave up', async () => {
    const cost = await costOf(async () => {
      const given = new AbortController();
      const answer = get(`/api/validate?apikey=${KEY}&email=anna@schweigt-auch.de`, { signal: given.signal });
      await eventually(() => dns.queries.some(({ name }) => name === 'schweigt-auch.de'));
      given.abort();
      await answer;
    });
    assert.equal(cost, 0);
  });
});
