import assert from 'node:assert/strict';
import { test } from 'vitest';
import { reacherUpstream } from '../../../../src/edge/upstream/adapters/index.js';
import { checkOnce, setUp } from '../../support.js';
import { reacher, REACHER_KEY, reacherAnswer, replyJson, startService, type Got } from './support.js';

const ADDRESS = 'ada@example.com';

/** Answers about the address that was asked about. */
const answering = (over: Record<string, unknown> = {}) =>
  startService((response, got) => {
    const { to_email: address } = JSON.parse(got.body) as { to_email: string };
    replyJson(reacherAnswer(address, over))(response, got);
  });

for (const [client, over] of Object.entries({
  'node:http': {},
  fetch: { fetch: (url: string, init: RequestInit) => fetch(url, init) },
})) {
  test(`by ${client}, Reacher gets the address and the key, and its verdict is the edge's`, async () => {
    const service = await answering({ is_reachable: 'risky', 'smtp.is_catch_all': true });
    const { edge } = setUp('', { upstream: reacher(service.url, over) });
    const { receipt, ...verdict } = await checkOnce(edge, ADDRESS);
    assert.ok(receipt);
    assert.deepEqual(verdict, {
      email: ADDRESS,
      status: 'risky',
      quality: 'caution',
      sub_status: ['catch_all'],
      did_you_mean: null,
    });
    const [{ method, url, headers, body }] = service.requests as [Got];
    assert.deepEqual([method, url], ['POST', '/v1/check_email']);
    assert.deepEqual(
      [headers['content-type'], headers.authorization, headers['x-reacher-secret']],
      ['application/json', REACHER_KEY, REACHER_KEY],
    );
    assert.deepEqual(JSON.parse(body), { to_email: ADDRESS });
  });
}

test('a backend without a secret, of an old version, below a path', async () => {
  const service = await answering();
  const upstream = reacherUpstream({ baseUrl: `${service.url}/reacher/`, version: 'v0' });
  assert.ok((await upstream.ask(ADDRESS, 5000)).ok);
  const [{ url, headers }] = service.requests as [Got];
  assert.equal(url, '/reacher/v0/check_email');
  assert.equal(headers.authorization ?? headers['x-reacher-secret'], undefined);
});

test('an address with a name beyond ASCII is unknown, and not asked about; a domain is sent in ASCII', async () => {
  const service = await answering();
  const { edge } = setUp('', { upstream: reacher(service.url) });
  assert.deepEqual((await checkOnce(edge, 'añá@example.com')).sub_status, ['upstream_error']);
  assert.equal(service.requests.length, 0);
  assert.equal((await checkOnce(edge, 'ada@bücher.example')).status, 'valid');
  assert.deepEqual(JSON.parse(service.requests[0]!.body), { to_email: 'ada@xn--bcher-kva.example' });
});

test('an answer about another address is not used', async () => {
  const service = await startService(replyJson(reacherAnswer('eve@example.com')));
  const outcome = await reacher(service.url).ask(ADDRESS, 5000);
  assert.ok(!outcome.ok);
  assert.deepEqual(outcome.reason, { code: 'upstream_error', reason: 'the answer is about another address' });
});

const NO_MX = { is_reachable: 'invalid', 'mx.accepts_mail': false, 'mx.records': [] };
const suggestionFor = async (over: Record<string, unknown>) => {
  const service = await answering(over);
  const { did_you_mean, sub_status } = await checkOnce(
    setUp('', { upstream: reacher(service.url) }).edge,
    'ada@gmali.example',
  );
  return [did_you_mean, sub_status.includes('possible_typo')];
};

test('a suggestion is passed on when the domain takes no mail or there is no such mailbox', async () => {
  const meant = { 'syntax.suggestion': 'ada@gmail.com' };
  assert.deepEqual(await suggestionFor({ ...NO_MX, ...meant }), ['ada@gmail.com', true]);
  const noMailbox = { is_reachable: 'invalid', 'smtp.is_deliverable': false };
  assert.deepEqual(await suggestionFor({ ...noMailbox, ...meant }), ['ada@gmail.com', true]);
});

test('a suggestion is left out when the domain takes mail, and when it is no other address', async () => {
  const meant = { 'syntax.suggestion': 'ada@gmail.com' };
  assert.deepEqual(await suggestionFor(meant), [null, false]);
  const failed = { is_reachable: 'unknown', smtp: { error: { type: 'Timeout', message: { secs: 4, nanos: 0 } } } };
  assert.deepEqual(await suggestionFor({ ...failed, ...meant }), [null, false]);
  for (const suggestion of ['ada@gmali.example', 'ADA <b>', '', 5, {}])
    assert.deepEqual(await suggestionFor({ ...NO_MX, 'syntax.suggestion': suggestion }), [null, false]);
});

const mxRecordOf = async (over: Record<string, unknown>) => {
  const service = await answering(over);
  const outcome = await reacher(service.url).ask(ADDRESS, 5000);
  return outcome.ok ? outcome.value.mx_record : null;
};

test('the mail exchanger is the one that Reacher asked, or the only one', async () => {
  assert.equal(await mxRecordOf({}), 'mx.example.com');
  assert.equal(await mxRecordOf({ debug: null, 'mx.records': ['only.example.com.'] }), 'only.example.com');
  // The records are in no order, so that the best one is not known.
  assert.equal(await mxRecordOf({ debug: null }), '');
  assert.equal(await mxRecordOf({ 'debug.smtp.verif_method.host': 'elsewhere.example.' }), '');
  assert.equal(await mxRecordOf({ 'mx.records': ['<script>'] }), '');
});

test('wrong options are named, without their values', () => {
  const right = { baseUrl: 'https://api.reacher.email' };
  const rows: [option: string, over: Record<string, unknown>][] = [
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: 'reacher:8080' }],
    ['baseUrl', { baseUrl: 'https://u:secret-word@reacher.example' }],
    ['baseUrl', { baseUrl: 'https://reacher.example/?secret-word' }],
    ['apiKey', { apiKey: '' }],
    ['apiKey', { apiKey: 'secret-word\r\nx: y' }],
    ['apiKey', { apiKey: 'secret-wörd' }],
    ['apiKey', { apiKey: null }],
    ['version', { version: 'v2' }],
  ];
  for (const [option, over] of rows) {
    assert.throws(
      () => reacherUpstream({ ...right, ...over }),
      (error) =>
        error instanceof TypeError &&
        error.message.startsWith(`reacherUpstream: ${option}: it takes `) &&
        !error.message.includes('secret-w'),
      JSON.stringify(over),
    );
  }
});
