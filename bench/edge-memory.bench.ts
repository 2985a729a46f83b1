/**
 * The heap of an edge under a million requests from 100,000 client addresses, each with its own token and email address.
 * `npm run bench edge-memory`, after `npm run build`; takes some minutes. Fails if the heap grows by more than 5 % after the
 * second round of all clients.
 */
import { HEADERS, start } from './edge/start.js';
import { peer } from './peers.js';
import { table } from './table.js';

const autocannon = peer('autocannon');

const CLIENTS = Number(process.env['CLIENTS'] ?? 100_000);
/** Requests per client. */
const ROUNDS = 10;
const LIMIT = 0.05;

const upstream = await start('upstream');
const edge = await start('edge', upstream.url);
const tokens = Array<string>(CLIENTS).fill('');

const addressOf = (client: number): string => `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;

/** Sends one request from each client. */
const round = async (
  path: string,
  bodyOf: (client: number) => string,
  onBody?: (client: number, text: string) => void,
) => {
  let next = 0;
  const { non2xx, errors } = await autocannon({
    url: edge.url,
    connections: 20,
    amount: CLIENTS,
    requests: [
      {
        method: 'POST',
        path,
        setupRequest: (request, context) => {
          const client = next++ % CLIENTS;
          Object.assign(context, { client });
          return { ...request, headers: { ...HEADERS, 'x-forwarded-for': addressOf(client) }, body: bodyOf(client) };
        },
        onResponse: (_status, text, context) => onBody?.((context as { client: number }).client, text),
      },
    ],
  });
  if (non2xx || errors) throw new Error(`${path}: ${non2xx} refused, ${errors} lost`);
};

const MB = 2 ** 20;
const heaps: number[] = [];
const rows: (string | number)[][] = [];
for (let i = 0; i < ROUNDS; i++) {
  // Renew the tokens: they expire after ten minutes, and a round may take one minute.
  if (i % 4 === 0) {
    await round(
      '/token',
      () => '',
      (client, text) => {
        tokens[client] = (JSON.parse(text) as { token: string }).token;
      },
    );
  }
  await round('/validate', (client) => JSON.stringify({ token: tokens[client], email: `p${client}@example.com` }));
  const heapBytes = await edge.heapBytes();
  heaps.push(heapBytes);
  rows.push([`after ${((i + 1) * CLIENTS).toLocaleString('en')} checks`, (heapBytes / MB).toFixed(1)]);
}
table(['', 'heap MB'], rows);
const [, early = NaN] = heaps;
const growth = (heaps.at(-1) ?? NaN) / early - 1;
console.log(`grown by ${(growth * 100).toFixed(1)} % since the second round`);
for (const server of [edge, upstream]) server.end();
if (!(growth <= LIMIT)) process.exitCode = 1;
