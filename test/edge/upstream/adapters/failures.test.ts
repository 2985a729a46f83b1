/**
 * Whatever goes wrong at a service behind an adapter, the verdict is unknown, with a code, in time, and no address or
 * key is logged.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { AdaptedUpstream, UpstreamCalls } from '../../../../src/edge/upstream/types.js';
import { answerJson, checkOnce, setUp } from '../../support.js';
import {
  CREDENTIALS,
  reacher,
  REACHER_KEY,
  reacherAnswer,
  replyJson,
  ses,
  sesAnswer,
  startService,
  type Reply,
} from './support.js';

const ADDRESS = 'ada.lovelace@example.com';
const SECRETS = [...Object.values(CREDENTIALS), REACHER_KEY, 'lovelace'];

const elsewhere = await startService(replyJson(sesAnswer('HIGH')));

interface Row {
  reply: Reply;
  code: string;
  reason: string | RegExp;
}

const raw =
  (text: string, status = 200): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
/** A failure that quotes all that it was asked. */
const quoting =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response, got) => {
    response.writeHead(status, headers).end(JSON.stringify({ message: got }));
  };
/** The call that is made again need not wait. */
const AT_ONCE = { 'retry-after': '0' };
const notAVerdict = { code: 'upstream_error', reason: 'the answer is not a verdict' };
const tooLarge = { code: 'upstream_error', reason: 'the answer is too large' };

const ROWS: Record<string, Row> = {
  'never answers': { reply: () => undefined, code: 'upstream_timeout', reason: 'no answer in time' },
  'answers headers and then nothing': {
    reply: (response) => void response.writeHead(200).write('{'),
    code: 'upstream_timeout',
    reason: 'no answer in time',
  },
  'is out of credits': { reply: quoting(402), code: 'out_of_credits', reason: 'status 402' },
  'is asked too often': { reply: quoting(429, AT_ONCE), code: 'rate_limited', reason: 'status 429' },
  'refuses what it was asked': { reply: quoting(400), code: 'upstream_error', reason: 'status 400' },
  'does not know the key': { reply: quoting(401), code: 'upstream_error', reason: 'status 401' },
  'forbids the call': { reply: quoting(403), code: 'upstream_error', reason: 'status 403' },
  'is not there': { reply: quoting(404), code: 'upstream_error', reason: 'status 404' },
  'fails, with a verdict in the body': {
    reply: replyJson(sesAnswer('HIGH'), 500),
    code: 'upstream_error',
    reason: 'status 500',
  },
  'is behind a gateway that waits no longer': { reply: quoting(504), code: 'upstream_error', reason: 'status 504' },
  'answers HTML': { reply: raw('<html>'), ...notAVerdict },
  'answers nothing': { reply: raw(''), ...notAVerdict },
  'answers no content': { reply: (response) => void response.writeHead(204).end(), ...notAVerdict },
  'answers null': { reply: raw('null'), ...notAVerdict },
  'answers an array': { reply: raw('[]'), ...notAVerdict },
  'answers an error in a 200': { reply: raw(`{"error":"${CREDENTIALS.secretAccessKey}"}`), ...notAVerdict },
  'answers other words': {
    reply: replyJson({
      input: ADDRESS,
      is_reachable: 'maybe',
      MailboxValidation: { IsValid: { ConfidenceVerdict: 'high' } },
    }),
    ...notAVerdict,
  },
  'answers the names of built-in members': {
    reply: raw(
      `{"input":"${ADDRESS}","is_reachable":"constructor","MailboxValidation":{"IsValid":{"ConfidenceVerdict":"toString"}},"__proto__":{"is_reachable":"safe"}}`,
    ),
    ...notAVerdict,
  },
  'answers more than anyone would': { reply: raw(JSON.stringify({ padding: 'x'.repeat(70_000) })), ...tooLarge },
  'answers without end': {
    reply: (response) => {
      const flood = (): void => {
        while (response.writable && response.write('x'.repeat(4096)));
        if (response.writable) response.once('drain', flood);
      };
      flood();
    },
    ...tooLarge,
  },
  'answers bytes that are no text': {
    reply: (response) => void response.end(Buffer.from([0x22, 0xff, 0x22])),
    code: 'upstream_error',
    reason: /^(the connection failed|ERR_\w+)$/,
  },
  'closes the connection unanswered': {
    reply: (response) => response.destroy(),
    code: 'upstream_error',
    reason: 'ECONNRESET',
  },
  redirects: {
    reply: (response, { url }) => {
      response.writeHead(307, { location: `${elsewhere.url}${url}` }).end();
    },
    code: 'upstream_error',
    reason: 'status 307',
  },
};

/** Rows of SES alone: the name of an error, as its header or its body gives it. */
const SES_ROWS: Record<string, Row> = {
  'is asked too often (TooManyRequestsException)': {
    reply: quoting(429, {
      ...AT_ONCE,
      'x-amzn-errortype': 'TooManyRequestsException:http://internal.amazon.com/coral/x/',
    }),
    code: 'rate_limited',
    reason: 'status 429, TooManyRequestsException',
  },
  'throttles with a 400': {
    reply: quoting(400, { ...AT_ONCE, 'x-amzn-errortype': 'ThrottlingException' }),
    code: 'rate_limited',
    reason: 'status 400, ThrottlingException',
  },
  'has a limit exceeded, told in the body': {
    reply: replyJson({ __type: 'com.amazonaws.sesv2#LimitExceededException', message: ADDRESS }, 400, AT_ONCE),
    code: 'rate_limited',
    reason: 'status 400, LimitExceededException',
  },
  'has a limit exceeded, told as the code': {
    reply: replyJson({ code: 'LimitExceededException' }, 400, AT_ONCE),
    code: 'rate_limited',
    reason: 'status 400, LimitExceededException',
  },
  'refuses the address': {
    reply: replyJson({ message: `${ADDRESS} is wrong` }, 400, { 'x-amzn-errortype': 'BadRequestException' }),
    code: 'upstream_error',
    reason: 'status 400, BadRequestException',
  },
  'knows no such key': {
    reply: quoting(403, { 'x-amzn-errortype': 'UnrecognizedClientException' }),
    code: 'upstream_error',
    reason: 'status 403, UnrecognizedClientException',
  },
  'names an error that is none': {
    reply: quoting(403, { 'x-amzn-errortype': `key ${CREDENTIALS.accessKeyId} of ${ADDRESS}` }),
    code: 'upstream_error',
    reason: 'status 403',
  },
  'refuses with a body without end': { reply: raw('x'.repeat(70_000), 400), ...tooLarge },
};

const SERVICES: Record<
  string,
  [make: (url: string, over: UpstreamCalls) => AdaptedUpstream, rows: Record<string, Row>]
> = {
  SES: [ses, { ...ROWS, ...SES_ROWS }],
  Reacher: [reacher, ROWS],
};

for (const [service, [make, rows]] of Object.entries(SERVICES)) {
  describe(service, () => {
    for (const [name, { reply, code, reason }] of Object.entries(rows)) {
      test(`that ${name}: unknown, ${code}`, async () => {
        const timeoutMs = code === 'upstream_timeout' ? 150 : 5000;
        const { edge, lines } = setUp('', { upstream: make((await startService(reply)).url, { timeoutMs }) });
        const { status, quality, sub_status, did_you_mean } = await checkOnce(edge, ADDRESS);
        assert.deepEqual([status, quality, sub_status, did_you_mean], ['unknown', 'unknown', [code], null]);
        const line = lines.find((one) => one.event === 'upstream');
        assert.equal(line?.code, code);
        if (typeof reason === 'string') assert.equal(line.reason, reason);
        else assert.match(line.reason, reason);
        for (const secret of SECRETS) assert.ok(!JSON.stringify(lines).includes(secret), secret);
      });
    }

    test('that is asked too often is left alone for the time of its Retry-After, and asked once more', async () => {
      const answers = [
        quoting(429, { 'retry-after': '1' }),
        replyJson({ ...(reacherAnswer(ADDRESS) as object), ...(sesAnswer('HIGH') as object) }),
      ];
      const at: number[] = [];
      const { url } = await startService((response, got) => {
        at.push(performance.now());
        answers.shift()?.(response, got);
      });
      const { edge } = setUp('', { upstream: make(url, { timeoutMs: 20_000 }) });
      assert.equal((await checkOnce(edge, ADDRESS)).status, 'valid');
      assert.ok(at[1]! - at[0]! >= 990);
    });

    test('that fails opens the circuit breaker; a wrong key, or an address it refuses, does not', async () => {
      const answers = [...Array<number>(4).fill(403), ...Array<number>(4).fill(400)];
      const { url, requests } = await startService((response) => {
        answerJson(response, {}, answers.shift() ?? 503);
      });
      const breaker = { failures: 3, pauseMs: 60_000 };
      const { edge } = setUp('', { upstream: make(url, { breaker }) });
      let clients = 0;
      const ask = async (count: number): Promise<number> => {
        for (let i = 0; i < count; i++) {
          clients += 1;
          await checkOnce(edge, `ada${clients}@example.com`, { client: `192.0.2.${clients}` });
        }
        return requests.length;
      };
      assert.equal(await ask(8), 8);
      const asked = await ask(12);
      assert.ok(asked < 20);
      assert.equal(await ask(3), asked);
    });
  });
}

test('what was asked is not carried to where a service redirects', () => {
  assert.deepEqual(elsewhere.requests, []);
});
