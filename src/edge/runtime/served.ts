import { canonicalUrl } from '../../util/url.js';

/** A running server, on any runtime. */
export interface Served {
  /** The base URL, such as `http://localhost:8080`. */
  url: string;
  port: number;
  /**
   * Waits some seconds for requests in flight, and closes. On Node, new requests are still answered for half a second.
   */
  close: () => Promise<void>;
}

/** Limits of a server. Times are in milliseconds. */
export interface ServerBounds {
  /**
   * Maximum number of open connections (4096); further ones are closed at once. Without proxies, one network may have
   * half of them.
   */
  maxConnections?: number;
  /** Time to receive the headers of a request (15,000). */
  headersTimeoutMs?: number;
  /** Time to receive a whole request (30,000). */
  requestTimeoutMs?: number;
  /** Idle time of a keep-alive connection (65,000): longer than that of nginx and load balancers (60 s). */
  keepAliveTimeoutMs?: number;
  /** Grace period for requests in flight at shutdown (5,000). */
  graceMs?: number;
}

/** Grace period for requests in flight at shutdown, in milliseconds. */
export const GRACE_MS = 5000;

/**
 * Time for which a server that shuts down accepts further connections, and keeps idle ones open, in milliseconds.
 * Without it, the connection of a client that is about to send a request would be reset. A longer time would delay a
 * restart.
 */
export const LINGER_MS = 500;

/** The URL of a server on this machine, in the form that browsers write; `localhost` if it listens on all addresses. */
export const localUrl = (host: string | null | undefined, port: number): string => {
  const name = host && !['0.0.0.0', '::'].includes(host) ? host : 'localhost';
  return canonicalUrl(`http://${name.includes(':') ? `[${name}]` : name}:${port}`);
};
