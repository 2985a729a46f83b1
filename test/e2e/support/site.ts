import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Somebody's site, on an origin of its own: a page, and a backend that takes what its form sends. */
export interface Site {
  origin: string;
  /** The submissions that the backend received, oldest first. */
  submissions: Record<string, string>[];
  close(): Promise<void>;
}

/**
 * @param page gives the page's HTML.
 * @param script gives the text of a script, by its path; null: the page is there, too.
 */
export const startSite = async (
  page: () => string,
  script: (path: string) => string | null = () => null,
): Promise<Site> => {
  const submissions: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const text = script(pathname);
      const type = text === null ? 'html' : 'javascript';
      response.writeHead(200, { 'content-type': `text/${type}; charset=utf-8` }).end(text ?? page());
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      submissions.push(Object.fromEntries(new URLSearchParams(body)));
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Thanks</title><h1>Thanks</h1>');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    submissions,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};
