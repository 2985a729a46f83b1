/** Files as well-known programs write them, sent over HTTP in each form of an upload: they are read as from a disk. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchListener } from '../../../../src/edge/runtime/node-server.js';
import type { Problem } from '../../../../src/protocol/index.js';
import type { DryRun } from '../../../../src/service/lists/upload/dry-run.js';
import { sample } from '../../../support/whole.js';
import { KEY } from '../../scripted.js';
import { useHarness } from '../../harness.js';
import { usePlaces } from '../../stores.js';
import { read, READINGS, REFUSALS } from '../fixtures.js';

/** The forms of an upload: the path, the body and its type. */
const FORMS: Readonly<
  Record<string, (name: string, dryRun: boolean) => { query?: string; type?: string; body: BodyInit }>
> = {
  'a form': (name, dryRun) => {
    const body = new FormData();
    if (dryRun) body.append('dry_run', 'true');
    body.append('file', new File([new Uint8Array(read(name))], name));
    return { body };
  },
  'the body itself': (name, dryRun) => ({
    query: `?name=${encodeURIComponent(name)}${dryRun ? '&dry_run=true' : ''}`,
    type: 'text/csv',
    body: new Uint8Array(read(name)),
  }),
  'a data URI in JSON': (name, dryRun) => ({
    type: 'application/json',
    body: JSON.stringify({
      file: `data:text/csv;name=${encodeURIComponent(name)};base64,${read(name).toString('base64')}`,
      ...(dryRun && { dry_run: true }),
    }),
  }),
};

/** The characters and cells of a row that a trial shows. */
const shown = (row: readonly string[]): string[] => row.slice(0, 100).map((cell) => cell.slice(0, 200));

/** Each file in one of the forms, and outside of CI every fourth only: all are read from a disk as well. */
const some = <T>(files: readonly T[], form: string): T[] => {
  const forms = Object.keys(FORMS);
  return sample(files, 4).filter((_, n) => n % forms.length === forms.indexOf(form));
};

describe('a file of a well-known program, over HTTP', () => {
  const { open } = useHarness();
  const place = usePlaces();
  let server: Server;
  let url: string;
  let now = Date.parse('2026-01-15T12:00:00Z');

  beforeAll(async () => {
    const service = await open(await place(), { worksOnLists: false, clock: () => new Date(now) });
    await service.accounts.addCredits(service.firstAccount, 10_000);
    server = createServer(
      fetchListener(
        (request, { socket }) => service.fetch(request, { address: socket.remoteAddress ?? '' }),
        () => undefined,
      ),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/batch`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const headers = { 'x-api-key': KEY };
  const upload = (form: string, name: string, dryRun: boolean): Promise<Response> => {
    // So that the rate of uploads bounds nothing.
    now += 10_000;
    const { query = '', type, body } = FORMS[form]!(name, dryRun);
    return fetch(`${url}/upload${query}`, {
      method: 'POST',
      body,
      headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
    });
  };

  describe.each(Object.keys(FORMS))('in %s', (form) => {
    it.each(some(Object.entries(READINGS), form))('%s is read', async (name, reading) => {
      const { kind = 'csv', encoding = 'utf-8', delimiter = ',', sheet = null, others = [], warnings = [] } = reading;
      const answer = await upload(form, name, true);
      expect(answer.status, await answer.clone().text()).toBe(200);
      const { data } = (await answer.json()) as { data: DryRun };
      expect({
        name: data.name,
        kind: data.kind,
        encoding: data.encoding,
        delimiter: data.delimiter,
        sheet: data.sheet,
        column: typeof data.email_column === 'number' ? data.email_column - 1 : data.email_column,
        row: data.sample[0],
        // One without a name has a number.
        others: data.other_email_columns.map(({ column }) => (typeof column === 'number' ? null : column)),
        warnings: data.warnings
          .map(({ code }) => code)
          .filter((code) => !['other_email_columns', 'several_addresses'].includes(code)),
      }).toEqual({
        ...{ name, kind, encoding, delimiter, sheet, others, warnings },
        ...{ column: reading.column, row: shown(reading.row) },
      });
      const stored = await upload(form, name, false);
      expect(stored.status, await stored.clone().text()).toBe(201);
      const { id } = ((await stored.json()) as { data: { id: number } }).data;
      const results = await fetch(`${url}/${id}/results?format=json`, { headers });
      const rows = ((await results.json()) as { data: { email: string; email_checked: string | null }[] }).data;
      expect(rows.map(({ email, email_checked: checked }) => checked ?? email.trim())).toEqual(reading.emails);
    });

    it.each(some(Object.entries(REFUSALS), form))('%s is refused by its name', async (name, [code, kind, advice]) => {
      const answer = await upload(form, name, false);
      const problem = (await answer.json()) as Problem & { reason?: string };
      expect([answer.status, problem.code, problem.reason]).toEqual([422, 'wrong_file', code]);
      expect(problem.detail).toMatch(kind);
      expect(problem.detail).toMatch(advice);
    });
  });
});
