import { join } from 'node:path';
import { run } from '../../test/e2e/support/program.js';
import { ORIGIN } from '../edge/start.js';
import { CLI, startServer, type Server } from '../load/start.js';

const MANY = '999999999';
export const SECRET = 'a secret of the benchmark, 32 characters';

/** A measured server, and its API key. */
export interface KeyedServer extends Server {
  /** Of an account on the plan `enterprise` with many credits; empty for bare Hono. */
  key: string;
}

export const startHono = async (databaseUrl: string): Promise<KeyedServer> => ({
  ...(await startServer([join(import.meta.dirname, 'hono.mjs'), databaseUrl])),
  key: '',
});

/**
 * Starts the built service, whose first account is rich and on the plan `enterprise`.
 * @param store `DATA_DIR` or `DATABASE_URL`, and `DNS_SERVERS`.
 */
export const startService = async (store: Record<string, string>): Promise<KeyedServer> => {
  const env = { SECRET, ALLOWED_ORIGINS: ORIGIN, ...store };
  const options = ['--plan', 'enterprise', '--credits', MANY, '--new-key'];
  const { stdout, stderr } = await run(['account', ...options], env);
  const key = /API key: (\S+)/.exec(stdout)?.[1];
  if (key === undefined) throw new Error(stderr);
  const quotas = ['TOKEN', 'CLIENT_PER_MINUTE', 'CLIENT_PER_DAY', 'ORIGIN_PER_DAY', 'DAY'].map(
    (one) => `CHECKS_PER_${one}`,
  );
  // All connections of a load come from one address, which would have half of them.
  const server = await startServer([CLI, 'serve'], {
    TRUSTED_PROXIES: '1',
    ...env,
    ...Object.fromEntries(quotas.map((name) => [name, MANY])),
  });
  return { ...server, key };
};
