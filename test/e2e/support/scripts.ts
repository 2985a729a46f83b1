import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const CDN = join(import.meta.dirname, '../../../dist/cdn');

/** A server of the built scripts, and of a page for them. */
export interface Scripts {
  origin: string;
  /** What was asked for, oldest first. */
  requests: string[];
  /** The next requests for the workings are cut off, as many as this. */
  lose(times: number): void;
  close(): void;
}

/** @param page gives the page's HTML. */
export const startScripts = async (page: () => string): Promise<Scripts> => {
  const requests: string[] = [];
  let losses = 0;
  const server = createServer(({ url = '/' }, response) => {
    requests.push(url);
    const { pathname } = new URL(url, 'http://localhost');
    if (pathname.includes('workings') && losses-- > 0) {
      response.destroy();
      return;
    }
    const isScript = /^\/[\w.-]+\.js$/.test(pathname);
    // A module of another origin is asked for with CORS.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? readFileSync(join(CDN, pathname)) : page());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lose: (times) => {
      losses = times;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
