import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { z } from 'zod';
import { field, optional, readBody, readValues } from '../../../src/service/http/request-fields.js';
import { Refusal } from '../../../src/protocol/refusal.js';

const SCHEMA = z.strictObject({
  name: field('a name of 10 characters at most', z.string().max(10), 'shop'),
  hours: field('a whole number of hours from 0 to 720', z.int().min(0).max(720), 24),
  live: field('true or false', z.boolean(), true),
  networks: optional(field('a list of 2 names at most', z.array(z.string().max(5)).max(2), ['a'])),
});
const GOOD = { name: 'a key', hours: 24, live: true };

const detailOf = (values: unknown): string => {
  try {
    readValues(values, SCHEMA);
    return '';
  } catch (error) {
    assert(error instanceof Refusal);
    assert.equal(error.code, 'bad_request');
    return error.detail;
  }
};

describe('the fields of a request', () => {
  it('takes text, numbers, booleans and lists, and does without optional ones', () => {
    assert.deepEqual(readValues(GOOD, SCHEMA), GOOD);
    assert.deepEqual(readValues({ ...GOOD, networks: ['a', 'b'] }, SCHEMA), { ...GOOD, networks: ['a', 'b'] });
  });

  it('names the first wrong field, and what it must be', () => {
    for (const [values, detail] of [
      [{ ...GOOD, name: 1, hours: -1 }, 'name must be a name of 10 characters at most.'],
      [{ ...GOOD, hours: '24' }, 'hours must be a whole number of hours from 0 to 720.'],
      [{ ...GOOD, hours: 0.5 }, 'hours must be a whole number of hours from 0 to 720.'],
      [{ ...GOOD, live: 'true' }, 'live must be true or false.'],
      [{ ...GOOD, networks: null }, 'networks must be a list of 2 names at most.'],
      [{ ...GOOD, networks: ['a', 7] }, 'networks must be a list of 2 names at most.'],
      [{ name: 'a' }, 'hours must be a whole number of hours from 0 to 720.'],
    ] as const)
      assert.equal(detailOf(values), detail);
  });

  it('takes no other fields, and nothing that is no object', () => {
    const expected = 'The body must be a JSON object with no fields but name, hours, live, networks.';
    for (const values of [[], [GOOD], null, 'x', 1]) assert.equal(detailOf(values), expected);
    const use = 'use name, hours, live, networks.';
    for (const values of [{ ...GOOD, role: 'operator' }, { role: 1 }])
      assert.equal(detailOf(values), `Unknown field "role"; ${use}`);
    const proto: unknown = JSON.parse(`{ "__proto__": {}, "name": "a", "hours": 1, "live": true }`);
    for (const values of [proto, { ...GOOD, 'anna@firm.org': 1 }, { ...GOOD, ['a'.repeat(41)]: 1 }])
      assert.equal(detailOf(values), `Unknown field; ${use}`);
    assert.throws(() => readValues({ a: 1 }, z.strictObject({})), {
      detail: 'Unknown field "a"; no field is known here.',
    });
  });

  it('never quotes a value, nor says a word of the library', () => {
    const words = new Set([
      '',
      'The body must be a JSON object with no fields but name, hours, live, networks.',
      ...Object.entries(SCHEMA.shape).map(([name, { description }]) => `${name} must be ${description}.`),
    ]);
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({ name: fc.anything(), hours: fc.anything(), live: fc.anything() }),
    );
    const unknown = /^Unknown field(?: "[a-z][\w-]{0,39}")?; use name, hours, live, networks\.$/i;
    fc.assert(
      fc.property(value, (values) => {
        const detail = detailOf(values);
        return words.has(detail) || unknown.test(detail);
      }),
    );
  });

  it('reads a body of JSON only', async () => {
    const ask = (body: string, type: string): Promise<unknown> =>
      readBody(new Request('http://service', { method: 'POST', body, headers: { 'content-type': type } }), SCHEMA);
    assert.deepEqual(await ask(JSON.stringify(GOOD), 'Application/JSON; charset=utf-8'), GOOD);
    await assert.rejects(ask(JSON.stringify(GOOD), 'text/plain'), { code: 'unsupported_media_type' });
    await assert.rejects(ask('{', 'application/json'), { code: 'bad_request' });
    await assert.rejects(ask(' '.repeat(5000), 'application/json'), { code: 'too_large' });
  });
});
