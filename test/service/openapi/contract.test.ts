/** Requests made from the OpenAPI document: the service gives no answer that is not in it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Operation, Parameter } from '../../../src/service/openapi/types.js';
import { whole } from '../../support/whole.js';
import { useHarness } from '../harness.js';
import { putList } from '../lists/support.js';
import { usePlaces } from '../stores.js';
import { ORIGIN, PASSWORD } from '../users/support.js';
import { contractOf, type Answer, type Contract } from './answers.js';
import { bodies, paths, queries, type Known } from './inputs.js';
import { openTested, PAYMENT_SECRET, type Sent, type Tested } from './service.js';

const RUNS = whole ? 20 : 3;
/** Ids of as many rows as the requests may make. */
const NEWEST_FIRST = Array.from({ length: 2 * RUNS }, (_, n) => 2 * RUNS - n);
/** Lists of the first account: more than the requests of one operation delete. */
const LISTS = 40;
const SUCCESS = [200, 201, 202];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
const TYPES = [
  'text/plain',
  '',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/JSON ;a',
];
const ODD_HEADERS: readonly Record<string, string>[] = [
  { accept: 'text/html' },
  { 'accept-encoding': 'br, *;q=0' },
  { 'content-encoding': 'gzip' },
  { 'x-request-id': 'a b' },
  { 'x-api-key': '\xff\xfe' },
  { authorization: 'Basic Og==' },
  { authorization: 'Bearer' },
  { cookie: 'email-verify.session=%' },
  { cookie: 'a=b; email-verify.session=abc.def; email-verify.session=x' },
  { host: '.1' },
  { host: 'x:y:z' },
  { 'x-forwarded-for': "'" },
  { 'if-none-match': '*' },
  { range: 'bytes=0-1' },
  { upgrade: 'h2c' },
];
type Credentials = 'right' | 'other' | 'none';

describe('the contract', () => {
  const harness = useHarness();
  const place = usePlaces();
  let tested: Tested;
  let contract: Contract;
  let known: Known;
  const lists: number[] = [];
  const seen: { method: string; path: string; operation: Operation; statuses: Set<number> }[] = [];

  beforeAll(async () => {
    const where = await place();
    // The first account, and lists of it.
    await (await harness.open(where)).close();
    const store = await harness.openStore(where);
    for (let n = 0; n < LISTS; n += 1)
      lists.push(await putList(store, [['anna@example.org']], { callbackUrl: 'https://localhost:1024/' }));
    // Half of them never end by themselves.
    await store.db
      .updateTable('batch_chunks')
      .set({ turn: null, due_at: new Date('9000-01-01') })
      .where('batch_id', 'in', lists.slice(LISTS / 2))
      .execute();
    await store.close();
    tested = await openTested(harness, where);
    contract = contractOf(tested.document);
    await tested.session('user');
    // The user of the document's examples, whom no other request changes.
    await tested.addUser('anna@example.com');
    known = {
      email: ['contract-1@firma-eins.de', 'error@example.com', 'slow@example.com', 'risky@example.com'],
      password: [PASSWORD],
      new_password: [PASSWORD, 'five other random words'],
      id: [1, 2, 3, 'f7a3b1c2-8d4e-4f60-9a1b-2c3d4e5f6071'],
      day: [new Date().toISOString().slice(0, 10)],
      counters: [{ used: 1 }],
      account: [1, 2],
      timeout_ms: [100],
      file: ['data:text/csv;name=list.csv;base64,YUBmaXJtYS1laW5zLmRl'],
      expires_at: ['2090-01-01', '2090-01-01T00:00:00Z'],
      networks: [['192.0.2.0/24'], []],
      // Refused as a private host.
      url: ['https://localhost:1024/'],
      callback_url: ['https://localhost:1024/'],
      n: ['1'],
    };
  });
  afterAll(() => tested.close());

  /** The headers and the query that authenticate, right, with another account's or a wrong key, or not at all. */
  const credentialsOf = async (
    { security }: Operation,
    which: Credentials,
    n: number,
    body: string,
  ): Promise<{ headers: Record<string, string>; query: string }> => {
    const schemes = Object.keys(Object.assign({}, ...security) as object);
    if (which === 'none' || schemes.length === 0) return { headers: {}, query: '' };
    if (schemes.includes('signature')) {
      const [id, now] = [`message-${n}`, new Date()];
      const headers = { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)) };
      const signature = new Webhook(PAYMENT_SECRET).sign(id, now, which === 'right' ? body : `${body} `);
      return { headers: { ...headers, 'webhook-signature': signature }, query: '' };
    }
    if (schemes.includes('session') && (schemes.length === 1 || n % 2 === 0))
      return { headers: { cookie: await tested.session(which === 'right' ? 'operator' : 'user') }, query: '' };
    const key = which === 'right' ? [tested.keys.live, tested.keys.test][n % 2]! : 'live_of_nobody';
    return [
      { headers: {}, query: `apikey=${key}` },
      { headers: { 'x-api-key': key }, query: '' },
      { headers: { authorization: `bearer ${key}` }, query: '' },
    ][n % 3]!;
  };

  /** The promises of an answer to any request for a documented path. */
  const faultOf = (operations: ReadonlyMap<string, Operation>, sent: Sent, answer: Answer): string | null => {
    const { status, headers, body } = answer;
    // A malformed Host is refused before the service gets the request.
    if (status === 400 && sent.headers?.['host'] !== undefined)
      return body.includes('"code":"bad_request"') || sent.method === 'HEAD' ? null : body;
    if (headers['x-request-id'] === undefined) return 'no X-Request-Id';
    const operation = operations.get(sent.method);
    if (operation) return contract.faultOf(operation, answer);
    // A HEAD of a check would cost a credit.
    const get = sent.path.startsWith('/api/validate') ? undefined : operations.get('GET');
    if (get && sent.method === 'HEAD') return String(status) in get.responses && body === '' ? null : `HEAD: ${status}`;
    const isOptions = sent.method === 'OPTIONS';
    if (status !== (isOptions ? 204 : 405)) return `status ${status}`;
    const methods = [...operations.keys()].flatMap((method) => (method === 'GET' && get ? [method, 'HEAD'] : [method]));
    if (headers['allow'] !== [...methods, 'OPTIONS'].join(', ')) return `Allow: ${String(headers['allow'])}`;
    return isOptions || sent.method === 'HEAD' || body.includes('"code":"method_not_allowed"') ? null : body;
  };

  it.runIf(whole)('is kept by every operation, whatever is sent', { timeout: 600_000 }, async () => {
    for (const [path, methods] of Object.entries(tested.document.paths)) {
      const operations = new Map(Object.entries(methods).map(([name, operation]) => [name.toUpperCase(), operation]));
      for (const [method, operation] of operations) {
        const statuses = new Set<number>();
        seen.push({ method, path, operation, statuses });
        const schema = operation.requestBody?.content['application/json']?.schema;
        const request = schema && tested.document.components.schemas[schema.$ref!.split('/').at(-1)!];
        const [inPath, parameters] = (['path', 'query'] as const).map((place) =>
          operation.parameters.filter((one) => one.in === place),
        ) as [Parameter[], Parameter[]];
        const inputs = fc.record({
          body: request ? bodies(request, known) : fc.constantFrom({ text: '' }, { text: '{}' }),
          path: paths(path, inPath, path.startsWith('/api/batch/') ? { ...known, id: lists } : known),
          query: queries(parameters, known),
          credentials: fc.oneof(
            { weight: 6, arbitrary: fc.constant('right' as const) },
            fc.constantFrom<Credentials>('other', 'none'),
          ),
          method: fc.oneof({ weight: 12, arbitrary: fc.constant(method) }, fc.constantFrom(...METHODS)),
          type: fc.oneof({ weight: 12, arbitrary: fc.constant('application/json') }, fc.constantFrom(...TYPES)),
          origin: fc.oneof(
            { weight: 12, arbitrary: fc.constant(ORIGIN) },
            fc.constantFrom('null', 'https://evil.example'),
          ),
          odd: fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, fc.constantFrom(...ODD_HEADERS)),
          n: fc.nat(5),
        });
        await fc.assert(
          fc.asyncProperty(inputs, async (input) => {
            const { headers, query } = await credentialsOf(operation, input.credentials, input.n, input.body.text);
            const hasBody = !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(input.method);
            const whole = [query, input.query].filter((part) => part !== '').join('&');
            const sent: Sent = {
              method: input.method,
              path: whole === '' ? input.path : `${input.path}?${whole}`,
              headers: { ...headers, 'content-type': input.type, origin: input.origin, ...input.odd },
              ...(hasBody && { body: input.body.text }),
            };
            const answer = await tested.send(sent);
            statuses.add(answer.status);
            const fault = faultOf(operations, sent, answer);
            assert.equal(fault, null, `${method} ${path}`);
            if (answer.status >= 500) assert.match(answer.body, /error@ with a test key/);
            const isOk = input.method === method && answer.status < 300;
            if (isOk && 'value' in input.body && request)
              assert(contract.takes(operation, input.body.value), 'takes what the document does not have');
          }),
          { numRuns: RUNS },
        );
      }
    }
    assert.deepEqual(tested.errors, []);
  });

  /**
   * The document's own example of a request, to one known thing after the other, until one of them is answered with
   * success.
   */
  const isExampleDone = async ({ method, path, operation }: (typeof seen)[number]): Promise<boolean> => {
    const example = operation.requestBody?.content['application/json']?.example as object | undefined;
    const isIdInBody = example !== undefined && 'id' in example;
    // The requests before have made and ended keys: the newest are the ones that may be left.
    const ids = path.startsWith('/api/batch/') ? lists : isIdInBody ? NEWEST_FIRST : [1, 2, 3];
    const attempts = ids.flatMap((id) => [
      { id, as: 'right' as const },
      { id, as: 'other' as const },
    ]);
    for (const { id, as } of attempts) {
      // No document has the password.
      const known = { ...(isIdInBody && { id }), ...(example && 'password' in example && { password: PASSWORD }) };
      // An operation without JSON takes a file.
      const isFile = example === undefined && operation.requestBody?.content['text/csv'] !== undefined;
      const body = isFile ? 'email,outcome\nanna@example.com,delivered\n' : JSON.stringify({ ...example, ...known });
      const type = isFile ? 'text/csv' : 'application/json';
      const { headers, query } = await credentialsOf(operation, as, 0, body);
      const { status } = await tested.send({
        method,
        path: `${path.replace('{id}', String(id)).replace('{n}', '1')}?${query}`,
        headers: { 'content-type': type, origin: ORIGIN, ...headers },
        ...(!['GET', 'HEAD'].includes(method) && { body }),
      });
      if (SUCCESS.includes(status)) return true;
    }
    return false;
  };

  // A sample may miss the one request in many that is right.
  it.runIf(whole)('shows that each operation works: a request of the document is done', async () => {
    // These need a link of a mail, or the secret address of a source.
    const linked = /confirm|reset-password|auth\/operator|\{secret\}/;
    const never: string[] = [];
    for (const one of seen.filter(({ path }) => !linked.test(path))) {
      const { method, path, statuses } = one;
      if (!SUCCESS.some((ok) => statuses.has(ok)) && !(await isExampleDone(one)))
        never.push(`${method} ${path}: ${[...statuses].join()}`);
    }
    assert.deepEqual(never, []);
  });
});
