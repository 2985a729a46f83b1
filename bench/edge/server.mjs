/**
 * One of the measured servers, as a child process:
 * `server.mjs KIND [URL of the upstream, or host:port of a DNS server]`.
 */
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { createEdge, generateReceiptKey } from '../../dist/edge/index.js';
import { toNodeListener } from '../../dist/edge/runtime/node.js';
import { createVerifier } from '../../dist/verifier/index.js';

const [kind, from] = process.argv.slice(2);
const ORIGIN = 'https://shop.example';
const MANY = 1_000_000_000;

/** A response of the same size as the edge's, including the receipt. */
const answer = (email) => ({
  email,
  status: 'valid',
  quality: 'safe',
  sub_status: ['smtp_not_checked'],
  did_you_mean: null,
  receipt: 'x'.repeat(560),
});

const bare = () => (request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const { email } = JSON.parse(text);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(email)));
  });
};

const hono = (answerTo) => {
  const app = new Hono();
  app.post('/validate', async (c) => c.json(answerTo((await c.req.json()).email)));
  return getRequestListener(app.fetch);
};

const bareHono = () => hono(answer);

/** Hono with what no edge can leave out of a new receipt: one signature by the default algorithm. */
const signingHono = () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return hono((email) => {
    const { receipt, ...verdict } = answer(email);
    const signature = sign(null, Buffer.from(receipt.slice(86)), privateKey).toString('base64url');
    return { ...verdict, receipt: receipt.slice(86) + signature };
  });
};

/** A verification service that answers at once. */
const upstream = () => (request, response) => {
  const email = new URL(request.url, 'http://x').searchParams.get('email');
  const { status, quality, sub_status, did_you_mean } = answer(email);
  const [account, domain] = email.split('@');
  const about = { account, domain, score: 0.95, mx_record: `mx.${domain}`, checked_at: '2026-01-31T12:00:00+00:00' };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ email, status, quality, sub_status, did_you_mean, ...about }));
};

const edge = async () => {
  const quotas = {
    checksPerToken: MANY,
    checksPerClientPerMinute: MANY,
    checksPerClientPerDay: MANY,
    tokensPerClientPerMinute: MANY,
    checksPerOriginPerDay: MANY,
    checksPerDay: MANY,
  };
  return toNodeListener(
    createEdge({
      origins: [ORIGIN],
      secret: crypto.getRandomValues(new Uint8Array(32)),
      receiptKey: await generateReceiptKey(),
      issuer: 'https://edge.example/',
      upstream: from?.startsWith('http')
        ? { baseUrl: from, apiKey: 'key', ratePerSecond: Infinity }
        : createVerifier({ dnsServers: [from ?? '127.0.0.1:9'] }),
      quotas,
      log: () => undefined,
    }),
    // The load generator sets the client address in X-Forwarded-For.
    { trustedProxies: 1 },
  );
};

const kinds = { bare, bareHono, signingHono, upstream, edge };
const server = createServer(await kinds[kind]());
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
/**
 * Reports on request the CPU time in microseconds, or the heap after a garbage collection. A collection would count as
 * CPU time of the requests, and slow those after it: an edge's more, with its larger heap, than bare Hono's.
 */
process.on('message', (what) => {
  if (what === 'heapBytes') {
    globalThis.gc();
    process.send(process.memoryUsage().heapUsed);
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.on('disconnect', () => process.exit());
