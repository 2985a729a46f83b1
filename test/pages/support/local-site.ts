/** A site on loopback for the HTML of the manual: the built scripts, an edge in small, and what its pages send. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installed } from './tarball.js';

/** One request that a page has sent with data. */
export interface Post {
  path: string;
  /** The fields of a form or of a JSON object. */
  data: Record<string, unknown>;
}

export interface LocalSite {
  origin: string;
  /** Without the questions for the edge, oldest first. */
  posts: Post[];
  /** The HTML below each path. */
  pages: Map<string, string>;
  /** Answers in place of an empty page. */
  answer: (post: Post) => string;
  close(): void;
}

/** Reads a form, also a `multipart` one, or JSON. */
const read = async (request: IncomingMessage): Promise<Post['data']> => {
  const body = await text(request);
  const type = request.headers['content-type'] ?? '';
  if (type.includes('json')) return JSON.parse(body) as Post['data'];
  return Object.fromEntries(await new Response(body, { headers: { 'content-type': type } }).formData());
};

/** The edge: the local part of an address is its status. */
const check = (email: string): string =>
  JSON.stringify({
    email,
    status: email.split('@')[0],
    quality: 'safe',
    sub_status: [],
    receipt: `receipt for ${email}`,
  });

/** @param scripts files by the path at which a page asks for them. */
export const startLocalSite = async (scripts: Record<string, string>): Promise<LocalSite> => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const script = scripts[pathname] ?? (pathname.endsWith('.js') ? join(installed, 'dist/cdn', pathname) : null);
    if (pathname === '/verify/token') response.end('{"token":"t","expires_in":600}');
    else if (pathname === '/verify/validate') {
      const { email } = JSON.parse(await text(request)) as { email: string };
      response.end(check(email));
    } else if (pathname === '/verify/outcomes') response.writeHead(204).end();
    else if (request.method === 'POST') {
      const post = { path: pathname, data: await read(request) };
      site.posts.push(post);
      response.setHeader('content-type', pathname.startsWith('/livewire') ? 'application/json' : 'text/html');
      response.end(site.answer(post));
    } else if (script) {
      response.setHeader('content-type', 'text/javascript').end(await readFile(script));
    } else response.setHeader('content-type', 'text/html; charset=utf-8').end(site.pages.get(pathname) ?? 'Thanks');
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: LocalSite = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts: [],
    pages: new Map(),
    answer: () => '<!doctype html><title>Thanks</title>Thanks',
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return site;
};

/** The hosts of the manual's scripts and edge, in place of which the site has its own. */
const HOST = /https:\/\/verify\.example\//g;

const root = join(import.meta.dirname, '../../..');

/** The blocks of HTML of a page of the manual, by the last heading before them. */
export const htmlOf = async (file: string): Promise<Map<string, string>> => {
  const blocks = new Map<string, string>();
  let title = '';
  for (const [, heading, code = ''] of (await readFile(join(root, file), 'utf8')).matchAll(
    /^#+ (.*)$|^```html\n([^]*?)^```$/gm,
  )) {
    if (heading) title = heading;
    else blocks.set(title, (blocks.get(title) ?? '') + code.replaceAll(HOST, '/'));
  }
  return blocks;
};

/** A document with this body. */
export const whole = (body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign up</title><link rel="icon" href="data:,">${body}`;
