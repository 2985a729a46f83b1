import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, test, vi } from 'vitest';
import type { CheckResult } from '../../../src/element/edge-client/check-result.js';
import { createEdgeClient, edgeClientFor, type EdgeClient } from '../../../src/element/edge-client/edge-client.js';
import { eventually } from '../../support/eventually.js';

interface Request {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Handler = (request: Request, response: ServerResponse) => void;

const requests: Request[] = [];
const server = createServer((incoming, response) => {
  let body = '';
  incoming.on('data', (piece: Buffer) => (body += piece.toString()));
  incoming.on('end', () => {
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body };
    requests.push(request);
    (path.endsWith('/token') ? onToken : onValidate)(request, response);
  });
});

const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

let tokens = 0;
const giveToken: Handler = (_request, response) => {
  json(response, { token: `token ${++tokens}`, expires_in: 600 });
};
const giveVerdict: Handler = ({ body }, response) => {
  const { email } = JSON.parse(body) as { email: string };
  const status = email.startsWith('unknown') ? 'unknown' : 'valid';
  json(response, {
    email,
    status,
    quality: 'safe',
    sub_status: [],
    did_you_mean: null,
    receipt: `receipt for ${email}`,
  });
};
let onToken = giveToken;
let onValidate = giveVerdict;

let endpoint: string;
let client: EdgeClient;

/** Time limit of the tests' checks. */
const LIMIT_MS = 5000;
const never = (): AbortSignal => new AbortController().signal;
const asked = (): string[] => requests.map(({ path }) => path);
const check = (email: string, signal = never(), limitMs = LIMIT_MS): Promise<CheckResult> =>
  client.check(email, signal, limitMs);
/** Waits until the server was asked `count` times. */
const arrived = (count: number): Promise<unknown> => eventually(() => requests.length >= count);

describe('the client of an edge', () => {
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify/`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    requests.length = tokens = 0;
    onToken = giveToken;
    onValidate = giveVerdict;
    client = createEdgeClient(endpoint);
  });

  test('fetches the token ahead, once, and then asks one request per check', async () => {
    client.prefetchToken();
    client.prefetchToken();
    await arrived(1);
    client.prefetchToken();
    assert.deepEqual(asked(), ['/verify/token']);
    const answer = await check('anna@harbour.com');
    assert.equal(answer.ok && answer.verdict.status, 'valid');
    assert.equal(answer.ok && answer.receipt, 'receipt for anna@harbour.com');
    await check('berta@harbour.com');
    assert.deepEqual(asked(), ['/verify/token', '/verify/validate', '/verify/validate']);
  });

  test('shares a token that is on its way', async () => {
    client.prefetchToken();
    await check('anna@harbour.com');
    assert.deepEqual(asked(), ['/verify/token', '/verify/validate']);
  });

  test('sends simple requests: text/plain, no headers of its own, no cookies; a browser asks no preflight for them', async () => {
    await check('anna@harbour.com');
    for (const { method, headers } of requests) {
      assert.equal(method, 'POST');
      assert.match(headers['content-type'] ?? 'text/plain', /^text\/plain/);
      // Headers that fetch itself sends.
      const usual =
        /^(host|connection|content-type|content-length|accept|accept-language|accept-encoding|sec-fetch-mode|user-agent)$/;
      assert.deepEqual(
        Object.keys(headers).filter((name) => !usual.test(name)),
        [],
      );
    }
    assert.deepEqual(JSON.parse(requests[1]!.body), { token: 'token 1', email: 'anna@harbour.com' });
  });

  test('takes an endpoint with or without its slash, absolute or relative to the page', async () => {
    const { origin } = new URL(endpoint);
    for (const [n, given] of [`${origin}/verify`, endpoint, '/verify', 'verify/', '?a=b#c'].entries()) {
      const page = given.startsWith('?') ? endpoint : `${origin}/page.html`;
      await edgeClientFor(given, page).check(`n${n}@harbour.com`, never(), LIMIT_MS);
    }
    // One token for all: it is one edge.
    assert.deepEqual(asked(), ['/verify/token', ...Array.from({ length: 5 }, () => '/verify/validate')]);
  });

  test('takes no endpoint that is no HTTP address', () => {
    for (const given of ['http://', 'localhost:8080/verify/', 'mailto:anna@harbour.com', 'https://[::1/']) {
      assert.throws(() => edgeClientFor(given, 'http://page.example/'), TypeError, given);
    }
  });

  test('renews a token that the edge does not take any more, once, and asks again', async () => {
    for (const [status, code] of [
      [401, 'token_expired'],
      [401, 'bad_token'],
      [429, 'token_spent'],
    ] as const) {
      requests.length = 0;
      let refused = false;
      onValidate = (request, response) => {
        if (refused) giveVerdict(request, response);
        else json(response, { code }, status);
        refused = true;
      };
      const answer = await check(`${code}@harbour.com`);
      assert.equal(answer.ok, true, code);
      assert.equal(requests.filter(({ path }) => path === '/verify/validate').length, 2);
    }
    onValidate = (_request, response) => {
      json(response, { code: 'bad_token', detail: 'Never.' }, 401);
    };
    requests.length = 0;
    const answer = await check('never@harbour.com');
    assert.deepEqual(answer, { ok: false, failure: 'refused', detail: 'Never.' });
    assert.equal(requests.length, 3, 'asked, renewed, asked: no more');
  });

  test('renews a token before it expires, whatever the clock of the page shows', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(1999, 0) });
    await check('anna@harbour.com');
    vi.advanceTimersByTime(569_000);
    await check('berta@harbour.com');
    assert.equal(tokens, 1);
    vi.advanceTimersByTime(2_000);
    await check('carla@harbour.com');
    assert.equal(tokens, 2);
  });

  test('tries once more when the connection is lost, and then says so', async () => {
    let losses = 1;
    onValidate = (request, response) => {
      if (losses-- > 0) response.destroy();
      else giveVerdict(request, response);
    };
    const answer = await check('anna@harbour.com');
    assert.equal(answer.ok, true);
    losses = 2;
    const lost = await check('berta@harbour.com');
    assert.equal(!lost.ok && lost.failure, 'network');
  });

  test('does not try again what was answered, or cut off by its time', async () => {
    onValidate = (_request, response) => {
      json(response, { detail: 'Out of order.' }, 500);
    };
    await check('anna@harbour.com');
    assert.deepEqual(asked(), ['/verify/token', '/verify/validate']);
    // The answer breaks off in the middle, once its beginning has come.
    let breakOff = (): unknown => assert.fail();
    onValidate = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"email":');
      breakOff = () => response.destroy();
    };
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...of) => {
      const response = await fetch(...of);
      breakOff();
      return response;
    });
    requests.length = 0;
    const broken = await check('anna@harbour.com');
    assert.equal(!broken.ok && broken.failure, 'network');
    assert.deepEqual(asked(), ['/verify/validate']);
    // Its time is over when the request has arrived.
    const cut = new AbortController();
    onValidate = () => {
      cut.abort();
    };
    requests.length = 0;
    assert.equal((await check('anna@harbour.com', cut.signal)).ok, false);
    assert.deepEqual(asked(), ['/verify/validate']);
  });

  test('takes the answer for its address in another spelling, and none that is for another address', async () => {
    let email = '';
    onValidate = (_request, response) => {
      json(response, { email, status: 'invalid', receipt: 'r' });
    };
    for (email of [' anna@HARBOUR.com', 'Anna@harbour.com', 'anna@harbour.com']) {
      assert.equal((await createEdgeClient(endpoint).check('anna@harbour.com', never(), LIMIT_MS)).ok, true, email);
    }
    for (email of ['berta@harbour.com', 'anna@harbour.org', 'anna', '']) {
      const answer = await check('anna@harbour.com');
      assert.equal(!answer.ok && answer.failure, 'refused', email);
    }
  });

  test('leaves an edge alone for as long as that asks, and then asks once more, if there is the time', async () => {
    let refusals = 1;
    const busy: Handler = (_request, response) => {
      response.setHeader('retry-after', '1');
      json(response, { code: 'rate_limited', detail: 'Too many checks.' }, 429);
    };
    for (const path of ['/verify/validate', '/verify/token']) {
      client = createEdgeClient(endpoint);
      [refusals, requests.length] = [1, 0];
      onToken = (...args) => {
        (path.endsWith('token') && refusals-- > 0 ? busy : giveToken)(...args);
      };
      onValidate = (...args) => {
        (path.endsWith('validate') && refusals-- > 0 ? busy : giveVerdict)(...args);
      };
      const started = performance.now();
      assert.equal((await check('anna@harbour.com')).ok, true);
      assert.ok(performance.now() - started > 950);
      assert.equal(asked().filter((one) => one === path).length, 2);
    }

    refusals = 9;
    onToken = giveToken;
    onValidate = busy;
    requests.length = 0;
    const refused: CheckResult = { ok: false, failure: 'refused', detail: 'Too many checks.' };
    assert.deepEqual(await check('berta@harbour.com', never(), 500), refused);
    assert.equal(requests.length, 1, 'there was not the time');
    assert.deepEqual(await check('carla@harbour.com', never(), 500), refused);
    client.prefetchToken();
    // Requests of the others would have come before one that is sent later.
    await (await fetch(`${endpoint}later`, { method: 'POST' })).text();
    assert.deepEqual(asked(), ['/verify/validate', '/verify/later'], 'it is left alone by other checks too');
    assert.deepEqual(await check('berta@harbour.com'), refused);
    assert.equal(requests.length, 4, 'asked, waited, asked: no more');
  });

  test('does not wait for ever for a token that does not come', async () => {
    let cut = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms: number) => {
      assert.equal(ms, 5000);
      cut = new AbortController();
      return cut.signal;
    });
    try {
      onToken = () => {
        cut.abort();
      };
      client.prefetchToken();
      const stuck = await check('anna@harbour.com');
      assert.equal(!stuck.ok && stuck.failure, 'network');
      onToken = giveToken;
      assert.equal((await check('anna@harbour.com')).ok, true);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test('tells of a refusal in the words of the edge, and of an answer that is none', async () => {
    onToken = (_request, response) => {
      json(response, { code: 'origin_not_allowed', detail: 'This origin is not allowed.' }, 403);
    };
    assert.deepEqual(await check('anna@harbour.com'), {
      ok: false,
      failure: 'refused',
      detail: 'This origin is not allowed.',
    });
    onToken = giveToken;
    onValidate = (_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    };
    const gateway = await check('anna@harbour.com');
    assert.deepEqual(gateway, { ok: false, failure: 'refused', detail: 'The edge answered 502.' });
    onValidate = (_request, response) => {
      json(response, ['no verdict']);
    };
    assert.equal((await check('anna@harbour.com')).ok, false);
    onValidate = (_request, response) => {
      response.end('<h1>A captive portal</h1>');
    };
    assert.equal((await check('anna@harbour.com')).ok, false);
  });

  test('remembers what was found for a value, for a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    await check('anna@harbour.com');
    vi.advanceTimersByTime(59_000);
    const again = await check('anna@harbour.com');
    assert.equal(again.ok && again.receipt, 'receipt for anna@harbour.com');
    assert.equal(requests.length, 2);
    vi.advanceTimersByTime(2_000);
    await check('anna@harbour.com');
    assert.equal(requests.length, 3);
  });

  test('does not remember what could not be found out, nor more than fifty values', async () => {
    await check('unknown@harbour.com');
    await check('unknown@harbour.com');
    assert.equal(asked().filter((path) => path === '/verify/validate').length, 2);
    for (let n = 0; n <= 50; n++) await check(`n${n}@harbour.com`);
    requests.length = 0;
    await check('n50@harbour.com');
    assert.deepEqual(asked(), []);
    await check('n0@harbour.com');
    assert.deepEqual(asked(), ['/verify/validate']);
  });

  test('gives a check up when it is told to, without another try', async () => {
    onValidate = () => undefined;
    client.prefetchToken();
    await arrived(1);
    const asking = new AbortController();
    const checking = check('anna@harbour.com', asking.signal);
    await arrived(2);
    asking.abort();
    const answer = await checking;
    assert.equal(answer.ok, false);
    assert.deepEqual(asked(), ['/verify/token', '/verify/validate']);
  });
});
