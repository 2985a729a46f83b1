/** The receipt check for PHP fetches the keys of an edge with bounds, a cache and a back-off. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { claims, dist, EMAIL, forge, header, jwks, ORIGIN, publicKey, receipt } from './receipts.js';
import { startPhp, type Php } from './support.js';

describe('the keys of a URL', () => {
  let served: { status: number; body: string } = { status: 200, body: '' };
  let asked = 0;
  let isSlow = false;
  /** Sends the headers byte by byte, without an end. */
  let drips = false;
  /** Writes the response of a proxy that leaves the connection open, from its second line on. */
  let proxy: ((body: string) => string) | null = null;
  let url = '';
  const server = createServer((_request, response) => {
    asked += 1;
    if (drips) {
      const { socket } = response;
      socket?.write('HTTP/1.1 200 OK\r\nX-Drip: ');
      const timer = setInterval(() => socket?.write('x'), 200);
      socket?.on('error', () => undefined).on('close', () => { clearInterval(timer); }); // prettier-ignore
      return;
    }
    if (isSlow) {
      const timer = setInterval(() => response.write(' '), 500);
      response.on('close', () => { clearInterval(timer); }); // prettier-ignore
      return;
    }
    if (proxy) {
      response.socket?.write(`HTTP/1.1 200 OK\r\n${proxy(served.body)}`);
      return;
    }
    response.writeHead(served.status, { location: '/elsewhere' }).end(served.body);
  });
  const now = claims.iat ?? 0;
  let php: Php;
  /** The result `seconds` seconds after the receipt was signed. */
  const at = async (cache: string, seconds: number, text = receipt): Promise<string> => {
    const options = { audience: ORIGIN, jwks: url };
    const { ok, reason = '' } = await php.verify({ options, receipt: text, email: EMAIL, now: now + seconds, cache });
    return ok ? 'ok' : reason;
  };
  const begin = (status: number, body: unknown): void => {
    asked = 0;
    served = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  };

  beforeAll(async () => {
    php = startPhp(join(dist, 'php/ReceiptVerifier.php'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`;
  });
  afterAll(() => {
    php.end();
    server.close();
  });

  test('are fetched once for many receipts, and again after ten minutes', async () => {
    begin(200, jwks);
    for (let n = 0; n < 20; n++) assert.equal(await at('many', 0), 'ok');
    assert.equal(await at('many', 599), 'ok');
    assert.equal(asked, 1);
    assert.equal(await at('many', 600), 'ok');
    assert.equal(asked, 2);
  });

  test('are asked for made-up key ids at most twice a minute', async () => {
    begin(200, jwks);
    const [, body, signature] = receipt.split('.');
    for (let second = 0; second < 60; second++) {
      const made = forge({ ...header, kid: `made up ${second}` }, {}).split('.')[0];
      assert.equal(await at('made up', second, `${made}.${body}.${signature}`), 'key');
    }
    assert.equal(asked, 2);
  });

  test('stay good while the edge is away', async () => {
    begin(200, jwks);
    assert.equal(await at('away', 0), 'ok');
    begin(503, '{}');
    assert.equal(await at('away', 700), 'ok');
    assert.equal(await at('away', 710), 'ok');
    assert.equal(asked, 1);
  });

  test('are used on for a week at most, however often the edge is asked meanwhile', async () => {
    begin(200, jwks);
    assert.equal(await at('week', -604_800), 'not_yet_valid');
    begin(503, '{}');
    for (let day = 6; day >= 0; day--) assert.notEqual(await at('week', -86_400 * day), 'keys_unavailable');
    assert.equal(await at('week', 100), 'keys_unavailable');
  });

  test('are asked for again after the clock was set back', async () => {
    begin(503, '');
    await at('clock', 31_536_000);
    begin(200, jwks);
    assert.equal(await at('clock', 0), 'ok');
  });

  test('of an edge that sends a byte now and then are given up after three seconds', async () => {
    isSlow = true;
    const since = performance.now();
    assert.equal(await at('slow', 0), 'keys_unavailable');
    assert.ok(performance.now() - since < 4500);
    isSlow = false;
  });

  test('of an edge whose headers never end are given up after three seconds', async () => {
    drips = true;
    const since = performance.now();
    assert.equal(await at('drips', 0), 'keys_unavailable');
    assert.ok(performance.now() - since < 4500);
    drips = false;
  });

  const PROXIES = {
    'tells the length': (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`,
    'sends chunks': (body: string) =>
      `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    'sends several chunks': (body: string) =>
      `Transfer-Encoding: chunked\r\n\r\n5;x=y\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`,
  };
  for (const [name, send] of Object.entries(PROXIES)) {
    test(`are read from a proxy that ${name} and leaves the connection open`, async () => {
      begin(200, jwks);
      proxy = send;
      assert.equal(await at(name, 0), 'ok');
      proxy = null;
    });
  }

  const BROKEN: [name: string, status: number, body: unknown][] = [
    ['are no JSON', 200, 'soon'],
    ['are no set', 200, { keys: 'none' }],
    ['are not there', 404, { keys: [publicKey] }],
    ['stand elsewhere', 302, { keys: [publicKey] }],
    ['are a megabyte', 200, { keys: [publicKey], padding: 'x'.repeat(1e6) }],
  ];
  for (const [name, status, body] of BROKEN) {
    test(`that ${name} are unavailable, and not asked for again at once`, async () => {
      begin(status, body);
      assert.equal(await at(name, 0), 'keys_unavailable');
      assert.equal(await at(name, 29), 'keys_unavailable');
      assert.equal(asked, 1);
      await at(name, 30);
      assert.equal(asked, 2);
    });
  }
});
