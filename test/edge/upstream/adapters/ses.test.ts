import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import {
  sesUpstream,
  type AwsCredentials,
  type SesUpstreamOptions,
} from '../../../../src/edge/upstream/adapters/index.js';
import { checkOnce, setUp } from '../../support.js';
import { CREDENTIALS, isSigned, REGION, replyJson, ses, sesAnswer, startService, type Got } from './support.js';

const ADDRESS = 'ada@example.com';
const { accessKeyId, secretAccessKey } = CREDENTIALS;

const CLIENTS = { 'node:http': {}, fetch: { fetch: (url: string, init: RequestInit) => fetch(url, init) } };
for (const [client, over] of Object.entries(CLIENTS)) {
  test(`by ${client}, SES gets the address in a signed request, and its verdict is the edge's`, async () => {
    const service = await startService((response, got) => {
      replyJson(isSigned(got) ? sesAnswer('HIGH', { IsRoleAddress: 'HIGH' }) : {}, isSigned(got) ? 200 : 403)(
        response,
        got,
      );
    });
    const { edge } = setUp('', { upstream: ses(service.url, over) });
    const { receipt, ...verdict } = await checkOnce(edge, ADDRESS);
    assert.ok(receipt);
    assert.deepEqual(verdict, {
      email: ADDRESS,
      status: 'valid',
      quality: 'safe',
      sub_status: ['role_account'],
      did_you_mean: null,
    });
    const [{ method, url, headers, body }] = service.requests as [Got];
    assert.deepEqual([method, url], ['POST', '/v2/email/email-address-insights/']);
    assert.equal(headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(body), { EmailAddress: ADDRESS });
  });
}

test('a signature with another key is not the one that the test expects', async () => {
  const service = await startService(replyJson(sesAnswer('HIGH')));
  const upstream = ses(service.url);
  await upstream.ask(ADDRESS, 5000);
  const [got] = service.requests as [Got];
  assert.ok(isSigned(got));
  assert.ok(!isSigned(got, { ...CREDENTIALS, secretAccessKey: 'another' }));
});

test('temporary credentials are asked for before each call', async () => {
  const service = await startService(replyJson(sesAnswer('HIGH')));
  let calls = 0;
  const credentials = (): Promise<AwsCredentials> => {
    calls += 1;
    return Promise.resolve({ accessKeyId: `AKID${calls}`, secretAccessKey, sessionToken: `token${calls}` });
  };
  const upstream = sesUpstream({ region: REGION, endpoint: service.url, credentials });
  for (let i = 0; i < 2; i++) assert.ok((await upstream.ask(ADDRESS, 5000)).ok);
  const used = service.requests.map(({ headers }) => [
    /Credential=(\w+)/.exec(headers.authorization ?? '')?.[1],
    headers['x-amz-security-token'],
  ]);
  assert.deepEqual(used, [
    ['AKID1', 'token1'],
    ['AKID2', 'token2'],
  ]);
});

describe('credentials that cannot be had', () => {
  const outcomeOf = async (credentials: unknown, timeoutMs = 5000) => {
    const service = await startService(replyJson(sesAnswer('HIGH')));
    const options = { region: REGION, endpoint: service.url, credentials } as SesUpstreamOptions;
    const outcome = await sesUpstream(options).ask(ADDRESS, timeoutMs);
    assert.equal(service.requests.length, 0);
    assert.ok(!outcome.ok);
    assert.ok(!JSON.stringify(outcome).includes(secretAccessKey));
    return [outcome.reason.code, outcome.outage];
  };
  const rows: [string, unknown][] = [
    ['rejects', () => Promise.reject(new Error(secretAccessKey))],
    [
      'throws',
      () => {
        throw new Error(secretAccessKey);
      },
    ],
    ['returns nothing', () => undefined],
    ['returns half of them', () => ({ accessKeyId })],
    ['returns a token that no header can carry', () => ({ accessKeyId, secretAccessKey, sessionToken: 'a\r\nb' })],
    ['returns an empty key', () => ({ accessKeyId, secretAccessKey: '' })],
  ];
  for (const [name, credentials] of rows) {
    test(`a function that ${name}: upstream_error, an outage`, async () => {
      assert.deepEqual(await outcomeOf(credentials), ['upstream_error', true]);
    });
  }
  test('a function that never ends: upstream_timeout, in time', async () => {
    assert.deepEqual(await outcomeOf(() => new Promise(() => undefined), 100), ['upstream_timeout', true]);
  });
});

test('an address with a name beyond ASCII is unknown, and costs no call; a domain is sent in ASCII', async () => {
  const service = await startService(replyJson(sesAnswer('HIGH')));
  const { edge, lines } = setUp('', { upstream: ses(service.url) });
  assert.deepEqual((await checkOnce(edge, 'añá@example.com')).sub_status, ['upstream_error']);
  assert.equal(service.requests.length, 0);
  assert.ok(!JSON.stringify(lines).includes('example.com'));
  assert.equal((await checkOnce(edge, 'ada@bücher.example')).status, 'valid');
  assert.deepEqual(JSON.parse(service.requests[0]!.body), { EmailAddress: 'ada@xn--bcher-kva.example' });
});

test('without an endpoint, that of the region is called, once a second', async () => {
  const urls: string[] = [];
  const upstream = sesUpstream({
    region: 'us-gov-west-1',
    credentials: CREDENTIALS,
    fetch: (url) => {
      urls.push(url);
      return Promise.resolve(Response.json(sesAnswer('HIGH')));
    },
  });
  assert.ok((await upstream.ask(ADDRESS, 1000)).ok);
  assert.deepEqual(urls, ['https://email.us-gov-west-1.amazonaws.com/v2/email/email-address-insights/']);
  assert.equal(upstream.ratePerSecond, 1);
});

describe('options that are wrong', () => {
  const right: SesUpstreamOptions = { region: REGION, credentials: CREDENTIALS };
  const rows: Record<string, [option: string, over: Record<string, unknown>][]> = {
    region: [
      ['region', { region: undefined }],
      ['region', { region: '' }],
      ['region', { region: 'evil.example/#eu-central-1' }],
      ['region', { region: 'EU-CENTRAL-1' }],
      ['region', { region: 'eu-central-1.evil' }],
      ['endpoint', { region: 'cn-north-1' }],
      ['endpoint', { region: 'eusc-de-east-1' }],
      ['endpoint', { region: 'us-iso-east-1' }],
    ],
    endpoint: [
      ['endpoint', { endpoint: '' }],
      ['endpoint', { endpoint: 'email.eu-central-1.amazonaws.com' }],
      ['endpoint', { endpoint: 'http://email.eu-central-1.amazonaws.com' }],
      ['endpoint', { endpoint: 'http://127.0.0.1.evil.example' }],
      ['endpoint', { endpoint: 'https://user:secret-word@vpce.example' }],
      ['endpoint', { endpoint: 'https://vpce.example/?x' }],
      ['endpoint', { endpoint: 'ftp://vpce.example' }],
      ['endpoint', { endpoint: 5 }],
    ],
    credentials: [
      ['credentials', { credentials: undefined }],
      ['credentials', { credentials: null }],
      ['credentials', { credentials: { accessKeyId } }],
      ['credentials', { credentials: { accessKeyId: '', secretAccessKey } }],
      ['credentials', { credentials: { accessKeyId, secretAccessKey: ` ${secretAccessKey}` } }],
      ['credentials', { credentials: { accessKeyId, secretAccessKey, sessionToken: '' } }],
    ],
  };
  for (const [group, cases] of Object.entries(rows)) {
    test(`a wrong ${group} is named, without its value`, () => {
      for (const [option, over] of cases) {
        assert.throws(
          () => sesUpstream({ ...right, ...over }),
          (error) =>
            error instanceof TypeError &&
            error.message.startsWith(`sesUpstream: ${option}: it takes `) &&
            ![secretAccessKey, accessKeyId, 'secret-word', 'evil'].some((value) => error.message.includes(value)),
          JSON.stringify(over),
        );
      }
    });
  }

  test('endpoints of a VPC, with FIPS, of other partitions, and of this machine are taken', () => {
    for (const endpoint of [
      'https://vpce-0a1b2c3d-4e5f6a7b.email.eu-central-1.vpce.amazonaws.com',
      'https://email-fips.us-east-1.amazonaws.com/',
      'https://email.cn-north-1.amazonaws.com.cn',
      'http://localhost:4566',
      'http://[::1]:4566',
    ])
      assert.doesNotThrow(() => sesUpstream({ ...right, region: 'cn-north-1', endpoint }));
  });

  test('createEdge names a wrong limit', () => {
    for (const over of [{ timeoutMs: 0 }, { ratePerSecond: NaN }, { breaker: { failures: 0 } }])
      assert.throws(() => setUp('', { upstream: sesUpstream({ ...right, ...over }) }), /createEdge: upstream\./);
  });
});
