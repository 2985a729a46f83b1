/** Lists on disk, and the surroundings of `email-verify list` in a test. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'vitest';
import { readListCommand } from '../../../src/cli/list/options.js';
import { runList, type ListSurroundings } from '../../../src/cli/list/run-list.js';
import { createVerifier } from '../../../src/verifier/index.js';
import { startDnsServer, type DnsServer, type Zone } from '../../support/dns-server.js';

export const NOW = new Date('2026-01-31T12:00:00Z');

export const ZONE: Zone = {
  ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`firm${n}.org`, { MX: ['mx.provider.org'] }])),
  'gmail.com': { MX: ['mx.provider.org'] },
  'mx.provider.org': { A: ['1.2.3.4'] },
};

export interface Bench {
  dns: DnsServer;
  /** May be changed. */
  zone: Zone;
  folder: string;
  /** Writes a file of the folder, and gives its path. */
  put: (name: string, content: string | Buffer) => string;
  read: (name: string) => string;
  /** Runs `email-verify list` with these arguments. */
  run: (args: string[], more?: Partial<ListSurroundings> & { maxRows?: number; stdin?: Readable }) => Promise<Ran>;
}

export interface Ran {
  stdout: string;
  stderr: string;
  /** The error that the command threw, or null. */
  error: unknown;
  /** False: more of the addresses may bounce than --max-bounce allows. Undefined after an error. */
  isWithin: boolean | undefined;
}

export const openBench = async (t: Pick<TestContext, 'onTestFinished'>, records: Zone = ZONE): Promise<Bench> => {
  const zone = { ...records };
  const dns = await startDnsServer({ zone });
  const folder = mkdtempSync(join(tmpdir(), 'email-verify-'));
  t.onTestFinished(async () => {
    await dns.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    dns,
    zone,
    folder,
    put(name, content) {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    async run(args, { maxRows = 10_000, ...more } = {}) {
      const { output, ...command } = readListCommand(args);
      if (output === null) throw new Error('-o is missing');
      const stdout = new PassThrough({ highWaterMark: 1e9 });
      let stderr = '';
      const ran = runList(
        { ...command, output },
        {
          stdin: Readable.from([]),
          stdout,
          stderr: { write: (part) => (stderr += part) },
          signal: new AbortController().signal,
          key: undefined,
          openVerifier: () => ({
            verifier: createVerifier({ dnsServers: [dns.address], now: () => NOW }),
            maxRows,
            asksMailServers: false,
          }),
          ...more,
        },
      );
      const { error, isWithin } = await ran.then(
        (within) => ({ error: null, isWithin: within }),
        (reason: unknown) => ({ error: reason, isWithin: undefined }),
      );
      stdout.end();
      return { stdout: await text(stdout), stderr, error, isWithin };
    },
  };
};

/** Addresses of ten domains, and some that do not exist. */
export const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `person${n}@${n % 7 === 3 ? 'dead.org' : `firm${n % 10}.org`}`);
