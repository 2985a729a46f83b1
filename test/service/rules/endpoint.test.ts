import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import type { ValidationResult } from '../../../src/protocol/index.js';
import { forgetOldRules } from '../../../src/service/rules/changes.js';
import type { Verifier } from '../../../src/verifier/types.js';
import { problemOf } from '../harness.js';
import { scriptedVerifier } from '../scripted.js';
import { onBothStores } from '../stores.js';
import { bodyOf, codeOf, newBrowser, ORIGIN, PASSWORD, useUsers, type Browser } from '../users/support.js';

interface Rule {
  id: number;
  pattern: string;
  action: string;
  note: string;
  until: string | null;
  in_file: boolean;
  changed_at: string;
}
interface Page {
  rules: Rule[];
  total: number;
  next: number | null;
}
interface Change {
  id: number;
  at: string;
  by: string;
  name: string | null;
  pattern: string;
  old: unknown;
  new: unknown;
}

const START = Date.parse('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;

onBothStores('rules', (harness) => {
  let now = START;
  let where: Awaited<ReturnType<typeof harness.place>>;
  const place = async () => (where = await harness.place());
  const verified: string[] = [];
  const scripted = scriptedVerifier();
  const verifier: Verifier = {
    ...scripted,
    verify: (email, options) => (verified.push(email), scripted.verify(email, options)),
  };
  const users = useUsers({ ...harness, place }, { clock: () => new Date(now), verifier });
  let anna: Browser & { email: string };
  let key = '';
  let operator: Browser;

  const ask = (path: string, method = 'GET', body?: unknown, apikey = key): Promise<Response> =>
    users.service.fetch(
      new Request(`http://service/api/rules${path}`, {
        method,
        headers: { 'x-api-key': apikey, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  const set = async (...rules: object[]): Promise<unknown> => bodyOf(ask('/set', 'POST', { rules }));
  const list = async (query = ''): Promise<Page> => bodyOf<Page>(ask(query));
  const changes = async (): Promise<Change[]> => (await bodyOf<{ changes: Change[] }>(ask('/changes'))).changes;
  const verdictOf = async (email: string, apikey = key): Promise<string> => {
    const url = `http://service/api/validate?apikey=${apikey}&email=${encodeURIComponent(email)}`;
    const { status, sub_status } = await bodyOf<ValidationResult>(users.service.fetch(new Request(url)));
    return [status, ...sub_status].join(' ');
  };
  const asOperator = (body: unknown): Promise<Response> => operator.post('/api/rules/deployment/set', body);

  beforeAll(async () => {
    const { service } = users;
    anna = await users.signUp();
    const account = await service.accounts.find(anna.email);
    await service.accounts.setPlan(account, 'enterprise');
    await service.accounts.addCredits(account, 1000);
    ({ key } = await service.keys.add(account, { name: 'shop' }));
    operator = newBrowser(service);
    const token = /#operator=(\S+)/.exec(await service.users.operatorLink())?.[1];
    await bodyOf(operator.post('operator', { token, email: 'olga@firma-eins.de', password: PASSWORD }));
    await bodyOf(operator.post('sign-in', { email: 'olga@firma-eins.de', password: PASSWORD }));
  });

  it('deny and allow addresses, domains, the names below and mail servers, from the next check on', async () => {
    assert.equal(await verdictOf('bert@firm.org'), 'valid');
    const rules = [
      { pattern: 'firm.org', action: 'deny', note: ' a rival ' },
      { pattern: '*.firm.org', action: 'deny_risky', until: '2026-03-10' },
      { pattern: 'Anna+news@Firm.org', action: 'allow' },
    ];
    assert.deepEqual(await set(...rules), { added: 3, changed: 0, unchanged: 0 });
    assert.deepEqual(
      await Promise.all(
        ['bert@firm.org', 'bert@eu.mail.firm.org', 'anna+NEWS@firm.org', 'anna@firm.com'].map((one) => verdictOf(one)),
      ),
      ['invalid denied smtp_not_checked', 'risky denied_risky', 'valid allowed', 'valid'],
    );
    const page = await list();
    assert.deepEqual(
      page.rules.map((rule) => ({ ...rule, id: 0 })),
      [
        ...[{ pattern: 'anna+news@firm.org', action: 'allow', note: '', until: null }],
        ...[{ pattern: '*.firm.org', action: 'deny_risky', note: '', until: '2026-03-10' }],
        ...[{ pattern: 'firm.org', action: 'deny', note: 'a rival', until: null }],
      ].map((rule) => ({ id: 0, ...rule, in_file: false, changed_at: '2026-03-10T12:00:00+00:00' })),
    );
    assert.deepEqual([page.total, page.next], [3, null]);
    assert.deepEqual(await set({ pattern: 'mx:mx.example.org', action: 'deny' }), {
      added: 1,
      changed: 0,
      unchanged: 0,
    });
    assert.equal(await verdictOf('anna@firm.com'), 'invalid denied');
    assert.equal(await verdictOf('anna+news@firm.org'), 'valid allowed');
    const [{ id } = { id: 0 }] = (await list()).rules;
    assert.deepEqual(await bodyOf(ask(`/${id}`, 'DELETE')), { deleted: true });
    assert.equal(await codeOf(ask(`/${id}`, 'DELETE')), '404 not_found');
    assert.equal(await verdictOf('anna@firm.com'), 'valid');
  });

  it('count until the end of their last day, in UTC', async () => {
    now = Date.parse('2026-03-10T23:59:59Z');
    assert.equal(await verdictOf('bert@mail.firm.org'), 'risky denied_risky');
    now = Date.parse('2026-03-11T00:00:00Z');
    assert.equal(await verdictOf('bert@mail.firm.org'), 'valid');
    now = START;
  });

  it('are explained with the verdict', async () => {
    const url = `http://service/api/validate?apikey=${key}&email=bert@firm.org&explain=true`;
    const { explanation } = await bodyOf<{ explanation: { summary: string; score: unknown[] } }>(
      users.service.fetch(new Request(url)),
    );
    assert.equal(
      explanation.summary,
      'A rule of the account or of the service denies it. Neither the DNS nor a mail server was asked.',
    );
    assert.deepEqual(explanation.score, [
      { code: 'denied', effect: 'invalid', meaning: 'a rule of the account or of the service denies it' },
      { code: 'smtp_not_checked', effect: 5, meaning: 'the mail server was not asked for the mailbox' },
    ]);
  });

  it('that deny an address leave its DNS and its mail server alone, and no other rule does', async () => {
    const rules = [
      { pattern: 'quiet.org', action: 'deny' },
      { pattern: 'anna@quiet.org', action: 'allow' },
      { pattern: 'bert@quiet.org', action: 'deny_risky' },
      { pattern: 'mx:mx.example.org', action: 'deny' },
    ];
    await set(...rules);
    verified.length = 0;
    const url = `http://service/api/validate?apikey=${key}&email=%20Info%2Bnews@QUIET.org`;
    const { checked_at, ...result } = await bodyOf<ValidationResult>(users.service.fetch(new Request(url)));
    assert.ok(Math.abs(Date.parse(checked_at) - Date.now()) < 60_000);
    assert.deepEqual(result, {
      ...{ email: ' Info+news@QUIET.org', account: 'Info+news', domain: 'quiet.org', mx_record: '' },
      ...{ status: 'invalid', quality: 'unsafe', score: 0, did_you_mean: null },
      sub_status: ['denied', 'smtp_not_checked', 'role_account', 'subaddress'],
    });
    assert.equal(await verdictOf('x@gnail.com'), 'invalid denied');
    assert.equal(await verdictOf('anna@quiet.org'), 'valid allowed');
    assert.equal(await verdictOf('bert@quiet.org'), 'risky denied_risky');
    assert.deepEqual(verified, ['x@gnail.com', 'anna@quiet.org', 'bert@quiet.org']);
    // Once it is denied by its text, its typo is told too.
    await set({ pattern: 'gnail.com', action: 'deny' });
    const { did_you_mean, sub_status } = await bodyOf<ValidationResult>(
      users.service.fetch(new Request(`http://service/api/validate?apikey=${key}&email=x@gnail.com`)),
    );
    assert.deepEqual([did_you_mean, sub_status], ['x@gmail.com', ['denied', 'smtp_not_checked', 'possible_typo']]);
    for (const { id } of (await list('?limit=5')).rules) await bodyOf(ask(`/${id}`, 'DELETE'));
  });

  it('replace the one with the same pattern, and the same once more changes nothing', async () => {
    const rule = { pattern: 'cara@gmail.com', action: 'deny' };
    await set(rule);
    const before = (await changes()).length;
    assert.deepEqual(await set(rule, { ...rule, pattern: 'CARA@gmail.com' }), { added: 0, changed: 0, unchanged: 1 });
    assert.equal((await changes()).length, before);
    const other = { pattern: 'c.ara+1@gmail.com', action: 'allow', note: 'a friend' };
    assert.deepEqual(await set(other), { added: 0, changed: 1, unchanged: 0 });
    assert.equal(await verdictOf('ca.ra@googlemail.com'), 'valid allowed');
    const [change] = await changes();
    assert.deepEqual(
      { ...change, id: 0 },
      {
        ...{ id: 0, at: '2026-03-10T12:00:00+00:00', by: 'key', name: 'shop', pattern: 'c.ara+1@gmail.com' },
        old: { action: 'deny', note: '', until: null },
        new: { action: 'allow', note: 'a friend', until: null },
      },
    );
  });

  it('are those of the account in a session too, and each change says who made it', async () => {
    const page = await bodyOf<Page>(anna.get('/api/rules?search=GMAIL'));
    assert.deepEqual(
      page.rules.map(({ pattern }) => pattern),
      ['c.ara+1@gmail.com'],
    );
    await bodyOf(anna.post('/api/rules/set', { rules: [{ pattern: 'dora@firm.org', action: 'deny' }] }));
    const [change] = await changes();
    assert.deepEqual([change?.by, change?.name, change?.old], ['user', anna.email, null]);
    assert.equal(
      await codeOf(anna.post('/api/rules/set', { rules: [] }, { origin: 'https://evil.example' })),
      '403 origin_not_allowed',
    );
    assert.equal(await codeOf(users.browser().get('/api/rules')), '401 not_signed_in');
    assert.equal(await codeOf(ask('', 'GET', undefined, 'evk_wrong')), '401 wrong_key');
  });

  it('are of no other account, and of no test key', async () => {
    const bob = await users.signUp();
    assert.deepEqual(await bodyOf(bob.get('/api/rules')), { rules: [], total: 0, next: null });
    const account = await users.service.accounts.find(bob.email);
    const other = await users.service.keys.add(account);
    assert.equal(await verdictOf('bert@firm.org', other.key), 'valid');
    const [{ id } = { id: 0 }] = (await list()).rules;
    assert.equal(await codeOf(ask(`/${id}`, 'DELETE', undefined, other.key)), '404 not_found');
    const test = await users.service.keys.add(account, { mode: 'test' });
    assert.equal(await codeOf(ask('', 'GET', undefined, test.key)), '403 key_not_allowed');
  });

  it('of the deployment count for all accounts: its denials before their rules, its allowances after them', async () => {
    const rules = [
      { pattern: 'rival.example.net', action: 'deny' },
      { pattern: 'firm.org', action: 'allow' },
      { pattern: 'school.org', action: 'allow' },
    ];
    assert.deepEqual(await bodyOf(asOperator({ rules })), { added: 3, changed: 0, unchanged: 0 });
    await set({ pattern: 'anna@rival.example.net', action: 'allow' });
    assert.deepEqual(
      await Promise.all(['anna@rival.example.net', 'bert@firm.org', 'anna@school.org'].map((one) => verdictOf(one))),
      ['invalid denied reserved_domain', 'invalid denied smtp_not_checked', 'valid allowed'],
    );
    const page = await bodyOf<Page>(operator.get('/api/rules/deployment?limit=2'));
    assert.deepEqual([page.rules.length, page.total, typeof page.next], [2, 3, 'number']);
    const rest = await bodyOf<Page>(operator.get(`/api/rules/deployment?before=${page.next}`));
    assert.deepEqual([rest.rules.map(({ pattern }) => pattern), rest.next], [['rival.example.net'], null]);
    const { changes: noted } = await bodyOf<{ changes: Change[] }>(operator.get('/api/rules/deployment/changes'));
    assert.deepEqual(
      noted.map(({ by, name, pattern }) => [by, name, pattern]),
      ['school.org', 'firm.org', 'rival.example.net'].map((pattern) => ['user', 'olga@firma-eins.de', pattern]),
    );
    for (const path of ['/api/rules/deployment', '/api/rules/deployment/changes'])
      assert.equal(await codeOf(anna.get(path)), '403 not_operator');
    assert.equal(await codeOf(anna.post('/api/rules/deployment/set', { rules })), '403 not_operator');
    assert.equal(await codeOf(ask('/deployment')), '401 not_signed_in');
    const deleted = await users.service.fetch(
      new Request(`${ORIGIN}/api/rules/deployment/${rest.rules[0]?.id}`, {
        method: 'DELETE',
        headers: { cookie: operator.cookie, origin: ORIGIN },
      }),
    );
    assert.deepEqual(await bodyOf(deleted), { deleted: true });
    assert.equal(await verdictOf('anna@rival.example.net'), 'valid allowed');
  });

  it('name the one that is wrong, and then none is set', async () => {
    const before = (await list()).total;
    const right = { pattern: 'right.example.net', action: 'deny' };
    for (const [wrong, detail] of [
      [
        { ...right, pattern: 'firm' },
        /^rules\[1\]\.pattern must be an address, a domain such as firm\.org, \*\.firm\.org/,
      ],
      [{ ...right, action: 'block' }, /^rules\[1\]\.action must be one of allow, deny, deny_risky\./],
      [{ ...right, note: 'a'.repeat(201) }, /^rules\[1\]\.note must be a text of at most 200 characters/],
      [{ ...right, note: 'a\nb' }, /^rules\[1\]\.note must be/],
      [{ ...right, until: '2026-02-30' }, /^rules\[1\]\.until must be the last day on which it counts/],
      [{ ...right, list: 1 }, /^rules\[1\]: unknown field "list"; use pattern, action, note, until\./],
    ] as const) {
      const response = await ask('/set', 'POST', { rules: [right, wrong] });
      assert.equal(response.status, 400);
      assert.match((await problemOf(response)).detail, detail);
    }
    const many = Array.from({ length: 501 }, (_, n) => ({ ...right, pattern: `firm${n}.org` }));
    assert.match(
      (await problemOf(await ask('/set', 'POST', { rules: many }))).detail,
      /^rules must be an array of 1 to 500/,
    );
    assert.match((await problemOf(await ask('?limit=0'))).detail, /^limit must be a whole number from 1 to 1000/);
    assert.equal((await list()).total, before);
  });

  it('are 10,000 at most, 100 of them for mail servers, and the newest 10,000 changes are kept', async () => {
    const hosts = Array.from({ length: 101 }, (_, n) => ({ pattern: `mx:mx${n}.example.org`, action: 'deny' }));
    assert.equal(await codeOf(ask('/set', 'POST', { rules: hosts })), '409 conflict');
    const blockOf = (n: number) =>
      Array.from({ length: 500 }, (_, m) => ({ pattern: `many${n}-${m}.org`, action: 'deny' }));
    for (let n = 0; n < 19; n++) await set(...blockOf(n));
    assert.equal(await codeOf(ask('/set', 'POST', { rules: blockOf(19) })), '409 conflict');
    const { total } = await list();
    assert.ok(total > 9500 && total <= 9600, String(total));
    assert.equal(await verdictOf('anna@many3-7.org'), 'invalid denied smtp_not_checked');
    for (let n = 0; n < 2; n++) await set(...blockOf(n).map((rule) => ({ ...rule, action: 'deny_risky' })));
    const { changes: newest } = await bodyOf<{ changes: Change[] }>(ask('/changes?limit=1000'));
    assert.equal(newest.length, 1000);
  });

  it('are exported with the account, and go with it', async () => {
    const bob = await users.signUp();
    await bodyOf(bob.post('/api/rules/set', { rules: [{ pattern: 'firm.org', action: 'deny', note: 'mine' }] }));
    const exported = await bodyOf<{ rules: Rule[]; rule_changes: Change[] }>(bob.get('/api/dashboard/export'));
    assert.deepEqual([exported.rules[0]?.note, exported.rule_changes.length], ['mine', 1]);
    await bodyOf(bob.post('delete', { password: PASSWORD }));
  });

  it('are refused with text and days that no store takes', async () => {
    const rule = { pattern: 'odd.example', action: 'deny' };
    for (const wrong of [{ note: 'a\ud800' }, { note: 'a\0' }, { until: '0000-01-01' }])
      assert.equal(await codeOf(ask('/set', 'POST', { rules: [{ ...rule, ...wrong }] })), '400 bad_request');
    assert.equal(await codeOf(ask('?search=%00')), '400 bad_request');
  });

  it('are deleted a month after their end, and their changes after a year', async () => {
    const signal = AbortSignal.timeout(60_000);
    await users.service.close();
    const store = await harness.openStore(where, { clock: () => new Date(now) });
    const count = async (): Promise<string> => {
      const ended = await store.db.selectFrom('rules').select('id').where('until', 'is not', null).execute();
      const noted = await store.db.selectFrom('rule_changes').select(['changer', 'list_id']).execute();
      assert.ok(noted.filter(({ list_id }) => list_id > 0).length <= 10_100);
      return `${ended.length} ${noted.filter(({ changer }) => changer === 'end').length} ${noted.length > 0}`;
    };
    now = Date.parse('2026-04-09T00:00:00Z');
    await forgetOldRules(store, signal);
    assert.equal(await count(), '1 0 true');
    now += DAY_MS;
    assert.equal(await forgetOldRules(store, signal), 1);
    assert.equal(await count(), '0 1 true');
    now = START + 400 * DAY_MS;
    await forgetOldRules(store, signal);
    assert.equal(await count(), '0 0 false');
    await store.close();
  });
});
