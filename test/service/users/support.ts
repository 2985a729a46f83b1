import assert from 'node:assert/strict';
import { afterAll, beforeAll } from 'vitest';
import type { Service, ServiceOptions } from '../../../src/service/index.js';
import type { Harness, Place } from '../harness.js';
import { startMailbox, type Mailbox } from './mailbox.js';

export const ORIGIN = 'https://verify.example';
export const PASSWORD = 'four random words';

let clients = 0;
/** The address of a client that no test had before: limits are counted by it. */
export const newClient = (): string => {
  clients += 1;
  return `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
};

let people = 0;
/** An address that no test had before. */
export const newAddress = (): string => {
  people += 1;
  return `person-${people}@firma-eins.de`;
};

/** A browser: it keeps cookies, and says where a request comes from. Names are paths below `/api/auth/`, or whole paths. */
export interface Browser {
  readonly client: string;
  /** The session's cookie. */
  cookie: string;
  /** The device's cookie. */
  device: string;
  post(name: string, body?: unknown, headers?: Record<string, string | null>): Promise<Response>;
  get(name: string, headers?: Record<string, string>): Promise<Response>;
}

export const newBrowser = (service: Service, client = newClient()): Browser => {
  const ask = async (name: string, init: RequestInit): Promise<Response> => {
    const request = new Request(new URL(name, 'http://internal:8080/api/auth/'), init);
    const response = await service.fetch(request, { address: client });
    for (const cookie of response.headers.getSetCookie()) {
      const kind = cookie.includes('email-verify.device=') ? 'device' : 'cookie';
      browser[kind] = /max-age=0/i.test(cookie) ? '' : cookie.split(';')[0]!;
    }
    return response;
  };
  const cookies = (): string => [browser.cookie, browser.device].filter(Boolean).join('; ');
  const headersOf = (more: Record<string, string | null>): Headers => {
    const headers = new Headers({ 'content-type': 'application/json', origin: ORIGIN, cookie: cookies() });
    for (const [name, value] of Object.entries(more))
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    return headers;
  };
  const browser: Browser = {
    client,
    cookie: '',
    device: '',
    post: (name, body = {}, more = {}) =>
      ask(name, {
        method: 'POST',
        headers: headersOf(more),
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (name, headers = {}) => ask(name, { headers: { cookie: cookies(), ...headers } }),
  };
  return browser;
};

/** Asserts an answer's status, and gives its body. */
export const bodyOf = async <T>(answer: Promise<Response> | Response, status = 200): Promise<T> => {
  const response = await answer;
  const text = await response.text();
  assert.equal(response.status, status, text);
  return JSON.parse(text) as T;
};

/** The code of a problem, after its status. */
export const codeOf = async (answer: Promise<Response> | Response): Promise<string> => {
  const response = await answer;
  const { code = '' } = (await response.json()) as { code?: string };
  return `${response.status} ${code}`.trim();
};

export interface Users {
  readonly service: Service;
  readonly mailbox: Mailbox;
  /** Registers and confirms an address. */
  register(email?: string, password?: string): Promise<string>;
  /** Registers, confirms and signs in. */
  signUp(email?: string, password?: string): Promise<Browser & { email: string }>;
  browser(client?: string): Browser;
}

/** One service with open registration for a suite. Call it inside `onBothStores`. */
export const useUsers = (
  { place, open }: Harness & { place: () => Promise<Place> },
  options: Partial<ServiceOptions> = {},
): Users => {
  let service: Service | undefined;
  let mailbox: Mailbox | undefined;
  beforeAll(async () => {
    mailbox = await startMailbox();
    const mail = { url: mailbox.url, from: 'verify@verify.example' };
    service = await open(await place(), { publicUrl: ORIGIN, registration: 'open', mail, ...options });
  });
  afterAll(async () => {
    await service?.close();
    await mailbox?.close();
  });
  const users: Users = {
    get service() {
      return service!;
    },
    get mailbox() {
      return mailbox!;
    },
    browser: (client) => newBrowser(service!, client),
    async register(email = newAddress(), password = PASSWORD) {
      const browser = users.browser();
      await bodyOf(browser.post('register', { email, password }), 202);
      await bodyOf(browser.post('confirm', { token: await mailbox!.token(email), password }));
      return email;
    },
    async signUp(email, password = PASSWORD) {
      const address = await users.register(email, password);
      const browser = users.browser();
      await bodyOf(browser.post('sign-in', { email: address, password }));
      return Object.assign(browser, { email: address });
    },
  };
  return users;
};
