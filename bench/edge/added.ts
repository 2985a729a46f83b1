import { Agent, request } from 'node:http';
import { median } from '../table.js';
import { HEADERS, type Measured } from './start.js';

const TIMES = 2000;
const WARM_UP = 300;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** The duration of a request on an open connection, in ms. */
const time = (url: string, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    const sent = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers: HEADERS }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    });
    sent.on('error', reject).end(body);
  });

interface Setting {
  upstream: Measured;
  edge: Measured;
  token: string;
}

/** Measures the upstream directly and through the edge, alternately, one request at a time. */
export const addedTime = async ({ upstream, edge, token }: Setting): Promise<(string | number)[][]> => {
  const [direct, proxied]: [number[], number[]] = [[], []];
  for (let i = 0; i < TIMES + WARM_UP; i++) {
    const email = `new${i}@example.com`;
    const alone = await time(`${upstream.url}/api/validate?apikey=key&email=${encodeURIComponent(email)}`);
    const through = await time(`${edge.url}/validate`, JSON.stringify({ token, email }));
    if (i < WARM_UP) continue;
    direct.push(alone);
    proxied.push(through);
  }
  agent.destroy();
  const row = (name: string, times: number[]): (string | number)[] => {
    const middle = median(times);
    return [name, middle.toFixed(2), (times[Math.floor(times.length * 0.99)] ?? NaN).toFixed(2)];
  };
  return [
    row('the upstream itself', direct),
    row('through the edge', proxied),
    ['added', (median(proxied) - median(direct)).toFixed(2), ''],
  ];
};
