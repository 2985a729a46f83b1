/**
 * The server's half of the Email Verification Protocol, with an issuer on loopback.
 * @see https://datatracker.ietf.org/doc/draft-hardt-email-verification/
 * @see https://www.rfc-editor.org/rfc/rfc9901
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { verifyOwnership, type OwnershipExpectation, type OwnershipFault } from '../../src/ownership/index.js';
import { root } from '../support/manifest.js';
import {
  AUDIENCE,
  createSigner,
  EMAIL,
  encode,
  hashOf,
  ISSUER,
  NOW_S,
  sign,
  startBox,
  type Box,
} from './issuer-in-a-box.js';

const ASKED = [
  '_email-verification.firm.example',
  `https://${ISSUER}/.well-known/email-verification`,
  `https://${ISSUER}/keys`,
];

let box: Box;
beforeEach(async () => {
  box = await startBox();
});
afterEach(() => box.close());

const verify = (token: unknown, more: Partial<OwnershipExpectation> = {}): ReturnType<typeof verifyOwnership> =>
  verifyOwnership(token, { ...box.expected, ...more });

describe('a right token', () => {
  test('says whose the address is, after the DNS and the issuer were asked', async () => {
    assert.deepEqual(await verify(await box.present()), {
      ok: true,
      email: EMAIL.toLowerCase(),
      issuer: ISSUER,
      isPrivate: false,
    });
    assert.deepEqual(box.asked, ASKED);
  });

  test('is accepted by what was fetched in the last ten minutes, with the DNS alone', async () => {
    await verify(await box.present());
    box.asked.length = 0;
    assert.equal((await verify(await box.present())).ok, true);
    assert.deepEqual(box.asked, ASKED.slice(0, 1));
  });

  test('may have the issuer as an origin, a private address, a key without an id, and any of the site’s origins', async () => {
    const found = await verify(await box.present({ evt: { iss: `https://${ISSUER}`, is_private_email: true } }));
    assert.equal(found.isPrivate, true);
    const nameless = { ...box.issuer, jwk: {} };
    const other = await createSigner('EdDSA', 'key 2');
    box.keys = [other.jwk, ...box.keys];
    assert.equal((await verify(await box.present({ by: nameless }))).ok, true);
    assert.equal((await verify(await box.present(), { audience: ['https://other.example', AUDIENCE] })).ok, true);
  });

  test('may be signed by a key that the issuer has shown only since, and is not asked for it all the time', async () => {
    await verify(await box.present());
    const next = await createSigner('ES256', 'key 2');
    box.keys = [box.issuer.jwk, next.jwk];
    const token = await box.present({ by: next, evt: { iat: NOW_S + 31 }, kb: { iat: NOW_S + 31 } });
    assert.equal((await verify(token)).reason, 'key');
    assert.equal((await verify(token, { now: () => (NOW_S + 31) * 1000 })).ok, true);
  });
});

type Make = (box: Box) => Promise<unknown>;
const changed =
  (...changes: Parameters<Box['present']>): Make =>
  (one) =>
    one.present(...changes);
const part = (token: string, index: number, change: (part: string) => string): string =>
  token
    .split('~')
    .map((text, at) => (at === index ? change(text) : text))
    .join('~');
const reheaded =
  (index: number, header: Record<string, unknown>): Make =>
  async (one) =>
    part(await one.present(), index, (text) => [encode(header), ...text.split('.').slice(1)].join('.'));

/** Forgeries that are seen without a question to anybody. */
const FORGED: [string, OwnershipFault, Make][] = [
  ['nothing', 'malformed', () => Promise.resolve(undefined)],
  ['an empty text', 'malformed', () => Promise.resolve('')],
  ['the issuer’s part alone', 'malformed', async (one) => (await one.present()).split('~')[0]],
  ['the issuer’s part with an empty end', 'malformed', async (one) => `${(await one.present()).split('~')[0] ?? ''}~`],
  [
    'a disclosure between',
    'malformed',
    async (one) => (await one.present()).replace('~', `~${encode(['s', 'email', 'x@y.z'])}~`),
  ],
  ['a third part', 'malformed', async (one) => `${await one.present()}~a.b.c`],
  ['a text of 20,000 characters', 'malformed', async (one) => `${await one.present()}${'A'.repeat(20_000)}`],
  ['padding', 'malformed', async (one) => `${await one.present()}=`],
  ['no algorithm', 'algorithm', reheaded(0, { alg: 'none', typ: 'evt+jwt' })],
  ['no algorithm of the browser', 'algorithm', reheaded(1, { alg: 'none', typ: 'kb+jwt' })],
  ['a shared secret', 'algorithm', reheaded(0, { alg: 'HS256', typ: 'evt+jwt' })],
  ['a shared secret of the browser', 'algorithm', reheaded(1, { alg: 'HS256', typ: 'kb+jwt' })],
  ['an algorithm that is a list', 'algorithm', reheaded(0, { alg: ['EdDSA'], typ: 'evt+jwt' })],
  ['another type', 'malformed', changed({ evtHeader: { typ: 'JWT' } })],
  ['another type of the browser’s part', 'malformed', changed({ kbHeader: { typ: 'JWT' } })],
  ['no type', 'malformed', changed({ evtHeader: { typ: undefined } })],
  ['the parts swapped', 'malformed', async (one) => (await one.present()).split('~').reverse().join('~')],
  ['a critical extension', 'malformed', reheaded(0, { alg: 'EdDSA', typ: 'evt+jwt', crit: ['x'], x: 1 })],
  ['no address', 'malformed', changed({ evt: { email: undefined } })],
  ['a list of addresses', 'malformed', changed({ evt: { email: [EMAIL] } })],
  ['another address', 'email', changed({ evt: { email: 'berta@firm.example' } })],
  ['an address that looks the same', 'email', changed({ evt: { email: 'аnna@firm.example' } })],
  ['an address that is not verified', 'email_unverified', changed({ evt: { email_verified: false } })],
  ['an address that is verified in words', 'email_unverified', changed({ evt: { email_verified: 'true' } })],
  ['an issuer that nobody trusts', 'issuer', changed({ evt: { iss: 'issuer.attacker.example' } })],
  ['an issuer with a path', 'issuer', changed({ evt: { iss: `https://${ISSUER}/attacker` } })],
  ['an issuer with credentials', 'issuer', changed({ evt: { iss: `https://${ISSUER}@attacker.example` } })],
  ['an issuer below a trusted one', 'issuer', changed({ evt: { iss: `attacker.${ISSUER}` } })],
  ['another page', 'audience', changed({ kb: { aud: 'https://attacker.example' } })],
  ['a page that begins like this one', 'audience', changed({ kb: { aud: `${AUDIENCE}.attacker.example` } })],
  ['another nonce', 'nonce', changed({ kb: { nonce: 'another nonce of a session' } })],
  ['no nonce', 'malformed', changed({ kb: { nonce: undefined } })],
  ['an old issuance', 'expired', changed({ evt: { iat: NOW_S - 361 } })],
  ['an old presentation', 'expired', changed({ kb: { iat: NOW_S - 361 } })],
  ['an issuance in the future', 'not_yet_valid', changed({ evt: { iat: NOW_S + 61 } })],
  // RFC 7519 §4.1.4 and §4.1.5.
  ['an issuance that has ended', 'expired', changed({ evt: { exp: NOW_S - 61 } })],
  ['a presentation that has ended', 'expired', changed({ kb: { exp: NOW_S - 61 } })],
  ['a token for later', 'not_yet_valid', changed({ evt: { nbf: NOW_S + 61 } })],
  ['an end that is text', 'malformed', changed({ evt: { exp: String(NOW_S + 300) } })],
  ['a time that is text', 'malformed', changed({ evt: { iat: String(NOW_S) } })],
  ['the hash of another token', 'key_binding', changed({ kb: { sd_hash: hashOf('another~') } })],
  [
    'a hash without the separator',
    'key_binding',
    async (one) => {
      const evt = (await one.present()).split('~')[0] ?? '';
      return one.present({ kb: { sd_hash: hashOf(evt) } });
    },
  ],
  ['no key of the browser', 'malformed', changed({ evt: { cnf: {} } })],
  [
    'a private key of the browser',
    'malformed',
    async (one) => one.present({ evt: { cnf: { jwk: { ...one.browser.jwk, d: 'AA' } } } }),
  ],
  ['a secret as the key of the browser', 'malformed', changed({ evt: { cnf: { jwk: { kty: 'oct', k: 'AAAA' } } } })],
  ['the part of another browser', 'key_binding', async (one) => one.present({ kbBy: await createSigner('ES256') })],
  [
    'the browser’s part of another token',
    'key_binding',
    async (one) => {
      const [other, own] = await Promise.all([one.present({ evt: { x: 1 } }), one.present()]);
      return part(own, 1, () => other.split('~')[1] ?? '');
    },
  ],
];

describe('a forgery', () => {
  for (const [name, reason, make] of FORGED)
    test(`with ${name} is refused as ${reason}, and nobody is asked`, async () => {
      assert.deepEqual(await verify(await make(box)), { ok: false, reason });
      assert.deepEqual(box.asked, []);
    });

  test('by another key than the issuer’s is refused', async () => {
    const stranger = await createSigner('EdDSA', 'key 1');
    assert.equal((await verify(await box.present({ by: stranger }))).reason, 'signature');
    assert.equal((await verify(await box.present({ by: { ...stranger, jwk: {} } }))).reason, 'signature');
    assert.equal((await verify(await box.present({ by: await createSigner('EdDSA', 'key 2') }))).reason, 'key');
  });

  test('with the issuer’s public key as a secret is refused', async () => {
    const [, payload = ''] = (await box.present()).split('.');
    assert.equal(
      (await verify(`${encode({ alg: 'HS256', typ: 'evt+jwt' })}.${payload}.AAAA~a.b.c`)).reason,
      'malformed',
    );
  });

  test('by an algorithm that the issuer does not name is refused', async () => {
    const es384 = await createSigner('ES384', 'key 3');
    box.keys = [es384.jwk];
    assert.equal((await verify(await box.present({ by: es384 }))).reason, 'algorithm');
  });

  test('with any character changed is refused', async () => {
    const token = await box.present();
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: token.length - 1 }),
        fc.constantFrom('A', 'a', 'z', '0', '9', '-', '_', '.', '~', '='),
        async (at, character) => {
          if (token[at] === character) return;
          assert.equal((await verify(token.slice(0, at) + character + token.slice(at + 1))).ok, false);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('never throws, whatever the field has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.string(), fc.base64String()), async (token) => {
        assert.equal((await verify(token)).ok, false);
      }),
    );
    for (const email of [undefined, null, 5, '', 'anna@', `${EMAIL}, berta@firm.example`])
      assert.equal((await verify(await box.present(), { email })).reason, 'email');
  });
});

describe('the domain’s record', () => {
  const records: [string, string[] | undefined][] = [
    ['names another issuer', ['iss=other.example']],
    ['names the issuer in capitals', [`iss=${ISSUER.toUpperCase()}`]],
    ['names the issuer as a URL', [`iss=https://${ISSUER}`]],
    ['names two', [`iss=${ISSUER}`, 'iss=other.example']],
    ['stands beside another record', [`iss=${ISSUER}`, 'v=spf1 -all']],
    ['is missing', undefined],
  ];
  for (const [name, TXT] of records)
    test(`that ${name} refuses the token, and the issuer is not asked`, async () => {
      delete box.zone['_email-verification.firm.example'];
      if (TXT) box.zone['_email-verification.firm.example'] = { TXT };
      assert.equal((await verify(await box.present())).reason, 'delegation');
      assert.deepEqual(box.asked, ASKED.slice(0, 1));
    });

  test('is not asked for outside of the domains that are named', async () => {
    assert.equal((await verify(await box.present(), { domains: ['other.example'] })).reason, 'domain');
    assert.deepEqual(box.asked, []);
    assert.equal((await verify(await box.present(), { domains: ['firm.example'] })).ok, true);
  });

  test('that does not come, or not in time, is told as an outage', async () => {
    const resolveTxt = (): Promise<never> => Promise.reject(Object.assign(new Error('no'), { code: 'ESERVFAIL' }));
    assert.equal((await verify(await box.present(), { resolveTxt })).reason, 'delegation_unavailable');
    const never = { resolveTxt: () => new Promise<never>(() => undefined), timeoutMs: 50 };
    assert.equal((await verify(await box.present(), never)).reason, 'delegation_unavailable');
  });
});

describe('the issuer', () => {
  const answers: [string, OwnershipFault, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['that is down', 'keys_unavailable', (_, response) => response.writeHead(503).end()],
    ['that hangs up', 'keys_unavailable', (request) => request.destroy()],
    ['that never answers', 'keys_unavailable', () => undefined],
    [
      'that sends elsewhere',
      'keys_unavailable',
      (_, response) => response.writeHead(302, { location: 'https://attacker.example/' }).end(),
    ],
    ['that answers without an end', 'keys_unavailable', (_, response) => void response.write('['.repeat(100_000))],
    ['that answers no JSON', 'keys_unavailable', (_, response) => response.end('<p>')],
    ['that answers null', 'metadata', (_, response) => response.end('null')],
  ];
  for (const [name, reason, answer] of answers)
    test(`${name} is told as ${reason}`, async () => {
      box.answer = (request, response) => {
        answer(request, response);
        return true;
      };
      assert.equal((await verify(await box.present(), { timeoutMs: 500 })).reason, reason);
    });

  for (const jwks_uri of [
    'https://attacker.example/keys',
    `https://${ISSUER}.attacker.example/keys`,
    `https://${ISSUER}@attacker.example/keys`,
    `https://anna:secret@${ISSUER}/keys`,
    `http://${ISSUER}/keys`,
    `https://${ISSUER}:8443/keys`,
    'https://127.0.0.1/keys',
    'file:///etc/passwd',
    [`https://${ISSUER}/keys`],
    undefined,
  ])
    test(`has its keys nowhere but at home: ${String(jwks_uri)}`, async () => {
      box.metadata['jwks_uri'] = jwks_uri;
      assert.equal((await verify(await box.present())).reason, 'metadata');
      assert.equal(box.asked.length, 2);
    });

  test('has its keys at another host that the site allows', async () => {
    box.metadata['jwks_uri'] = 'https://www.keys.example/keys';
    assert.equal((await verify(await box.present(), { keyHosts: ['keys.example'] })).ok, true);
  });
});

describe('an issuer that strangers’ tokens name', () => {
  const fetched = (): string[] => box.asked.filter((one) => one.startsWith('https:'));

  test('is asked once for each document by tokens that come at the same moment', async () => {
    const token = await box.present();
    const found = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    assert.ok(found.every(({ ok }) => ok));
    assert.deepEqual(fetched(), ASKED.slice(1));
  });

  test('is asked once for a key that it does not show, by tokens that come at the same moment', async () => {
    const token = await box.present();
    await verify(token);
    box.asked.length = 0;
    const by = await createSigner('EdDSA', 'unknown');
    const now = (): number => NOW_S * 1000 + 31_000;
    const forged = await box.present({ by });
    await Promise.all(Array.from({ length: 20 }, () => verify(forged, { now })));
    assert.deepEqual(fetched(), ASKED.slice(2));
  });

  test('that is down is asked again after five seconds, and not before', async () => {
    box.answer = (_, response) => {
      response.writeHead(503).end();
      return true;
    };
    const token = await box.present();
    const at = (ms: number): ReturnType<typeof verify> => verify(token, { now: () => NOW_S * 1000 + ms });
    for (const ms of [0, 1, 4999]) assert.equal((await at(ms)).reason, 'keys_unavailable');
    assert.equal(fetched().length, 1);
    box.answer = null;
    assert.equal((await at(5000)).ok, true);
  });

  test('is not held to be down because one call has no time left', async () => {
    const token = await box.present();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow: typeof fetch = async (...args) => {
      await held;
      return (box.expected.fetch ?? fetch)(...args);
    };
    const short = verify(token, { fetch: slow, timeoutMs: 100 });
    const long = verify(token, { fetch: slow });
    assert.equal((await short).reason, 'keys_unavailable');
    release();
    assert.equal((await long).ok, true);
    assert.equal((await verify(token, { fetch: slow })).ok, true);
  });

  test('whose keys cannot be read again is trusted by those that are remembered', async () => {
    const token = await box.present();
    await verify(token);
    box.answer = (_, response) => {
      response.writeHead(503).end();
      return true;
    };
    const now = (): number => NOW_S * 1000 + 31_000;
    const forged = await box.present({ by: await createSigner('EdDSA', 'unknown') });
    assert.equal((await verify(forged, { now })).reason, 'keys_unavailable');
    assert.equal((await verify(token, { now })).ok, true);
  });
});

describe('a wrong option', () => {
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ audience: 'shop.example' }, /audience: it takes the origin/],
    [{ audience: [] }, /audience: it takes the origin/],
    [{ nonce: 'short' }, /nonce: it takes the nonce of the form, 16 characters/],
    [{ nonce: undefined }, /nonce: it takes/],
    [{ issuers: [] }, /issuers: it takes at least one/],
    [{ issuers: ['https://accounts.google.com'] }, /issuers: it takes a list of host names/],
    [{ keyHosts: ['*'] }, /keyHosts: it takes a list of host names/],
    [{ domains: 'gmail.com' }, /domains: it takes a list/],
    [{ timeoutMs: NaN }, /timeoutMs: it takes milliseconds/],
  ];
  for (const [option, message] of wrong)
    test(`${JSON.stringify(option)} throws, and says what is right`, async () => {
      await assert.rejects(verify('x', option), { name: 'TypeError', message });
    });
});

test('a token that is signed by RSA, as large providers do, is accepted', async () => {
  const rsa = await createSigner('RS256', 'key 4');
  box.keys = [rsa.jwk];
  box.metadata['signing_alg_values_supported'] = ['RS256'];
  assert.equal((await verify(await box.present({ by: rsa }))).ok, true);
  assert.equal(typeof (await sign(rsa, {}, { typ: 'evt+jwt' })), 'string');
});

test('every reason stands in the manual', () => {
  const reasons: Record<OwnershipFault, true> = {
    malformed: true,
    algorithm: true,
    email: true,
    email_unverified: true,
    issuer: true,
    audience: true,
    nonce: true,
    expired: true,
    not_yet_valid: true,
    key_binding: true,
    domain: true,
    delegation: true,
    delegation_unavailable: true,
    metadata: true,
    keys_unavailable: true,
    key: true,
    signature: true,
  };
  const manual = readFileSync(join(root, 'docs/ownership.md'), 'utf8');
  for (const reason of Object.keys(reasons)) assert.ok(manual.includes(`\`${reason}\``), reason);
});
