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
  '.webp': 'image/webp',
};

/** The headers of the dashboard, whose pages are private to their user. */
const PRIVATE_HEADERS = {
  'cache-control': 'private, no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
/** A module script of another site's page is fetched with CORS. */
const PUBLIC_HEADERS = { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' };

/** A folder of static files. */
export interface Assets {
  folder: string;
  /** The URL path of its files, with a slash at the end. */
  path: string;
  /** True for the dashboard: no other site may use its files. */
  isPrivate?: boolean;
  /** The headers of its pages; by default those of every page. */
  pageHeaders?: Readonly<Record<string, string>>;
}

interface StaticFile {
  isPrivate: boolean;
  pageHeaders: Readonly<Record<string, string>>;
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
export const loadFiles = async (...assets: Assets[]): Promise<StaticFiles> => {
  const files = new Map<string, StaticFile>();
  for (const { folder, path: below, isPrivate = false, pageHeaders = PAGE_HEADERS } of assets) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const type = TYPES[extname(entry.name)];
      if (!entry.isFile() || type === undefined) continue;
      const file = join(entry.parentPath, entry.name);
      const body = new Uint8Array(await readFile(file));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      const path = below + relative(folder, file).split(sep).join('/');
      files.set(path.replace(/(?<=\/)index\.html$/, ''), { isPrivate, pageHeaders, body, type, etag, brotli: null });
    }
  }
  return files;
};

/**
 * Redirects to a folder whose slash was left out. The target is relative, since a proxy may serve it under another
 * path.
 */
const toFolder = (pathname: string): Response =>
  new Response(null, { status: 308, headers: { location: `${pathname.slice(pathname.lastIndexOf('/') + 1)}/` } });

/** Serves one of the files; null for any other path or method. */
export const serveFile = async (files: StaticFiles, request: Request): Promise<Response | null> => {
  const { pathname } = new URL(request.url);
  const file = files.get(pathname);
  if (!['GET', 'HEAD'].includes(request.method)) return null;
  if (!file) return files.has(`${pathname}/`) ? toFolder(pathname) : null;
  const headers = new Headers({
    'content-type': file.type,
    etag: file.etag,
    vary: 'Accept-Encoding',
    ...(file.isPrivate ? PRIVATE_HEADERS : PUBLIC_HEADERS),
  });
  if (file.type.startsWith('text/html'))
    for (const [name, value] of Object.entries(file.pageHeaders)) headers.set(name, value);
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers });
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (!/\bbr\b/.test(accepted)) return new Response(file.body, { headers });
  headers.set('content-encoding', 'br');
  return new Response(await (file.brotli ??= compress(file.body)), { headers });
};
