/** Bounds of a server. Times are in milliseconds. */
export interface ServerBounds {
  /** The most connections at once (4096); more are closed when they come. */
  maxConnections?: number;
  /** How long the headers of a request may take (15,000). */
  headersTimeoutMs?: number;
  /** How long a whole request may take to come (30,000). */
  requestTimeoutMs?: number;
  /** How long a connection waits for its next request (65,000): longer than nginx and load balancers keep theirs (60 s). */
  keepAliveTimeoutMs?: number;
  /** How long answers that are under way may take once the server is to end (5,000). */
  graceMs?: number;
}
