import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { PAGE_HEADERS } from '../util/page-headers.js';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
};

interface StaticFile {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  etag: string;
  /** Compressed at the first request. */
  brotli: Promise<Uint8Array<ArrayBuffer>> | null;
}

export type StaticFiles = ReadonlyMap<string, StaticFile>;

const compress = async (body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await promisify(brotliCompress)(body));

/** Reads all files of the folders into memory, keyed by URL path. No request path ever reaches the file system. */
export const loadFiles = async (...folders: string[]): Promise<StaticFiles> => {
  const files = new Map<string, StaticFile>();
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const type = TYPES[extname(entry.name)];
      if (!entry.isFile() || type === undefined) continue;
      const file = join(entry.parentPath, entry.name);
      const body = new Uint8Array(await readFile(file));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      const path = `/${relative(folder, file).split(sep).join('/')}`;
      files.set(path.replace(/index\.html$/, ''), { body, type, etag, brotli: null });
    }
  }
  return files;
};

/** Serves one of the files; null for any other path or method. */
export const serveFile = async (files: StaticFiles, request: Request): Promise<Response | null> => {
  const file = files.get(new URL(request.url).pathname);
  if (!file || !['GET', 'HEAD'].includes(request.method)) return null;
  const headers = new Headers({
    'content-type': file.type,
    etag: file.etag,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    // A module script of another site's page is fetched with CORS.
    'access-control-allow-origin': '*',
  });
  if (file.type.startsWith('text/html'))
    for (const [name, value] of Object.entries(PAGE_HEADERS)) headers.set(name, value);
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers });
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (!/\bbr\b/.test(accepted)) return new Response(file.body, { headers });
  headers.set('content-encoding', 'br');
  return new Response(await (file.brotli ??= compress(file.body)), { headers });
};
