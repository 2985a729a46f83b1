/** Requests that miss the document's schemas by one step: each is a documented problem, that of a bad request. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Operation, Parameter, Schema } from '../../../src/service/openapi/types.js';
import { useHarness } from '../harness.js';
import { usePGlite } from '../stores.js';
import { ORIGIN } from '../users/support.js';
import { contractOf, type Contract } from './answers.js';
import { openTested, type Sent, type Tested } from './service.js';
import { whole } from '../../support/whole.js';

type Fields = Record<string, unknown>;
interface Miss {
  what: string;
  value: unknown;
}

const WRONG_TYPES: readonly [type: string, value: unknown][] = [
  ['string', 'text'],
  ['integer', 1],
  ['number', 0.5],
  ['boolean', true],
  ['array', []],
  ['object', {}],
  ['null', null],
];

const NO_OBJECTS: readonly unknown[] = [[], 'text', null, 1];

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

const typesOf = (schema: Schema): string[] => {
  if (schema.anyOf) return schema.anyOf.flatMap(typesOf);
  if (schema.enum) return schema.enum.map((one) => (one === null ? 'null' : typeof one));
  return [schema.type ?? 'any'].flat();
};

/** Values one step past each bound of a schema. */
const pastBounds = (schema: Schema, example: unknown): [what: string, value: unknown][] => {
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, maxItems } = schema;
  const found: [string, unknown][] = [];
  const add = (what: string, bound: unknown, value: (bound: number) => unknown): void => {
    if (typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER) found.push([what, value(bound)]);
  };
  add('shorter than minLength', minLength, (bound) => (bound === 0 ? undefined : 'x'.repeat(bound - 1)));
  add('longer than maxLength', maxLength, (bound) => 'x'.repeat(bound + 1));
  add('below the minimum', minimum, (bound) => bound - 1);
  add('at the exclusive minimum', exclusiveMinimum, (bound) => bound);
  add('above the maximum', maximum, (bound) => bound + 1);
  add('more than maxItems', maxItems, (bound) =>
    Array.from({ length: bound + 1 }, () => (example as unknown[])[0] ?? 'x'),
  );
  if (schema.enum) found.push(['not in the list', `${String(schema.enum[0])}x`]);
  if (schema.anyOf) for (const one of schema.anyOf) found.push(...pastBounds(one, example));
  return found.filter(([, value]) => value !== undefined);
};

/** Bodies that miss a schema in one field. */
const missesOf = ({ properties = {}, required = [] }: Schema, example: Fields): Miss[] => {
  const misses: Miss[] = [{ what: 'an unknown field', value: { ...example, unknown_field: 1 } }];
  for (const name of required) {
    misses.push({ what: `without ${name}`, value: without(example, name) });
  }
  for (const [name, schema] of Object.entries(properties)) {
    const types = typesOf(schema);
    for (const [type, value] of WRONG_TYPES)
      if (!types.includes(type) && !types.includes('any') && !(type === 'integer' && types.includes('number')))
        misses.push({
          what: `${name}: ${JSON.stringify(value)} is no ${types.join('|')}`,
          value: { ...example, [name]: value },
        });
    for (const [what, value] of pastBounds(schema, example[name]))
      misses.push({ what: `${name}: ${what}`, value: { ...example, [name]: value } });
  }
  return misses;
};

/** Queries that miss one parameter. */
const queryMissesOf = ({ name, required, schema }: Parameter, right: Fields): Miss[] => {
  const misses = pastBounds(schema, right[name]).map(([what, past]) => ({
    what: `${name}: ${what}`,
    value: { ...right, [name]: past },
  }));
  if (required) misses.push({ what: `without ${name}`, value: without(right, name) });
  if (typesOf(schema).every((type) => type === 'integer' || type === 'number'))
    misses.push({ what: `${name}: no number`, value: { ...right, [name]: 'soon' } });
  return misses;
};

const queryOf = (values: Fields): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  ).toString();

describe('a request just past what the document takes', () => {
  const harness = useHarness();
  const place = usePGlite();
  let tested: Tested;
  let contract: Contract;

  beforeAll(async () => {
    tested = await openTested(harness, await place());
    contract = contractOf(tested.document);
  });
  afterAll(() => tested.close());

  const operations = (): [path: string, method: string, operation: Operation][] =>
    Object.entries(tested.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([name, operation]): [string, string, Operation] => [
        path,
        name.toUpperCase(),
        operation,
      ]),
    );

  /** Sends requests to an operation; the faults of those that are not refused as a bad request, as documented. */
  const faultsOf = async (operation: Operation, requests: (Sent & { what: string })[]): Promise<string[]> => {
    const schemes = Object.keys(Object.assign({}, ...operation.security) as object);
    const credentials: Record<string, string> = {};
    if (schemes.includes('session')) credentials['cookie'] = await tested.session('operator');
    else if (schemes.length > 0) credentials['x-api-key'] = tested.keys.test;
    const faults = requests.map(async ({ what, ...sent }) => {
      const answer = await tested.send({ ...sent, headers: { origin: ORIGIN, ...sent.headers, ...credentials } });
      const code = /"code":"(\w+)"/.exec(answer.body)?.[1] ?? '';
      const isRefused = answer.status === 400 && ['bad_request', 'missing_email'].includes(code);
      const fault = contract.faultOf(operation, answer) ?? (isRefused ? null : `${answer.status} ${answer.body}`);
      return fault === null ? [] : [`${sent.method} ${sent.path}: ${what}: ${fault}`];
    });
    return (await Promise.all(faults)).flat();
  };

  it.runIf(whole)('has a body that is refused as a bad request', async () => {
    const faults: string[] = [];
    let count = 0;
    for (const [path, method, operation] of operations()) {
      const body = operation.requestBody?.content['application/json'];
      // A resource that the path names is looked for first.
      if (!body || path.includes('{')) continue;
      if ('signature' in (Object.assign({}, ...operation.security) as object)) continue;
      const schema = tested.document.components.schemas[body.schema.$ref!.split('/').at(-1)!]!;
      const misses = [
        ...NO_OBJECTS.map((value) => ({ what: `${JSON.stringify(value)} is no object`, value })),
        ...missesOf(schema, body.example as Fields),
      ];
      for (const { what, value } of misses)
        assert.equal(contract.takes(operation, value), false, `the schema of ${path} takes it: ${what}`);
      const headers = { 'content-type': 'application/json' };
      const requests = misses.map(({ what, value }) => ({ what, method, path, headers, body: JSON.stringify(value) }));
      faults.push(...(await faultsOf(operation, requests)));
      count += requests.length;
    }
    assert.deepEqual(faults, []);
    assert.ok(count > 200, `only ${count} requests`);
  });

  it('has a query that is refused as a bad request', async () => {
    const faults: string[] = [];
    for (const [path, method, operation] of operations()) {
      const parameters = operation.parameters.filter((one) => one.in === 'query');
      if (operation.requestBody || path.includes('{')) continue;
      const right = Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
      const requests = parameters
        .flatMap((one) => queryMissesOf(one, right))
        .map(({ what, value }) => ({ what, method, path: `${path}?${queryOf(value as Fields)}` }));
      faults.push(...(await faultsOf(operation, requests)));
    }
    assert.deepEqual(faults, []);
  });
});
