/** Attacks on the endpoints for users, as tables: each row is a request and its answer. */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { beforeAll, it } from 'vitest';
import { useRealPasswords } from '../../support/quick-passwords.js';
import { pino } from 'pino';
import { onBothStores } from '../stores.js';
import { problemOf } from '../harness.js';
import { bodyOf, codeOf, newAddress, newClient, ORIGIN, PASSWORD, useUsers, type Browser } from './support.js';

const WRONG = 'another four random words';
const EVIL = 'https://evil.example';
const GUESS = 'A'.repeat(43);

const lines: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString());
      done();
    },
  }),
);

const DASHBOARD = '/api/dashboard/';

const POSTS: readonly (readonly [name: string, body: Record<string, unknown>])[] = [
  ['register', { email: 'anna@firma-eins.de', password: PASSWORD }],
  ['confirm', { token: GUESS, password: PASSWORD }],
  ['sign-in', { email: 'anna@firma-eins.de', password: PASSWORD }],
  ['sign-out', {}],
  ['forgot-password', { email: 'anna@firma-eins.de' }],
  ['reset-password', { token: GUESS, password: PASSWORD }],
  ['change-password', { password: PASSWORD, new_password: WRONG }],
  ['change-address', { email: 'anna@firma-eins.de', password: PASSWORD }],
  ['confirm-address', { token: GUESS }],
  ['end-sessions', {}],
  ['delete', { password: PASSWORD }],
  ['operator', { token: GUESS, email: 'anna@firma-eins.de', password: PASSWORD }],
  ['invitations', {}],
  [`${DASHBOARD}keys/add`, { name: 'shop', mode: 'live' }],
  [`${DASHBOARD}keys/show`, { id: 2 }],
  [`${DASHBOARD}keys/rotate`, { id: 2 }],
  [`${DASHBOARD}keys/revoke`, { id: 2 }],
  [`${DASHBOARD}check`, { email: 'anna@firma-eins.de' }],
  [`${DASHBOARD}accounts/credits`, { account: 1, count: 5, source: 'grant' }],
  [`${DASHBOARD}accounts/plan`, { account: 1, plan: 'enterprise' }],
];
const OF_DASHBOARD = POSTS.map(([name]) => name).filter((name) => name.startsWith(DASHBOARD));
const GETS = ['overview', 'credits', 'keys', 'deployment', 'export', 'accounts'].map((name) => DASHBOARD + name);
const SIGNED_IN = [
  'change-password',
  'change-address',
  'confirm-address',
  'end-sessions',
  'delete',
  'invitations',
  ...OF_DASHBOARD,
];
const withFields = POSTS.filter(([, body]) => Object.keys(body).length > 0);

onBothStores('attacks on the users', (harness) => {
  useRealPasswords();
  const users = useUsers(harness, { log });
  let victim: Browser & { email: string };

  beforeAll(async () => {
    victim = await users.signUp();
  });

  for (const [what, headers] of [
    ['a page of another origin', { origin: EVIL }],
    ['a page of a sandboxed frame', { origin: 'null' }],
    ['no origin', { origin: null }],
    ['the origin with another scheme', { origin: ORIGIN.replace('https', 'http') }],
    ['an origin that begins like ours', { origin: `${ORIGIN}.evil.example` }],
    ['an origin with a path', { origin: `${ORIGIN}/` }],
    ['our name in Host alone', { origin: EVIL, host: 'verify.example', referer: `${ORIGIN}/` }],
  ] as const)
    it(`CSRF: refuses every change from ${what}`, async () => {
      for (const [name, body] of POSTS)
        assert.equal(await codeOf(victim.post(name, body, headers)), '403 origin_not_allowed', name);
      await bodyOf(victim.get('session'));
    });

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a', null, ''])
    it(`CSRF: refuses the type ${type ?? 'of a Blob'}, which a form can send`, async () => {
      for (const [name, body] of POSTS)
        assert.equal(
          await codeOf(victim.post(name, body, { 'content-type': type })),
          '415 unsupported_media_type',
          name,
        );
    });

  it('CSRF: allows no other site by CORS, and changes nothing by GET', async () => {
    for (const [name] of POSTS) {
      const url = new URL(name, 'http://internal:8080/api/auth/');
      const headers = { origin: EVIL, cookie: victim.cookie, 'access-control-request-method': 'POST' };
      const preflight = await users.service.fetch(new Request(url, { method: 'OPTIONS', headers }));
      assert.deepEqual([preflight.status, preflight.headers.get('allow')], [204, 'POST, OPTIONS']);
      assert.equal(preflight.headers.get('access-control-allow-origin'), null);
      const got = await users.service.fetch(new Request(url, { headers }));
      assert.equal((await problemOf(got)).code, 'method_not_allowed');
    }
  });

  for (const [name, body] of POSTS)
    it(`mass assignment: ${name} takes no fields but its own`, async () => {
      const more = { role: 'operator', id: '1', user_id: '1', account: 1, email_verified: true, emailVerified: true };
      const own = name === 'end-sessions' ? ['id'] : Object.keys(body);
      for (const [field, value] of Object.entries(more).filter(([field]) => !own.includes(field)))
        assert.equal(await codeOf(victim.post(name, { ...body, [field]: value })), '400 bad_request', field);
      for (const field of ['__proto__', 'constructor', 'toString'])
        assert.equal(await codeOf(victim.post(name, `{"${field}": {"role": "operator"}}`)), '400 bad_request', field);
    });

  for (const [name, body] of withFields)
    it(`bad bodies: ${name} refuses what is of another type, too large, deep or cut short`, async () => {
      const first = Object.keys(body)[0]!;
      for (const value of [null, 1, true, [], {}, [body[first]], { $ne: '' }, ''])
        if (value !== 1 || typeof body[first] !== 'number')
          assert.match(
            await codeOf(victim.post(name, { ...body, [first]: value })),
            /^400 (bad_request|missing_email)$/,
            JSON.stringify(value),
          );
      for (const text of [
        '',
        'null',
        '[]',
        '"a"',
        '{',
        '{}',
        '['.repeat(4000),
        `{"${first}":`.repeat(200),
        '{"a":1}{}',
      ])
        assert.equal(await codeOf(victim.post(name, text)), '400 bad_request', text.slice(0, 20));
      assert.equal(await codeOf(victim.post(name, { ...body, [first]: 'x'.repeat(5000) })), '413 too_large');
    });

  it('bad bodies: refuses ids that a database would not take, and passwords that nobody has', async () => {
    for (const id of ['\0', '\ud800', "' or 1=1 --", 'ä', 'x'.repeat(101)])
      assert.equal(await codeOf(victim.post('end-sessions', { id })), '400 bad_request', JSON.stringify(id));
    const password = 'x'.repeat(257);
    for (const body of [
      { password, new_password: PASSWORD },
      { password: PASSWORD, new_password: password },
    ])
      assert.equal(await codeOf(victim.post('change-password', body)), '400 bad_request');
    assert.equal(await codeOf(victim.post('sign-out', '[]')), '400 bad_request');
    await bodyOf(victim.get('session'));
  });

  it('bad bodies: refuses bytes that are no UTF-8', async () => {
    const request = new Request('http://internal/api/auth/sign-out', {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    });
    assert.equal(await codeOf(users.service.fetch(request, { address: newClient() })), '400 bad_request');
  });

  for (const name of [...SIGNED_IN, 'session', 'sessions', ...GETS])
    it(`sessions: ${name} needs one`, async () => {
      const own = victim.cookie;
      const [title = '', token = ''] = own.split('=');
      const [half = '', signature = ''] = decodeURIComponent(token).split('.');
      for (const cookie of [
        '',
        `${title}=`,
        `${title}=${GUESS}`,
        `${title}=${half}`,
        `${title}=${encodeURIComponent(`${half}.`)}`,
        `${title}=${encodeURIComponent(`${half}.${signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`)}`,
        `${title}=${encodeURIComponent(`x${half}.${signature}`)}`,
        `email-verify.session=${token}`,
        own.replace('__Host-', '__Secure-'),
        `${title}=%00%ff'--`,
      ]) {
        const browser = users.browser();
        browser.cookie = cookie;
        const body = Object.fromEntries(POSTS)[name];
        const answer = await (body ? browser.post(name, body) : browser.get(name));
        assert.match(answer.headers.get('www-authenticate') ?? '', /^Session/);
        assert.equal((await problemOf(answer)).code, 'not_signed_in', cookie);
      }
    });

  it('fixation: a session that was there before is not the one after', async () => {
    const planted = await users.signUp();
    const browser = users.browser();
    browser.cookie = planted.cookie;
    await bodyOf(browser.post('sign-in', { email: victim.email, password: PASSWORD }));
    assert.notEqual(browser.cookie, planted.cookie);
    assert.equal(await codeOf(planted.get('session')), '401 not_signed_in');
    const unknown = users.browser();
    unknown.cookie = `__Host-email-verify.session=${GUESS}.${GUESS}%3D`;
    await bodyOf(unknown.post('sign-in', { email: victim.email, password: PASSWORD }));
    assert.ok(!unknown.cookie.includes(GUESS));
  });

  it('cookies: of the session and the device, for this host only, over TLS only, and out of reach of scripts', async () => {
    const browser = users.browser();
    const answer = await browser.post('sign-in', { email: victim.email, password: PASSWORD });
    const cookies = answer.headers.getSetCookie();
    const text = await answer.text();
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(cookies.length, 2);
    for (const [name, age] of [
      ['session', 1_209_600],
      ['device', 31_536_000],
    ] as const) {
      const [pair = '', ...flags] = cookies.find((cookie) => cookie.includes(`.${name}=`))!.split('; ');
      assert.match(pair, new RegExp(`^__Host-email-verify\\.${name}=[\\w%.-]{60,}$`));
      assert.deepEqual(flags.sort(), ['HttpOnly', `Max-Age=${age}`, 'Path=/', 'SameSite=Lax', 'Secure']);
      assert.ok(!text.includes(pair.split('=')[1]!.slice(0, 20)));
    }
    const out = (await browser.post('sign-out')).headers.getSetCookie();
    assert.equal(out.length, 1);
    assert.match(out[0]!, /^__Host-email-verify\.session=; .*Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax/i);
  });

  it('open redirect: takes no target, in no field, query or header', async () => {
    for (const field of ['callbackURL', 'redirectTo', 'redirect', 'next', 'url', 'returnTo'])
      assert.equal(
        await codeOf(victim.post('forgot-password', { email: victim.email, [field]: EVIL })),
        '400 bad_request',
      );
    const email = newAddress();
    const query = `register?callbackURL=${EVIL}&redirectTo=${EVIL}`;
    const answer = await users.browser().post(query, { email, password: PASSWORD }, { referer: EVIL });
    assert.deepEqual([answer.status, answer.headers.get('location')], [202, null]);
    const { raw } = await users.mailbox.next(email);
    assert.doesNotMatch(raw, /evil/);
  });

  it('host poisoning: links in mails begin with PUBLIC_URL, whatever a request says', async () => {
    const email = newAddress();
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      'x-original-url': EVIL,
    };
    const request = new Request('http://evil.example/api/auth/register', {
      method: 'POST',
      headers: { ...headers, origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    assert.equal((await users.service.fetch(request, { address: newClient() })).status, 202);
    const { raw } = await users.mailbox.next(email);
    assert.deepEqual([...new Set(raw.match(/https?:\/\/[^/\s]+/g))], [ORIGIN]);
    assert.doesNotMatch(raw, /evil/);
  });

  it('header injection: refuses addresses with line ends, and several addresses', async () => {
    for (const email of [
      'anna@firma-eins.de\r\nBcc: eve@evil.example',
      'anna@firma-eins.de\nSubject: x',
      'anna@firma-eins.de, eve@evil.example',
      'anna@firma-eins.de;eve@evil.example',
      '<eve@evil.example> anna@firma-eins.de',
      'anna\0@firma-eins.de',
      'anna@firma-eins.de%0d%0aBcc: eve@evil.example',
      "' or 1=1 --",
    ])
      for (const name of ['register', 'forgot-password', 'sign-in'])
        assert.equal(
          await codeOf(
            users.browser().post(name, name === 'forgot-password' ? { email } : { email, password: PASSWORD }),
          ),
          '400 bad_request',
          email,
        );
  });

  it('log injection: neither addresses, nor passwords, nor tokens, nor lines of a client are in the log', async () => {
    const email = newAddress();
    const evil = 'forged\n{"level":60,"msg":"forged"}';
    await bodyOf(users.browser().post('register', { email, password: WRONG }, { 'user-agent': 'forged' }), 202);
    const token = await users.mailbox.token(email);
    await bodyOf(users.browser().post(`confirm?email=${encodeURIComponent(evil)}`, { token, password: WRONG }));
    await users.browser().post('sign-in', { email, password: evil });
    await users.browser().get(`${encodeURIComponent(evil)}/${email}`);
    const text = lines.join('');
    assert.match(text, /"path":"\/api\/auth\/confirm","status":200/);
    for (const secret of [email, WRONG, token, 'forged', 'person-', GUESS, PASSWORD, 'evil', '10.0.'])
      assert.ok(!text.includes(secret), secret);
  });

  it('links: work once, for their purpose only, and are not guessed', async () => {
    const { email } = await users.signUp();
    const browser = users.browser();
    await bodyOf(browser.post('forgot-password', { email }), 202);
    const token = await users.mailbox.token(email);
    const reset = (guess: string) => codeOf(browser.post('reset-password', { token: guess, password: WRONG }));
    for (const guess of [GUESS, `${token}A`, token.slice(1), token.toLowerCase()])
      assert.equal(await reset(guess), '400 wrong_link');
    // No link has these characters.
    for (const guess of [`${token.slice(0, -1)}%`, "' or ''='"]) assert.equal(await reset(guess), '400 bad_request');
    assert.equal(await codeOf(browser.post('confirm', { token, password: WRONG })), '400 wrong_link');
    assert.equal(await codeOf(victim.post('confirm-address', { token })), '400 wrong_link');
    const operator = { token, email: newAddress(), password: WRONG };
    assert.equal(await codeOf(browser.post('operator', operator)), '400 wrong_link');
    const uses = [1, 2, 3].map(() => codeOf(browser.post('reset-password', { token, password: WRONG })));
    assert.deepEqual((await Promise.all(uses)).sort(), ['200', '400 wrong_link', '400 wrong_link']);
    assert.equal(await codeOf(browser.post('reset-password', { token, password: WRONG })), '400 wrong_link');
  });

  it('IDOR: ends no session of somebody else', async () => {
    const { sessions } = await bodyOf<{ sessions: { id: string; current: boolean }[] }>(victim.get('sessions'));
    const other = await users.signUp();
    for (const { id } of sessions) assert.equal(await codeOf(other.post('end-sessions', { id })), '404 not_found');
    await bodyOf(other.post('end-sessions'));
    await bodyOf(victim.get('session'));
    assert.equal(await codeOf(other.post('invitations')), '403 not_operator');
  });

  it('IDOR: shows and changes no API key of somebody else', async () => {
    const keysOf = (browser: Browser) => bodyOf<{ keys: { id: number }[] }>(browser.get(`${DASHBOARD}keys`));
    const before = await keysOf(victim);
    const other = await users.signUp();
    for (const { id } of [...before.keys, { id: 1 }, { id: 999_999 }])
      for (const name of ['keys/show', 'keys/rotate', 'keys/revoke'])
        assert.equal(await codeOf(other.post(DASHBOARD + name, { id })), '404 not_found', name);
    for (const query of ['', '?account=1', '?user_id=1', '?id=2'])
      assert.equal((await bodyOf<{ keys: object[] }>(other.get(`${DASHBOARD}keys${query}`))).keys.length, 1);
    assert.deepEqual(await keysOf(victim), before);
    assert.doesNotMatch(lines.join(''), /evk_/);
  });

  it('SQL: ids and cursors are numbers and texts, never SQL', async () => {
    for (const id of ['2', '2 or 1=1', "2'; drop table api_keys --", 2.5, -2, 0, 1e300, 2 ** 53, [2], '0x2'])
      for (const name of ['keys/show', 'keys/rotate', 'keys/revoke'])
        assert.equal(await codeOf(victim.post(DASHBOARD + name, { id })), '400 bad_request', String(id));
    for (const before of ["'", '1_a)) or (1=1', '1', `${'9'.repeat(17)}_a`, '-1_a', '1_%00', '', '1_a%27'])
      assert.equal(await codeOf(victim.get(`${DASHBOARD}credits?before=${before}`)), '400 bad_request', before);
    await bodyOf(victim.get(`${DASHBOARD}credits?before=${'9'.repeat(16)}_a`));
    for (const name of ["shop'); drop table api_keys; --", '$1', '\\', '%s']) {
      const { id } = await bodyOf<{ id: number }>(victim.post(`${DASHBOARD}keys/add`, { name, mode: 'test' }), 201);
      const { keys } = await bodyOf<{ keys: { id: number; name: string }[] }>(victim.get(`${DASHBOARD}keys`));
      assert.equal(keys.find((key) => key.id === id)?.name, name);
    }
    for (const wrong of [
      { name: 'a\0' },
      { name: 'x'.repeat(101) },
      { mode: 'admin' },
      { scopes: [] },
      { scopes: ['validate', 'root'] },
      { networks: ['192.0.2.1/24'] },
      { networks: Array.from({ length: 51 }, () => '::1') },
    ])
      assert.equal(
        await codeOf(victim.post(`${DASHBOARD}keys/add`, { name: 'shop', mode: 'live', ...wrong })),
        '400 bad_request',
        JSON.stringify(wrong),
      );
  });

  it('limits how many API keys an account makes in a short time', async () => {
    const other = await users.signUp();
    const codes: string[] = [];
    for (let n = 0; n < 21; n += 1)
      codes.push(await codeOf(other.post(`${DASHBOARD}keys/add`, { name: 'shop', mode: 'live' })));
    assert.deepEqual([codes[19], codes[20]], ['201', '429 rate_limited']);
  });

  it("the operator's endpoints are for nobody else", async () => {
    for (const [name, body] of POSTS.filter(([name]) => name.startsWith(`${DASHBOARD}accounts`)))
      assert.equal(await codeOf(victim.post(name, body)), '403 not_operator', name);
    assert.equal(await codeOf(victim.get(`${DASHBOARD}accounts`)), '403 not_operator');
    const { plan, credits } = await bodyOf<{ plan: string; credits: { bought: number } }>(
      victim.get(`${DASHBOARD}overview`),
    );
    assert.deepEqual([plan, credits.bought], ['standard', 0]);
  });
});
