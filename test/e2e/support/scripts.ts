import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const CDN = join(import.meta.dirname, '../../../dist/cdn');

/** The loader's two forms, as built. */
export const loaders = { module: 'email-verify.js', classic: 'email-verify.classic.js' } as const;

/** The text of a built script, for pages that carry it inline. */
export const readScript = (name: string): string => readFileSync(join(CDN, name), 'utf8');

/** The files that hold the element until a verdict stands. */
export const ELEMENT = /^\/([\w.]+\/)?email-verify-(element|bundle)\.js/;

/**
 * A server of the built scripts, of a page for them, and of as much of an edge as a page can tell: below `/verify/`,
 * every address is valid. What is asked for below `/latest/` is redirected to `/1.2.3/`.
 */
export interface Scripts {
  origin: string;
  /** The paths that were asked for, oldest first. */
  requests: string[];
  /** The next requests for such paths are cut off, as many as this; by default those for the element. */
  lose(times: number, path?: RegExp): void;
  /** Keeps the element back until the function that it gives is called. */
  keepBack(): () => void;
  close(): void;
}

/** @param page gives the page's HTML. */
export const startScripts = async (page: () => string): Promise<Scripts> => {
  const requests: string[] = [];
  let losses = 0;
  let lost = ELEMENT;
  let arrival: Promise<void> | undefined;
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    requests.push(url);
    const { pathname, search } = new URL(url, 'http://localhost');
    // A module of another origin is asked for with CORS.
    response.setHeader('access-control-allow-origin', '*');
    if (lost.test(pathname) && losses-- > 0) {
      response.destroy();
    } else if (pathname === '/verify/token') {
      response.end('{"token":"t","expires_in":600}');
    } else if (pathname === '/verify/validate') {
      request.on('data', (body: Buffer) => {
        const { email } = JSON.parse(body.toString()) as { email: string };
        response.end(JSON.stringify({ email, status: 'valid', quality: 'safe', sub_status: [], receipt: 'r' }));
      });
    } else if (pathname.startsWith('/latest/')) {
      response.writeHead(302, { location: `${pathname.replace('latest', '1.2.3')}${search}` }).end();
    } else if (/^\/(1\.2\.3\/)?[\w.-]+\.js$/.test(pathname)) {
      const name = pathname.replace(/.*\//, '');
      const answer = (): unknown =>
        existsSync(join(CDN, name))
          ? response.setHeader('content-type', 'text/javascript').end(readScript(name))
          : response.writeHead(404).end();
      if (arrival && ELEMENT.test(pathname)) void arrival.then(answer);
      else answer();
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lose: (times, path = ELEMENT) => {
      losses = times;
      lost = path;
    },
    keepBack: () => {
      let arrive: () => void = () => undefined;
      arrival = new Promise((resolve) => (arrive = resolve));
      return () => {
        arrive();
        arrival = undefined;
      };
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
