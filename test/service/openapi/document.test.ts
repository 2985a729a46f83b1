import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, it } from 'vitest';
import type { Document, Operation } from '../../../src/service/openapi/types.js';
import type { Service } from '../../../src/service/index.js';
import { pageOf } from '../../../src/service/openapi/page.js';
import { useHarness } from '../harness.js';
import { usePGlite } from '../stores.js';
import { contractOf } from './answers.js';

describe('the OpenAPI document', () => {
  const harness = useHarness();
  const place = usePGlite();
  let service: Service;
  let document: Document;
  const get = (path: string, init?: RequestInit): Promise<Response> =>
    service.fetch(new Request(`http://service${path}`, init));
  const operations = (): [string, Operation][] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation): [string, Operation] => [path, operation]),
    );

  beforeAll(async () => {
    service = await harness.open(await place(), { publicUrl: 'https://verify.example' });
    document = (await (await get('/api/openapi.json')).json()) as Document;
  });

  it('is one of OpenAPI 3.1', async () => {
    const checked = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    assert.deepEqual(checked.errors ?? [], []);
    assert.equal(document.openapi, '3.1.0');
    assert.equal(document.servers[0]?.url, 'https://verify.example');
    assert.equal(document.components.securitySchemes['session']?.['name'], '__Host-email-verify.session');
  });

  it('names each operation once', () => {
    const ids = operations().map(([, { operationId }]) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    assert(ids.includes('validate') && ids.includes('signIn') && ids.includes('dashboardKeysAdd'));
  });

  it('has examples that its schemas take', () => {
    const contract = contractOf(document);
    for (const [path, operation] of operations()) {
      const body = operation.requestBody?.content['application/json'];
      if (body) assert.equal(contract.wrong(body.schema, body.example), null, `body of ${path}`);
      for (const { name, schema, example } of operation.parameters)
        if (example !== undefined) assert.equal(contract.wrong(schema, example), null, `${name} of ${path}`);
      for (const status of Object.keys(operation.responses))
        for (const { schema, example, examples } of Object.values(
          contract.responseOf(operation, Number(status))!.content,
        ))
          for (const value of examples ? Object.values(examples).map((one) => one.value) : [example])
            assert.equal(contract.wrong(schema, value), null, `${status} of ${path}`);
    }
  });

  it('is a page for people too: every operation, no script, no style but a file', async () => {
    const response = await get('/api/docs');
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const page = await response.text();
    for (const [path, { operationId }] of operations()) {
      assert(page.includes(path));
      assert(page.includes(`id="${operationId}"`));
    }
    assert.match(page, /string or null/);
    assert.doesNotMatch(page, /<script|<style|\sstyle=|\son\w+=|undefined|\[object/);
    const style = await get('/api/docs.css');
    assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.match(await style.text(), /color-scheme: light dark/);
  });

  it('is a page in which text is text', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&';
    const made = structuredClone(document);
    made.info.title = evil;
    for (const methods of Object.values(made.paths))
      for (const operation of Object.values(methods)) {
        Object.assign(operation, { summary: evil, description: evil });
        for (const parameter of operation.parameters) parameter.description = evil;
      }
    const page = pageOf(made);
    assert(!page.includes('<img'));
    assert(page.includes('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;'));
  });
});
