/** A page of each peer, and on loopback the answers that each asks for: every address is good. */
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const ANSWER_MS = 30;

const cdn = join(import.meta.dirname, '../../dist/cdn');
/** The built scripts by their paths, compressed as a site would send them. */
const scripts = new Map(
  readdirSync(cdn)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [`/${name}`, brotliCompressSync(readFileSync(join(cdn, name)))]),
);

const json = (value) => ['application/json', JSON.stringify(value)];

/** What the edge, Verifalia's service and a server of auto-check's user say. */
const answer = (path, body) => {
  if (path === '/verify/token') return json({ token: 'token', expires_in: 600 });
  if (path === '/verify/validate') {
    const { email } = JSON.parse(body);
    // What is nearly another address is left to the page to doubt.
    const status = email.includes('gamil') ? 'unknown' : 'valid';
    return json({ email, status, quality: 'safe', sub_status: [], did_you_mean: null, receipt: 'receipt' });
  }
  if (path.startsWith('/verifalia/')) {
    const [{ inputData }] = JSON.parse(body).entries;
    const entry = { inputData, emailAddress: inputData, classification: 'Deliverable', status: 'Success' };
    const entries = { meta: { isTruncated: false }, data: [entry] };
    return json({ overview: { id: 'bench', status: 'Completed', noOfEntries: 1 }, entries });
  }
  return path === '/auto-check' ? ['text/plain', 'good'] : null;
};

/** A sign-up with the script tag. */
const SLOW_PAGE = `<!doctype html><html lang="en"><title>Sign up</title>
  <script type="module" src="/email-verify.js" data-endpoint="/verify/"></script>
  <form method="post" action="/sent"><label>Email <input type="email" name="email"></label><button>Send</button></form>`;

/** @param pages the peers. `/page/2/100` is the page of the third, with 100 fields; `/slow` is the script tag's. */
export const serve = async (pages) => {
  /** The bodies of the forms that were sent. */
  const sent = [];
  const server = createServer(async (request, response) => {
    const [, kind, index, count] = request.url.split('/');
    if (kind === 'page') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><html lang="en"><title>Sign up</title>${pages[index].markup(Number(count))}`);
      return;
    }
    if (kind === 'slow') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(SLOW_PAGE);
      return;
    }
    const script = scripts.get(request.url.split('?')[0]);
    if (script) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' });
      response.end(script);
      return;
    }
    let body = '';
    for await (const piece of request) body += piece;
    if (kind === 'sent') {
      sent.push(body);
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Sent</title>');
      return;
    }
    const found = answer(request.url, body);
    if (!found) {
      response.writeHead(404).end();
      return;
    }
    setTimeout(() => response.setHeader('content-type', found[0]).end(found[1]), ANSWER_MS);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    sent,
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
