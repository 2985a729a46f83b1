import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import { createClient, type Client } from '../../src/element/client.js';

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
let client: Client;

const never = (): AbortSignal => new AbortController().signal;
const asked = (): string[] => requests.map(({ path }) => path);
/** Lets the client's own turns run while the server answers. */
const soon = (ms = 30): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the client of an edge', () => {
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/verify/`;
  });

  after(() => {
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    requests.length = tokens = 0;
    onToken = giveToken;
    onValidate = giveVerdict;
    client = createClient(endpoint, 'http://page.example/');
  });

  test('fetches the token ahead, once, and then asks one request per check', async () => {
    client.prepare();
    client.prepare();
    await soon();
    client.prepare();
    assert.deepEqual(asked(), ['/verify/token']);
    const answer = await client.check('anna@harbour.com', never());
    assert.equal(answer.ok && answer.verdict.status, 'valid');
    assert.equal(answer.ok && answer.receipt, 'receipt for anna@harbour.com');
    await client.check('berta@harbour.com', never());
    assert.deepEqual(asked(), ['/verify/token', '/verify/validate', '/verify/validate']);
  });

  test('shares a token that is on its way', async () => {
    client.prepare();
    await client.check('anna@harbour.com', never());
    assert.deepEqual(asked(), ['/verify/token', '/verify/validate']);
  });

  test('sends simple requests: text/plain, no headers of its own, no cookies; a browser asks no preflight for them', async () => {
    await client.check('anna@harbour.com', never());
    for (const { method, headers } of requests) {
      assert.equal(method, 'POST');
      assert.match(headers['content-type'] ?? 'text/plain', /^text\/plain/);
      // What fetch itself sends.
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
    for (const given of [`${origin}/verify`, endpoint, '/verify', 'verify/']) {
      await createClient(given, `${origin}/page.html`).check('anna@harbour.com', never());
    }
    assert.deepEqual(new Set(asked()), new Set(['/verify/token', '/verify/validate']));
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
      const answer = await client.check(`${code}@harbour.com`, never());
      assert.equal(answer.ok, true, code);
      assert.equal(requests.filter(({ path }) => path === '/verify/validate').length, 2);
    }
    onValidate = (_request, response) => {
      json(response, { code: 'bad_token', detail: 'Never.' }, 401);
    };
    requests.length = 0;
    const answer = await client.check('never@harbour.com', never());
    assert.deepEqual(answer, { ok: false, failure: 'refused', detail: 'Never.' });
    assert.equal(requests.length, 3, 'asked, renewed, asked: no more');
  });

  test('renews a token before it expires, whatever the clock of the page shows', async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.UTC(1999, 0) });
    try {
      await client.check('anna@harbour.com', never());
      mock.timers.tick(569_000);
      await client.check('berta@harbour.com', never());
      assert.equal(tokens, 1);
      mock.timers.tick(2_000);
      await client.check('carla@harbour.com', never());
      assert.equal(tokens, 2);
    } finally {
      mock.timers.reset();
    }
  });

  test('tries once more when the connection is lost, and then says so', async () => {
    let losses = 1;
    onValidate = (request, response) => {
      if (losses-- > 0) response.destroy();
      else giveVerdict(request, response);
    };
    const answer = await client.check('anna@harbour.com', never());
    assert.equal(answer.ok, true);
    losses = 2;
    const lost = await client.check('berta@harbour.com', never());
    assert.equal(!lost.ok && lost.failure, 'network');
  });

  test('tells of a refusal in the words of the edge, and of an answer that is none', async () => {
    onToken = (_request, response) => {
      json(response, { code: 'origin_not_allowed', detail: 'This origin is not allowed.' }, 403);
    };
    assert.deepEqual(await client.check('anna@harbour.com', never()), {
      ok: false,
      failure: 'refused',
      detail: 'This origin is not allowed.',
    });
    onToken = giveToken;
    onValidate = (_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    };
    const gateway = await client.check('anna@harbour.com', never());
    assert.deepEqual(gateway, { ok: false, failure: 'refused', detail: 'The edge answered 502.' });
    onValidate = (_request, response) => {
      json(response, ['no verdict']);
    };
    assert.equal((await client.check('anna@harbour.com', never())).ok, false);
    onValidate = (_request, response) => {
      response.end('<h1>A captive portal</h1>');
    };
    assert.equal((await client.check('anna@harbour.com', never())).ok, false);
  });

  test('remembers what was found for a value, for a minute', async () => {
    mock.timers.enable({ apis: ['Date'], now: 0 });
    try {
      await client.check('anna@harbour.com', never());
      mock.timers.tick(59_000);
      const again = await client.check('anna@harbour.com', never());
      assert.equal(again.ok && again.receipt, 'receipt for anna@harbour.com');
      assert.equal(requests.length, 2);
      mock.timers.tick(2_000);
      await client.check('anna@harbour.com', never());
      assert.equal(requests.length, 3);
    } finally {
      mock.timers.reset();
    }
  });

  test('does not remember what could not be found out, nor more than fifty values', async () => {
    await client.check('unknown@harbour.com', never());
    await client.check('unknown@harbour.com', never());
    assert.equal(asked().filter((path) => path === '/verify/validate').length, 2);
    for (let n = 0; n <= 50; n++) await client.check(`n${n}@harbour.com`, never());
    requests.length = 0;
    await client.check('n50@harbour.com', never());
    assert.deepEqual(asked(), []);
    await client.check('n0@harbour.com', never());
    assert.deepEqual(asked(), ['/verify/validate']);
  });

  test('gives a check up when it is told to, without another try', async () => {
    onValidate = () => undefined;
    client.prepare();
    await soon();
    const asking = new AbortController();
    const checking = client.check('anna@harbour.com', asking.signal);
    await soon();
    asking.abort();
    const answer = await checking;
    assert.equal(answer.ok, false);
    assert.deepEqual(asked(), ['/verify/token', '/verify/validate']);
  });
});
