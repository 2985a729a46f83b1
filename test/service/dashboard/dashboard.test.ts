import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import type { ValidationResult } from '../../../src/protocol/index.js';
import type { Explanation } from '../../../src/verifier/index.js';
import { onBothStores } from '../stores.js';
import { KEY } from '../scripted.js';
import { bodyOf, codeOf, newAddress, ORIGIN, PASSWORD, useUsers, type Browser } from '../users/support.js';

const api = (name: string): string => `/api/dashboard/${name}`;

interface Key {
  id: number;
  name: string;
  mode: string;
  prefix: string;
  scopes: string[];
  networks: string[];
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}
interface Made {
  id: number;
  key: string;
  old_expires_at?: string;
}
interface Overview {
  plan: string;
  credits: { free: number; bought: number; reserved: number };
  next_free_credits_at: string;
  days: ({ day: string } & Record<'valid' | 'invalid' | 'risky' | 'unknown', number>)[];
}
interface Entry {
  at: string;
  kind: string;
  amount: number;
  source: string;
  reference: string | null;
  expires_at: string | null;
}

interface Account {
  id: number;
  email: string;
  plan: string;
  credits: Overview['credits'];
  created_at: string;
}

/** Far from midnight, since counts are by day. */
const START = Date.parse('2026-01-15T12:00:00Z');
const EDGE = { url: `${ORIGIN}/verify/`, origins: ['https://shop.example'] };

onBothStores('the dashboard', (harness) => {
  // Each look at the clock is later, since entries stand in the order of their times.
  let now = START;
  const users = useUsers(harness, { edge: EDGE, clock: () => new Date((now += 1)) });
  let anna: Browser & { email: string };

  beforeAll(async () => {
    anna = await users.signUp();
  });

  const keys = async (browser = anna) => (await bodyOf<{ keys: Key[] }>(browser.get(api('keys')))).keys;
  const overview = (browser = anna) => bodyOf<Overview>(browser.get(api('overview')));
  const validate = (key: string): Promise<string> =>
    codeOf(users.service.fetch(new Request(`http://s/api/validate?apikey=${key}&email=anna@firma-eins.de`)));

  it('says where the service and its edge are, and that its verifier asks for mailboxes unless that says otherwise', async () => {
    assert.deepEqual(await bodyOf(anna.get(api('deployment'))), { url: ORIGIN, edge: EDGE, asks_mailboxes: true });
  });

  it('checks an address for one credit of the account, and explains the verdict', async () => {
    const before = await overview();
    const { result, explanation } = await bodyOf<{ result: ValidationResult; explanation: Explanation }>(
      anna.post(api('check'), { email: 'anna@firma-eins.de' }),
    );
    assert.deepEqual(
      [result.email, result.status, explanation.summary],
      ['anna@firma-eins.de', 'valid', 'Mail can be delivered.'],
    );
    const after = await overview();
    assert.equal(after.credits.free, before.credits.free - 1);
    assert.equal(after.days.length, 30);
    assert.deepEqual(
      [after.days.at(-1)!.valid, before.days.at(-1)!.valid, after.days[0]],
      [1, 0, { day: before.days[0]!.day, valid: 0, invalid: 0, risky: 0, unknown: 0 }],
    );
  });

  it('makes, shows, rotates and revokes API keys', async () => {
    const made = await bodyOf<Made>(
      anna.post(api('keys/add'), { name: 'shop', mode: 'live', networks: ['192.0.2.0/24'] }),
      201,
    );
    assert.equal(await validate(made.key), '403 key_not_allowed');
    const found = (await keys()).find(({ id }) => id === made.id)!;
    assert.deepEqual(
      [found.name, found.mode, found.prefix, found.scopes, found.networks, found.expires_at],
      ['shop', 'live', made.key.slice(0, 8), ['validate', 'batch'], ['192.0.2.0/24'], null],
    );
    assert.deepEqual(await bodyOf(anna.post(api('keys/show'), { id: made.id })), { key: made.key });
    const [first] = await keys();
    const { key: old } = await bodyOf<Made>(anna.post(api('keys/show'), { id: first!.id }));
    assert.equal(await validate(old), '200');
    const rotated = await bodyOf<Made>(anna.post(api('keys/rotate'), { id: first!.id, grace_hours: 1 }));
    const left = Date.parse(rotated.old_expires_at!) - now;
    assert.ok(left > 3_590_000 && left <= 3_600_000, rotated.old_expires_at);
    assert.deepEqual([await validate(old), await validate(rotated.key)], ['200', '200']);
    const last = await bodyOf<Made>(anna.post(api('keys/rotate'), { id: rotated.id, grace_hours: 0 }));
    assert.deepEqual([await validate(rotated.key), await validate(last.key)], ['401 wrong_key', '200']);
    assert.deepEqual(await bodyOf(anna.post(api('keys/revoke'), { id: last.id })), { status: 'done' });
    assert.equal(await validate(last.key), '401 wrong_key');
    for (const name of ['keys/revoke', 'keys/show', 'keys/rotate'])
      assert.equal(await codeOf(anna.post(api(name), { id: last.id })), '404 not_found', name);
  });

  it('lists what changed the credits, a page at a time, the checks of a day as one entry', async () => {
    const browser = await users.signUp();
    const account = (await bodyOf<{ user: { account: number } }>(browser.get('session'))).user.account;
    for (let n = 0; n < 2; n += 1) await bodyOf(browser.post(api('check'), { email: `anna${n}@firma-eins.de` }));
    for (let n = 1; n <= 60; n += 1)
      await users.service.accounts.addCredits(account, n, { source: 'grant', reference: `order ${n}` });
    const all: Entry[] = [];
    let next: string | null = '';
    for (const expected of [50, 12]) {
      const page: { entries: Entry[]; next: string | null } = await bodyOf(
        browser.get(api(`credits${next && `?before=${encodeURIComponent(next)}`}`)),
      );
      assert.equal(page.entries.length, expected);
      all.push(...page.entries);
      next = page.next!;
    }
    assert.equal(next, null);
    assert.deepEqual(
      all.map(({ kind, amount, source, reference }) => [kind, amount, source, reference]),
      [
        ...Array.from({ length: 60 }, (_, n) => ['grant', 60 - n, 'grant', `order ${60 - n}`]),
        ['check', -2, 'free', null],
        ['free', 100, 'free', null],
      ],
    );
    const { credits } = await overview(browser);
    assert.equal(
      all.reduce((sum, { amount }) => sum + amount, 0),
      credits.free + credits.bought,
    );
    assert.equal(await codeOf(browser.get(api('credits?before=x'))), '400 bad_request');
  });

  it('exports all that is stored about the account, without secrets', async () => {
    const answer = await anna.get(api('export'));
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="[\w.-]+"$/);
    const text = await answer.text();
    const all = JSON.parse(text) as Record<string, Record<string, unknown>[]> & {
      user: { email: string; mailbox: string };
    };
    assert.deepEqual([all.user.email, all.user.mailbox], [anna.email, anna.email]);
    assert.deepEqual(Object.keys(all), [
      'exported_at',
      'user',
      'credits',
      'keys',
      'sessions',
      'credit_lots',
      'ledger',
      'check_days',
      'checks',
      'lists',
      'callbacks',
      'form_outcomes',
      'rules',
      'rule_changes',
    ]);
    assert.equal(all['checks']!.length, (await overview()).days.at(-1)!.valid);
    assert.match(String(all['checks']![0]!['address_hash']), /^[\da-f]{64}$/);
    assert.equal(all['ledger']!.length, all['checks']!.length + 1);
    assert.doesNotMatch(text, /evk_[\w-]{5}|anna@firma-eins|scrypt|password|"token"|sealed|"hash"/);
  });

  it('lets the operator see accounts, add credits to one and change its plan', async () => {
    const operator = users.browser();
    const token = new URL(await users.service.users.operatorLink()).hash.replace('#operator=', '');
    const email = newAddress();
    await bodyOf(operator.post('operator', { token, email, password: PASSWORD }));
    await bodyOf(operator.post('sign-in', { email, password: PASSWORD }));
    const gone = await users.signUp();
    await bodyOf(gone.post('delete', { password: PASSWORD }));
    const { accounts, next } = await bodyOf<{ accounts: Account[]; next: number | null }>(
      operator.get(api('accounts')),
    );
    assert.equal(next, null);
    assert.equal(accounts.at(-1)!.email, email);
    const found = accounts.find((account) => account.email === anna.email)!;
    const before = await overview();
    assert.deepEqual([found.plan, found.credits], ['standard', before.credits]);
    assert.ok(!accounts.some((account) => account.email === gone.email));
    assert.deepEqual(
      (await bodyOf<{ accounts: Account[] }>(operator.get(api(`accounts?before=${found.id}`)))).accounts.map(
        ({ id }) => id,
      ),
      [users.service.firstAccount],
    );
    const add = (more: object) =>
      operator.post(api('accounts/credits'), { account: found.id, count: 7, source: 'purchase', ...more });
    const order = { reference: 'order A-1', expires_at: '2099-12-31' };
    assert.deepEqual(await bodyOf(add(order)), { added: true });
    assert.deepEqual(await bodyOf(add(order)), { added: false });
    for (const wrong of [
      { expires_at: '2020-01-01' },
      { expires_at: 'soon' },
      { count: 0 },
      { count: 1.5 },
      { source: 'free' },
      { reference: '' },
      { reference: 'a\n' },
    ])
      assert.equal(await codeOf(add(wrong)), '400 bad_request', JSON.stringify(wrong));
    assert.equal(await codeOf(add({ account: 999_999 })), '404 not_found');
    assert.deepEqual(await bodyOf(operator.post(api('accounts/plan'), { account: found.id, plan: 'enterprise' })), {
      status: 'done',
    });
    const after = await overview();
    assert.deepEqual([after.plan, after.credits.bought], ['enterprise', before.credits.bought + 7]);
    const { entries } = await bodyOf<{ entries: Entry[] }>(anna.get(api('credits')));
    const { expires_at, ...entry } = entries.find(({ kind }) => kind === 'purchase')!;
    assert.deepEqual([entry.amount, entry.reference, expires_at], [7, 'order A-1', '2099-12-31T23:59:59+00:00']);
  });

  it("leaves the calling program's own key alone, also for the operator", async () => {
    const { service } = users;
    const own = service.firstAccount;
    assert.equal(await service.keys.revoke(own, 2), false);
    await assert.rejects(service.keys.rotate(own, 2), RangeError);
    assert.equal((await service.fetch(new Request(`http://s/api/account?apikey=${KEY}`))).status, 200);
  });
});
