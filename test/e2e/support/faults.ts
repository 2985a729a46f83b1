/** A site, the built edge and an upstream, each on an origin of its own over real HTTP, one of them out of order. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JSONWebKeySet } from 'jose';
import type * as BuiltEdge from '../../../src/edge/index.js';
import type * as BuiltNode from '../../../src/edge/runtime/node.js';
import type { EdgeStore } from '../../../src/edge/index.js';
import type { ValidationResult } from '../../../src/protocol/index.js';
import { result } from '../../support/result.js';
import { startSite, type Site } from './site.js';

const built = (file: string): string => new URL(`../../../dist/${file}`, import.meta.url).href;
const { createEdge, generateReceiptKey } = (await import(built('edge/index.js'))) as typeof BuiltEdge;
const { toNodeListener } = (await import(built('edge/runtime/node.js'))) as typeof BuiltNode;

export type UpstreamFault = (response: ServerResponse, verdict: ValidationResult) => void;
export type EdgeFault = (path: string, response: ServerResponse) => boolean;

/** The faults of one scene; a part without a fault works. */
export interface Fault {
  /** Sends the upstream's response; unset, it is correct. `dead`: nothing listens there. */
  upstream?: 'dead' | UpstreamFault;
  /** Stands before the edge: true when it has taken the request. `dead`: nobody listens there. */
  edge?: 'dead' | EdgeFault;
  store?: EdgeStore;
  /** Offset of the browser's clock, in milliseconds: positive if it is ahead. */
  skewMs?: number;
}

export interface Scene {
  site: Site;
  /** The edge's public keys. */
  keys(): Promise<JSONWebKeySet>;
  close(): Promise<void>;
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });

/** An address where nobody listens. */
const nowhere = async (): Promise<string> => {
  const server = createServer();
  const url = await listen(server);
  await close(server);
  return url;
};

/**
 * Sets the scene.
 * @param page gives the HTML of the site's page, by the edge's address.
 */
export const setScene = async (fault: Fault, page: (edge: string) => string): Promise<Scene> => {
  const servers: Server[] = [];
  const serve = (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    servers.push(server);
    return listen(server);
  };

  const { upstream, edge: before, store } = fault;
  const baseUrl =
    upstream === 'dead'
      ? await nowhere()
      : await serve((request, response) => {
          const email = new URL(request.url ?? '', 'http://upstream').searchParams.get('email') ?? '';
          const verdict = result(email);
          if (upstream) upstream(response, verdict);
          else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(verdict));
        });

  let edgeUrl = '';
  const site = await startSite(() => page(edgeUrl));
  const edge = createEdge({
    origins: [site.origin],
    secret: 'a secret of more than thirty-two bytes',
    receiptKey: await generateReceiptKey(),
    issuer: 'https://edge.example/',
    // Longer than any hold here, and than a pause of this process, which is the upstream too.
    upstream: { baseUrl, apiKey: 'a key', timeoutMs: 20_000 },
    ...(store && { store }),
  });
  const listener = toNodeListener(edge);
  edgeUrl =
    before === 'dead'
      ? await nowhere()
      : await serve((request, response) => {
          if (!before?.(request.url ?? '', response)) listener(request, response);
        });

  return {
    site,
    keys: async () => {
      const response = await edge(new Request('https://edge.example/.well-known/jwks.json'));
      return (await response.json()) as JSONWebKeySet;
    },
    close: async () => {
      await site.close();
      await Promise.all(servers.map(close));
    },
  };
};
