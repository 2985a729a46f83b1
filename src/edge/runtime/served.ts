/** What a server of any runtime gives. */
export interface Served {
  /** Where it listens, such as `http://localhost:8080`. */
  url: string;
  port: number;
  /** Takes no more requests, lets those under way end for some seconds, and closes. */
  close: () => Promise<void>;
}

/** How long answers that are under way may take once a server is to end, in milliseconds. */
export const GRACE_MS = 5000;

/** Ends the process when it is asked to (SIGTERM, SIGINT): after `close`, or at once when it is asked twice. */
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

/** Where a server listens, as a URL of this machine. */
export const localUrl = (host: string | null | undefined, port: number): string => {
  const name = host?.includes(':') ? `[${host}]` : (host ?? 'localhost');
  return `http://${name}:${port}`;
};
