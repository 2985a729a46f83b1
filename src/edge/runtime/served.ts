/** A running server, on any runtime. */
export interface Served {
  /** Where it listens, such as `http://localhost:8080`. */
  url: string;
  port: number;
  /** Takes no more requests, gives those in flight some seconds to end, and closes. */
  close: () => Promise<void>;
}

/** Bounds of a server. Times are in milliseconds. */
export interface ServerBounds {
  /** The most connections at once (4096); further ones are closed when they come. */
  maxConnections?: number;
  /** For the headers of a request (15,000). */
  headersTimeoutMs?: number;
  /** For a whole request (30,000). */
  requestTimeoutMs?: number;
  /** For the next request on a connection (65,000): longer than nginx and load balancers keep theirs (60 s). */
  keepAliveTimeoutMs?: number;
  /** For requests in flight once the server is to end (5,000). */
  graceMs?: number;
}

/** The time for requests in flight once a server is to end, in milliseconds. */
export const GRACE_MS = 5000;

/** Ends the process on SIGTERM or SIGINT: after `close`, or at once at the second signal. */
export const endOnSignal = (close: () => Promise<void>): void => {
  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(1);
      ending = true;
      void close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
};

/** The URL of a server on this machine; one that listens on every address is called `localhost`. */
export const localUrl = (host: string | null | undefined, port: number): string => {
  const name = host && !['0.0.0.0', '::'].includes(host) ? host : 'localhost';
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};
