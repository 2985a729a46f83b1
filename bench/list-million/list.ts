/** A list that goes through the service as a user sends it: uploaded, checked and downloaded as a stream. */
import { setTimeout } from 'node:timers/promises';
import type { KeyedServer } from '../service/start.js';

const PER_CHUNK = 1000;
const POLL_MS = 100;

/** The rows of a list. */
export interface List {
  header: string;
  rows: number;
  /** A row, from 1 on. */
  rowOf: (n: number) => string;
}

async function* file({ header, rows, rowOf }: List): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${header}\r\n`);
  for (let first = 1; first <= rows; first += PER_CHUNK) {
    let text = '';
    for (let n = first; n < Math.min(first + PER_CHUNK, rows + 1); n += 1) text += `${rowOf(n)}\r\n`;
    yield await Promise.resolve(Buffer.from(text));
  }
}

const ask = async ({ url, key }: KeyedServer, path: string, init: RequestInit = {}): Promise<Response> => {
  const response = await fetch(`${url}/api/batch/${path}`, {
    ...init,
    headers: { 'content-type': 'text/csv', 'x-api-key': key },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
};

interface ListAnswer {
  data: { id: number; status: string; processed: number; counts: { valid: number } };
}

/** Uploads a list. @returns its id. */
export const upload = async (server: KeyedServer, list: List): Promise<number> => {
  const init = { method: 'POST', body: file(list), duplex: 'half' };
  const { data } = (await (
    await ask(server, 'upload?name=list.csv', init as unknown as RequestInit)
  ).json()) as ListAnswer;
  return data.id;
};

/** Waits until all rows of a list are checked. @param onProgress called with the number of those that are. */
export const untilChecked = async (
  server: KeyedServer,
  id: number,
  rows: number,
  onProgress: (processed: number) => void = () => undefined,
): Promise<void> => {
  for (;;) {
    const { data } = (await (await ask(server, String(id))).json()) as ListAnswer;
    onProgress(data.processed);
    if (data.status === 'completed' && data.counts.valid === rows) return;
    if (data.status !== 'pending' && data.status !== 'processing') throw new Error(JSON.stringify(data));
    await setTimeout(POLL_MS);
  }
};

/** The rows of a list that are done. */
export const processedOf = async (server: KeyedServer, id: number): Promise<number> =>
  ((await (await ask(server, String(id))).json()) as ListAnswer).data.processed;

/** Downloads a list. @throws if a row is missing, comes twice, or is not in its place. */
export const download = async (server: KeyedServer, id: number, { rows, rowOf }: List): Promise<void> => {
  const { body } = await ask(server, `${id}/results`);
  let [seen, rest] = [0, ''];
  const decoder = new TextDecoder();
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (seen > 0 && !line.startsWith(`${rowOf(seen)},valid,`)) throw new Error(`row ${seen} is ${line}`);
      seen += 1;
    }
  }
  if (seen !== rows + 1 || rest !== '') throw new Error(`${seen - 1} of ${rows} rows came`);
};
