import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A measured server, in its own process. */
export interface Measured {
  url: string;
  /** CPU time since its start, in microseconds. */
  cpuUs(): Promise<number>;
  /** The heap after a garbage collection. */
  heapBytes(): Promise<number>;
  end(): void;
}

export const ORIGIN = 'https://shop.example';
export const HEADERS = { origin: ORIGIN, 'content-type': 'text/plain' };

/**
 * Starts a server in a child process.
 * @param kind `bare`, `bareHono`, `signingHono`, `upstream` or `edge`.
 * @param from the upstream of an edge: a service's URL, or a DNS server's `host:port`.
 */
export const start = async (kind: string, from = ''): Promise<Measured> => {
  const child = fork(join(import.meta.dirname, 'server.mjs'), [kind, from], { execArgv: ['--expose-gc'] });
  const ask = async <T>(): Promise<T> => {
    const [answer] = (await once(child, 'message')) as [T];
    return answer;
  };
  const usage = (what: 'cpuUs' | 'heapBytes'): Promise<number> => {
    const answer = ask<number>();
    child.send(what);
    return answer;
  };
  const { port } = await ask<{ port: number }>();
  return {
    url: `http://127.0.0.1:${port}`,
    cpuUs: () => usage('cpuUs'),
    heapBytes: () => usage('heapBytes'),
    end: () => {
      child.disconnect();
    },
  };
};

/** Fetches a token from an edge. */
export const fetchToken = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/token`, { method: 'POST', headers: HEADERS });
  return ((await response.json()) as { token: string }).token;
};
