/** Serves a page for each peer and the responses of its backend on loopback: every address is valid. */
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

/** The responses of the edge, of Verifalia's service, and of a backend for auto-check. */
const answer = (path, body) => {
  if (path === '/verify/token') return json({ token: 'token', expires_in: 600 });
  if (path === '/verify/validate') {
    const { email } = JSON.parse(body);
    // `unknown`, so that the page shows its own suggestion.
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

/**
 * @param pages the peers. `/page/2/100` is the page of the third peer with 100 fields, `/script/2.js` its script; `/slow`
 * has the script tag.
 */
export const serve = async (pages) => {
  /** The bodies of the submitted forms. */
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
    if (kind === 'script') {
      response.setHeader('content-type', 'text/javascript').end(pages[parseInt(index)].script);
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
