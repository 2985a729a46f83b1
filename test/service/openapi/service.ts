/** A service over HTTP for tests of its contract: no limit is ever reached, because its clock leaps with each request. */
import { createServer, request as send, Agent, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fetchListener } from '../../../src/edge/runtime/node-server.js';
import type { Service } from '../../../src/service/index.js';
import type { Document } from '../../../src/service/openapi/types.js';
import type { Harness, Place } from '../harness.js';
import { KEY } from '../scripted.js';
import { startMailbox, tokenOf, type Mailbox } from '../users/mailbox.js';
import { ORIGIN, PASSWORD } from '../users/support.js';
import type { Answer } from './answers.js';

export interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Tested {
  service: Service;
  document: Document;
  mailbox: Mailbox;
  keys: { live: string; test: string };
  /** Unexpected errors that the service logged. */
  errors: object[];
  send(sent: Sent): Promise<Answer>;
  /** The cookie of a session of the operator, or of another user. A new one if the one before has ended. */
  session(role: 'operator' | 'user'): Promise<string>;
  /** Adds a user with the tests' password. */
  addUser(email: string): Promise<void>;
  close(): Promise<void>;
}

export const PAYMENT_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** More than the slowest limit takes for one more attempt. */
const LEAP_MS = 1_300_000;

export const openTested = async ({ open }: Harness, place: Place): Promise<Tested> => {
  const mailbox = await startMailbox();
  let now = Date.parse('2026-01-15T12:00:00Z');
  const errors: object[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => errors.push(fields) };
  const service = await open(place, {
    publicUrl: ORIGIN,
    registration: 'open',
    paymentSecrets: [PAYMENT_SECRET],
    mail: { url: mailbox.url, from: 'verify@verify.example' },
    log,
    clock: () => new Date(now),
  });
  await service.accounts.setPlan(service.firstAccount, 'enterprise');
  await service.accounts.addCredits(service.firstAccount, 1_000_000);
  const { key: test } = await service.keys.add(service.firstAccount, { mode: 'test' });
  const server: Server = createServer(
    fetchListener(
      (request, { socket }) => service.fetch(request, { address: socket.remoteAddress ?? '' }),
      (error) => errors.push(error as object),
    ),
  );
  // Without end: a connection that the server closes while the client uses it again is reset.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const ask = ({ method, path, headers = {}, body }: Sent): Promise<Answer> =>
    new Promise((resolve, reject) => {
      now += LEAP_MS;
      // Node declares no length with methods that have no body in general.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const request = send(
        { port, method, path, headers: { ...headers, ...length }, agent },
        (response: IncomingMessage) => {
          // A stream of events goes on: the first one is enough.
          const isStream = response.headers['content-type'] === 'text/event-stream';
          const said = isStream ? once(response, 'data').then(([first]) => String(first)) : text(response);
          said.then((body) => {
            if (isStream) response.destroy();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
          }, reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  const post = (name: string, body: object): Promise<Answer> =>
    ask({
      method: 'POST',
      path: `/api/auth/${name}`,
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify(body),
    });
  const cookies = { operator: '', user: '' };
  const addUser = async (email: string): Promise<void> => {
    await post('register', { email, password: PASSWORD });
    await post('confirm', { token: await mailbox.token(email), password: PASSWORD });
  };
  let people = 0;
  const signUp = async (role: 'operator' | 'user'): Promise<string> => {
    people += 1;
    const email = `contract-${people}@firma-eins.de`;
    if (role === 'operator') {
      const token = tokenOf(await service.users.operatorLink());
      await post('operator', { token, email, password: PASSWORD });
    } else await addUser(email);
    const { headers } = await post('sign-in', { email, password: PASSWORD });
    return [headers['set-cookie']!].flat()[0]!.split(';')[0]!;
  };
  return {
    service,
    mailbox,
    keys: { live: KEY, test },
    errors,
    addUser,
    send: ask,
    document: JSON.parse((await ask({ method: 'GET', path: '/api/openapi.json' })).body) as Document,
    async session(role) {
      const { status } = await ask({ method: 'GET', path: '/api/auth/session', headers: { cookie: cookies[role] } });
      return status === 200 ? cookies[role] : (cookies[role] = await signUp(role));
    },
    async close() {
      agent.destroy();
      server.close();
      await once(server, 'close');
      await service.close();
      await mailbox.close();
    },
  };
};
