import { access, constants, mkdtemp, open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../util/errors.js';
import { EXAMINATION_MS, type Finding } from './finding.js';

/** Half of the clock tolerance of receipts; the other half is for the backend's clock. */
const MAX_SKEW_MS = 30_000;
const MIN_FREE_BYTES = 1_000_000_000;

/** Examines the clock by the `Date` header of any HTTP server. */
export const examineClock = async (url: string): Promise<Finding> => {
  const part = 'clock';
  try {
    const sent = Date.now();
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(EXAMINATION_MS) });
    const received = Date.now();
    const theirs = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(theirs))
      return { level: 'warning', part, text: `could not be compared: ${new URL(url).host} sent no Date header.` };
    // The header has whole seconds.
    const skewMs = (sent + received) / 2 - (theirs + 500);
    const seconds = Math.round(Math.abs(skewMs) / 1000);
    return Math.abs(skewMs) <= MAX_SKEW_MS
      ? { level: 'ok', part, text: `within ${seconds} s of ${new URL(url).host}` }
      : {
          level: 'error',
          part,
          text: `${seconds} s ${skewMs > 0 ? 'fast' : 'slow'}: receipts would be refused. Set it by NTP (timedatectl set-ntp true).`,
        };
  } catch (error) {
    // fetch puts the reason of a lost connection into the cause.
    const code = error instanceof Error ? (errorCode(error.cause) ?? error.name) : '';
    return { level: 'warning', part, text: `could not be compared: ${new URL(url).host} did not answer (${code}).` };
  }
};

const examineWriting = async (folder: string): Promise<void> => {
  const place = await mkdtemp(join(folder, '.doctor-'));
  try {
    const file = await open(join(place, 'file'), 'w');
    await file.write('written');
    await file.sync();
    await file.close();
  } finally {
    await rm(place, { recursive: true, force: true });
  }
};

/** Examines the folder of the embedded database. Leaves nothing behind. */
export const examineDataDir = async (folder: string): Promise<Finding> => {
  const part = 'DATA_DIR';
  try {
    const found = await stat(folder).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    });
    if (found === null) return { level: 'ok', part, text: `${folder} does not exist yet: the first start makes it` };
    if (!found.isDirectory()) return { level: 'error', part, text: `${folder} is not a folder. Set DATA_DIR to one.` };
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    await examineWriting(folder);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const gigabytes = `${(free / 1e9).toFixed(1)} GB`;
    if (free < MIN_FREE_BYTES)
      return { level: 'warning', part, text: `${folder} has ${gigabytes} left: make room before it is full.` };
    return { level: 'ok', part, text: `${folder} can be written to and synced; ${gigabytes} left` };
  } catch (error) {
    const text = `${folder} cannot be used (${errorCode(error) ?? ''}). Make it writable for this user, or set another DATA_DIR.`;
    return { level: 'error', part, text };
  }
};

/**
 * Examines if PostgreSQL answers.
 * @param url with credentials: no finding quotes it.
 */
export const examinePostgres = async (url: string): Promise<Finding> => {
  const part = 'DATABASE_URL';
  const { Client } = (await import('pg')).default;
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: EXAMINATION_MS,
    query_timeout: EXAMINATION_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
    return { level: 'ok', part, text: `PostgreSQL ${rows[0]?.version ?? ''} answers` };
  } catch (error) {
    const text = `PostgreSQL does not answer (${errorCode(error) ?? 'no answer in time'}). See that it runs, and that host, user and password are right.`;
    return { level: 'error', part, text };
  } finally {
    await client.end().catch(() => undefined);
  }
};
