/** The site on loopback: its pages, the scripts, an edge in small, and what its forms have sent. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Site, Variant } from '../sites.js';
import type { Built } from './bundles.js';
import { bodyOf, formOf } from './markup.js';
import { installed } from './tarball.js';

const pages = join(import.meta.dirname, '..');

/** The data of one submission. */
export interface Sent {
  email: string | null;
  plan: string | null;
  /** One for each hidden field `email-verification`. */
  receipts: string[];
}

/**
 * The edge's reaction to a check: `answers` at once, `waits` until `release` is called, or `fails` by closing the
 * connection.
 */
export type Edge = 'answers' | 'waits' | 'fails';

/** One visit of one page, with an edge of its own. */
export interface Visit {
  url: string;
  /** The address below which all that belongs to the visit stands. */
  path: string;
  edge: Edge;
  /** The addresses that the edge was asked for. */
  asked: string[];
  sent: Sent[];
  /** Lets the edge answer all that it was asked, from now on. */
  release(): void;
  /** Lets the page have its own script: before, a visit of a `late` page waits for it. */
  deliver(): void;
}

interface Kept extends Visit {
  site: Site;
  variant: Variant;
  hold: number;
  waiting: (() => void)[];
  delivered: Promise<void>;
  rendering: number;
  renders: Built['renders'];
}

export interface Server {
  visit(site: Site, variant: Variant, options?: { hold?: number; edge?: Edge; late?: boolean }): Visit;
  close(): void;
}

/** A hold that no pause of the machine ends before a verdict. */
const PATIENT_HOLD_MS = 60_000;

const STATUSES = ['valid', 'invalid', 'risky', 'unknown'];

const read = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

/** Reads what a form, `fetch` or an XHR has sent. */
const sentBy = async (request: IncomingMessage): Promise<Sent & { name: string | null }> => {
  const text = await read(request);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('application/json')) {
    return { email: null, name: null, plan: null, receipts: [], ...(JSON.parse(text) as object) };
  }
  const data = await new Response(text, { headers: { 'content-type': type } }).formData();
  const one = (name: string): string | null => {
    const values = data.getAll(name).map(String);
    return values.length ? values.join() : null;
  };
  return {
    email: one('email'),
    name: one('name'),
    plan: one('plan'),
    receipts: data.getAll('email-verification').map(String),
  };
};

/** The small edge: the local part of an address is its status; for `meant` it proposes another address. */
const answerEdge = async (
  visit: Kept,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  response.setHeader('content-type', 'application/json');
  if (path === 'token') {
    response.end('{"token":"a token","expires_in":600}');
    return;
  }
  const { email } = JSON.parse(await read(request)) as { email: string };
  visit.asked.push(email);
  if (visit.edge === 'fails') {
    response.destroy();
    return;
  }
  if (visit.edge === 'waits') await new Promise<void>((resolve) => visit.waiting.push(resolve));
  const [status = ''] = email.split('@');
  const verdict = {
    email,
    status: STATUSES.includes(status) ? status : 'valid',
    quality: 'unknown',
    sub_status: [],
    did_you_mean: status === 'meant' ? 'valid@port.example' : null,
    receipt: `receipt for ${email}`,
  };
  response.end(JSON.stringify(verdict));
};

/** Settings of a visit for the page's own code. */
const settings = ({ path, hold, variant }: Kept): object => ({
  ...{ path, hold, endpoint: `${path}edge/`, script: variant === 'script' },
});

/** The page's body, with what the server knows of the form. */
const render = async (visit: Kept, email = '', error = ''): Promise<string> => {
  const { site, variant, path, hold } = visit;
  visit.rendering++;
  const npm = variant === 'npm';
  const { renders } = visit;
  const onServer = renders.get(`${variant}/${site.name}`);
  if (onServer) return onServer(settings(visit));
  if (!site.html) return '<div id="root"></div>';
  return bodyOf(await readFile(join(pages, 'sites', site.html), 'utf8'), {
    open: npm ? `<email-verify endpoint="${path}edge/" hold="${hold}">` : '',
    close: npm ? '</email-verify>' : '',
    values: { email, error, render: String(visit.rendering) },
  });
};

/** The whole page; the script tag comes last, as where authors paste it. */
const whole = (visit: Kept, body: string): string => {
  const { path, site, variant, hold } = visit;
  const own = site.file ? `<script type="module" ${site.server ? 'async' : ''} src="${path}page.js"></script>` : '';
  const ours = `<script type="module" src="/cdn/email-verify.js" data-endpoint="${path}edge/" data-hold="${hold}" ${site.tag ?? ''}></script>`;
  return `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><title>Join</title><link rel="icon" href="data:,">
<script>window.site = ${JSON.stringify(settings(visit))}</script>
<style>body { font: 16px sans-serif; margin: 40px } label, .error { display: block; margin-block: 8px }</style>
${site.head ?? ''}
${own}${variant === 'script' ? ours : ''}</head><body>${body}</body></html>`;
};

export const startServer = async ({ folder, renders }: Built): Promise<Server> => {
  const visits = new Map<string, Kept>();

  const sendFile = async (response: ServerResponse, path: string): Promise<void> => {
    const type = path.endsWith('.json') ? 'application/json' : 'text/javascript';
    const text = await readFile(path);
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(text);
  };

  const sendHtml = (response: ServerResponse, html: string, status = 200): void => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
  };

  /** A form that was sent: people are thanked, and one whose name is taken gets the form again. */
  const take = async (visit: Kept, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { name, ...sent } = await sentBy(request);
    visit.sent.push(sent);
    if (request.headers['content-type']?.startsWith('application/json')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    } else if (name === 'taken') {
      const body = await render(visit, sent.email ?? '', 'This name is taken.');
      const isFragment = request.headers['hx-request'] !== undefined;
      sendHtml(response, isFragment ? formOf(body) : whole(visit, body), visit.site.takenStatus ?? 422);
    } else {
      response.writeHead(303, { location: `${visit.path}thanks` }).end();
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = /^\/(cdn|bundles)\/((?:[\w-]+\/)*[\w.-]+)$/.exec(pathname);
    if (file) {
      await sendFile(response, join(file[1] === 'cdn' ? join(installed, 'dist/cdn') : folder, file[2] ?? ''));
      return;
    }
    const [, id = '', rest = ''] = /^\/r\/(\d+)\/(.*)$/.exec(pathname) ?? [];
    const visit = visits.get(id);
    if (!visit) throw new Error(`No visit: ${pathname}`);
    const { site, variant } = visit;
    if (rest.startsWith('edge/')) {
      await answerEdge(visit, rest.slice('edge/'.length), request, response);
    } else if (rest === 'page.js') {
      await visit.delivered;
      response.setHeader('content-type', 'text/javascript');
      response.end(`import '/bundles/${variant}/${site.name}.js';`);
    } else if (rest === 'send') {
      await take(visit, request, response);
    } else if (rest === 'thanks') {
      const html =
        '<!doctype html><html lang="en"><title>Thanks</title><main id="swup"><turbo-frame id="sign-up"><h1>Thanks</h1></turbo-frame></main>';
      sendHtml(response, html);
    } else if (rest === 'form') {
      sendHtml(response, formOf(await render(visit)));
    } else if (rest === '') {
      const body = await render(visit);
      sendHtml(response, site.document ? body : whole(visit, body));
    } else throw new Error(`No page: ${pathname}`);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(404, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    visit: (site, variant, { hold = PATIENT_HOLD_MS, edge = 'answers', late = false } = {}) => {
      const id = String(visits.size + 1);
      const path = `/r/${id}/`;
      let deliver = (): void => undefined;
      const delivered = late ? new Promise<void>((resolve) => (deliver = resolve)) : Promise.resolve();
      const visit: Kept = {
        ...{ url: origin + path, path, site, variant, hold, edge, asked: [], sent: [], waiting: [], rendering: 0 },
        delivered,
        renders,
        deliver: () => {
          deliver();
        },
        release: () => {
          visit.edge = 'answers';
          for (const go of visit.waiting.splice(0)) go();
        },
      };
      visits.set(id, visit);
      return visit;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
