import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
};

/**
 * Serves the files below a folder, to pages of any origin, as a CDN does.
 * @param below the path of the folder, without a slash at its end.
 * @param headersOf the further headers of a path
 */
export const serveFolder = async (
  folder: string,
  below = '',
  headersOf: (pathname: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<{ origin: string; close: () => void }> => {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = join(folder, pathname.slice(below.length).replace(/\/$/, '/index.html'));
    readFile(file).then(
      (body) => {
        response.setHeader('access-control-allow-origin', '*');
        for (const [name, value] of Object.entries(headersOf(pathname))) response.setHeader(name, value);
        response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
        response.end(body);
      },
      () => {
        response.writeHead(404).end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
