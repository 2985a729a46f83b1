import assert from 'node:assert/strict';
import { decodeJwt } from 'jose';
import { test } from 'vitest';
import {
  answerJson,
  assertProblem,
  checkOnce,
  fetchToken,
  post,
  result,
  setUp,
  startUpstream,
  validate,
} from './support.js';
import { eventually } from '../support/eventually.js';

test('answers exactly the six fields a browser may see', async () => {
  const { edge } = setUp((await startUpstream()).baseUrl);
  const verdict = await checkOnce(edge, 'ada@example.com');
  assert.deepEqual(Object.keys(verdict), ['email', 'status', 'quality', 'sub_status', 'did_you_mean', 'receipt']);
  const { receipt, ...rest } = verdict;
  assert.deepEqual(rest, {
    email: 'ada@example.com',
    status: 'valid',
    quality: 'safe',
    sub_status: [],
    did_you_mean: null,
  });
  assert.equal(receipt.split('.').length, 3);
});

/** The `mailbox` of the receipt for an address whose domain has this mail exchanger. */
const mailboxOf = async (email: string, host: string): Promise<unknown> => {
  const upstream = await startUpstream((_, response) => {
    answerJson(response, { ...result(email), mx_record: host });
  });
  const { edge } = setUp(upstream.baseUrl);
  const [first, second] = [await checkOnce(edge, email), await checkOnce(edge, email)].map(
    ({ receipt }) => decodeJwt(receipt)['mailbox'],
  );
  assert.equal(first, second, 'a remembered verdict has the same');
  return first;
};

test('signs which mailbox is behind the address: the same for all spellings of one person’s', async () => {
  const gmail = 'gmail-smtp-in.l.google.com';
  const anna = await mailboxOf('anna@gmail.com', gmail);
  assert.equal(await mailboxOf('an.na+news@googlemail.com', gmail), anna);
  assert.notEqual(await mailboxOf('berta@gmail.com', gmail), anna);
  const firm = await mailboxOf('anna@firm.org', 'aspmx.l.google.com');
  assert.equal(await mailboxOf('anna+news@firm.org', 'aspmx.l.google.com'), firm);
  assert.notEqual(await mailboxOf('anna+news@firm.org', 'mx.firm.org'), firm);
  assert.equal(await mailboxOf('anna@firm.org', 'no host name'), firm);
});

test('takes the body as text/plain, as JSON, and with no media type named', async () => {
  const { edge } = setUp((await startUpstream()).baseUrl);
  const token = await fetchToken(edge);
  const body = new TextEncoder().encode(JSON.stringify({ token, email: 'ada@example.com' }));
  for (const type of ['text/plain;charset=UTF-8', 'Application/JSON', null]) {
    const headers = new Headers({ origin: 'https://shop.example' });
    if (type) headers.set('content-type', type);
    const request = new Request('https://edge.example/validate', { method: 'POST', headers, body });
    assert.equal((await edge(request, { clientAddress: '192.0.2.7' })).status, 200, String(type));
  }
});

test('encodes the plus of a subaddress, so that the upstream sees the address that was typed', async () => {
  const upstream = await startUpstream();
  const timeoutMs = 20_000;
  const { edge } = setUp(upstream.baseUrl, { timeoutMs });
  const { email, status } = await checkOnce(edge, 'ada+news&x=1@example.com');
  assert.deepEqual([email, status], ['ada+news&x=1@example.com', 'valid']);
  const key = encodeURIComponent('k_very+secret/key&1');
  assert.equal(upstream.urls.length, 1);
  const [, sent] = /^(.*)&timeout_ms=(\d+)$/.exec(upstream.urls[0] ?? '')?.slice(1) ?? [];
  assert.ok(upstream.urls[0]?.startsWith(`/api/validate?apikey=${key}&email=ada%2Bnews%26x%3D1%40example.com&`));
  assert.ok(
    Number(sent) > timeoutMs / 4 && Number(sent) <= timeoutMs - 250,
    'the service has to answer before the edge gives up',
  );
});

test('echoes the address that was asked, whatever the upstream echoes', async () => {
  const upstream = await startUpstream((_, response) => {
    answerJson(response, result('somebody@else.example'));
  });
  const { edge } = setUp(upstream.baseUrl);
  assert.equal((await checkOnce(edge, ' Ada@EXAMPLE.com ')).email, ' Ada@EXAMPLE.com ');
});

test('hands on a suggestion that is an address, and nothing else as one', async () => {
  const suggestions: Record<string, string> = {
    'good@gmial.com': 'good@gmail.com',
    'script@gmial.com': '<script>alert(1)</script>',
    'words@gmial.com': 'call 555-1234 at once',
  };
  const upstream = await startUpstream((email, response) => {
    answerJson(response, result(email, { status: 'risky', did_you_mean: suggestions[email] ?? null }));
  });
  const { edge } = setUp(upstream.baseUrl);
  assert.equal((await checkOnce(edge, 'good@gmial.com')).did_you_mean, 'good@gmail.com');
  assert.equal((await checkOnce(edge, 'script@gmial.com')).did_you_mean, null);
  assert.equal((await checkOnce(edge, 'words@gmial.com')).did_you_mean, null);
});

test('keeps codes it does not know, and reads a status it does not know as unknown', async () => {
  const upstream = await startUpstream((email, response) => {
    answerJson(response, { ...result(email), status: 'splendid', sub_status: ['new_code', 7, 'catch_all'] });
  });
  const { edge } = setUp(upstream.baseUrl);
  const { status, sub_status } = await checkOnce(edge, 'ada@example.com');
  assert.deepEqual([status, sub_status], ['unknown', ['new_code', 'catch_all']]);
});

test('keeps a receipt small, however much an upstream has to say', async () => {
  const codes = [...Array.from({ length: 1000 }, (_, i) => `code_${i}`), 'x'.repeat(65)];
  const upstream = await startUpstream((email, response) => {
    answerJson(response, result(email, { sub_status: email.startsWith('many') ? codes : codes.slice(-2) }));
  });
  const { edge } = setUp(upstream.baseUrl);
  assert.deepEqual((await checkOnce(edge, 'many@example.com')).sub_status, codes.slice(0, 16));
  assert.deepEqual((await checkOnce(edge, 'long@example.com')).sub_status, ['code_999']);
});

test('text that is no address is invalid without a call', async () => {
  const upstream = await startUpstream();
  const { edge } = setUp(upstream.baseUrl);
  for (const text of ['ada', 'ada@', '@example.com', 'a b@example.com', '\ud800@example.com', '\ufffd@example.com']) {
    const { status, quality, sub_status } = await checkOnce(edge, text);
    assert.deepEqual([status, quality, sub_status], ['invalid', 'unsafe', ['syntax_error']], text);
  }
  assert.deepEqual(upstream.urls, []);
});

test('identical checks at once are one call, however they are spelt', async () => {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const upstream = await startUpstream((email, response) => {
    const answer = (): void => {
      answerJson(response, result(email));
    };
    if (isOpen) answer();
    else waiting.push(answer);
  });
  const { edge } = setUp(upstream.baseUrl, { quotas: { checksPerToken: 201, checksPerClientPerMinute: 201 } });
  const token = await fetchToken(edge);
  const spelt = (i: number): string => (i % 2 ? 'ada@example.com' : 'ada@EXAMPLE.com');
  const asking = Array.from({ length: 200 }, (_, i) => validate(edge, token, spelt(i)));
  // Once a check that began after them is at the upstream, they all were on their way too.
  asking.push(validate(edge, token, 'bert@example.com'));
  await eventually(() => upstream.urls.some((url) => url.includes('bert')));
  isOpen = true;
  for (const answer of waiting) answer();
  const answers = await Promise.all(asking);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(upstream.urls.filter((url) => url.includes('ada')).length, 1);
});

test('a verdict is remembered: valid an hour, invalid and risky ten minutes, unknown half a minute', async () => {
  const rows = { valid: 3600, invalid: 600, risky: 600, unknown: 30 } as const;
  for (const [status, seconds] of Object.entries(rows)) {
    const upstream = await startUpstream((email, response) => {
      answerJson(response, result(email, { status: status as keyof typeof rows }));
    });
    const { edge, clock } = setUp(upstream.baseUrl);
    const first = await checkOnce(edge, 'ada@example.com');
    clock.now += seconds * 1000 - 1;
    const second = await checkOnce(edge, 'ada@example.com');
    assert.deepEqual([second.status, upstream.urls.length], [status, 1]);
    assert.notEqual(second.receipt, first.receipt);
    clock.now += 1;
    await checkOnce(edge, 'ada@example.com');
    assert.equal(upstream.urls.length, 2, status);
  }
});

test('a verifier in this process serves as the upstream', async () => {
  const asked: unknown[] = [];
  const { edge } = setUp('', {
    upstream: {
      verify: (email, options) => {
        asked.push([email, options?.signal instanceof AbortSignal, (options?.timeoutMs ?? 0) < 4500]);
        return Promise.resolve(result(email, { status: 'risky', quality: 'caution', sub_status: ['role_account'] }));
      },
      close: () => Promise.resolve(),
    },
  });
  const { status, sub_status } = await checkOnce(edge, 'info@example.com');
  assert.deepEqual([status, sub_status], ['risky', ['role_account']]);
  assert.deepEqual(asked, [['info@example.com', true, true]]);
});

test('serves under a base path, and only there', async () => {
  const { edge } = setUp((await startUpstream()).baseUrl, { basePath: '/verify' });
  assert.equal((await post(edge, '/verify/token', null)).status, 200);
  for (const path of ['/token', '/verifytoken', '/verify', '/verify/verify/token', '/x/verify/token']) {
    await assertProblem(await post(edge, path, null), 404, 'not_found');
  }
});
