/** The web server of apps that have none: their files, and the backend of their form as the docs write it. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { existsSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Receipt from '../../../src/receipt/index.js';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};

/** The file for a path; packages are found as Node finds them. */
const fileFor = (folder: string, path: string): string | undefined => {
  const find = (file: string): string | undefined => (existsSync(file) && statSync(file).isFile() ? file : undefined);
  if (!path.startsWith('/node_modules/')) return find(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  const parts = folder.split(sep);
  return parts.map((_, i) => find(join(parts.slice(0, parts.length - i).join(sep), path))).find(Boolean);
};

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Welcome</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;

export interface Backend {
  /** The folder with the app's files. */
  folder: string;
  /** Our package, as the app has it. */
  installed: string;
  origin: string;
  /** The edge's keys. */
  jwks: string;
}

const signUp = async (request: IncomingMessage, { installed, origin, jwks }: Backend): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(Buffer.concat(pieces), { headers }).formData();
  const { verifyReceipt } = (await import(
    pathToFileURL(join(installed, 'dist/receipt/index.js')).href
  )) as typeof Receipt;
  const [email, receipt, plan] = ['email', 'email-verification', 'plan'].map((name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  });
  const check = await verifyReceipt(receipt, { email: email!, audience: origin, jwks });
  return `Welcome, ${email}. Plan: ${plan}. Address: ${check.ok ? 'verified' : 'not verified'}.`;
};

const answer = async (request: IncomingMessage, response: ServerResponse, backend: Backend): Promise<void> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', backend.origin);
  if (pathname === '/sign-up' && request.method === 'POST') {
    const text = await signUp(request, backend);
    // A document gets a redirect, a script the text.
    if (request.headers.accept?.includes('text/html')) {
      response.writeHead(303, { location: `/welcome?text=${encodeURIComponent(text)}` }).end();
    } else response.writeHead(200, { 'content-type': TYPES['.html'] }).end(text);
  } else if (pathname === '/welcome') {
    response.writeHead(200, { 'content-type': TYPES['.html'] }).end(page(searchParams.get('text') ?? ''));
  } else {
    const file = fileFor(backend.folder, pathname);
    if (!file) response.writeHead(404).end();
    else {
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type }).end(await readFile(file));
    }
  }
};

/** Serves on the port of `origin`. */
export const startBackend = async (backend: Backend): Promise<Server> => {
  const server = createServer((request, response) => {
    answer(request, response, backend).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(backend.origin).port), '127.0.0.1', resolve));
  return server;
};
