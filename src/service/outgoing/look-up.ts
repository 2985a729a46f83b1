/** Finds the addresses of the hosts that customers name. */
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { nodeTransports } from '../../verifier/dns/node.js';
import { createResolver } from '../../verifier/dns/resolver.js';

/** An address as Node's `connect` takes it. */
export interface HostAddress {
  address: string;
  family: 4 | 6;
}

/** Finds the addresses of a host: none if it has none. Rejects with a `code` if they were not found out. */
export type LookUp = (host: string) => Promise<readonly HostAddress[]>;

export interface HostLookUp {
  lookUp: LookUp;
  /** Ends the questions in flight. */
  close: () => void;
}

export interface HostLookUpOptions {
  /** As in `createVerifier`: the system's when empty. */
  dnsServers: readonly string[];
  /** True: the names of closed networks count too, those of the hosts file, and short ones. */
  allowPrivate: boolean;
  /** The system's hosts(5) and resolv.conf(5). */
  files?: { hosts: string; resolvConf: string };
}

const BOUNDS = { timeoutMs: 4000, maxInFlight: 64, maxWaiting: 64, cacheSize: 1000 } as const;
/** Addresses that are tried, of each family. */
const MAX_ADDRESSES = 8;
/** Domains that a short name is looked for in. */
const MAX_DOMAINS = 6;
const SYSTEM_FILES = {
  hosts: process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts',
  resolvConf: '/etc/resolv.conf',
};
const LOOPBACK: readonly HostAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** An address with its family; nothing for another text. */
const hostAddress = (address: string): HostAddress[] => {
  const family = isIP(address);
  return family === 4 || family === 6 ? [{ address, family }] : [];
};

/** The words of each line, without comments. */
const readLines = async (path: string): Promise<string[][]> => {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .toLowerCase()
      .split(/\s+/),
  );
};

/**
 * Makes a look-up by our own resolver. `getaddrinfo` holds a thread of Node's pool of four until the last name server
 * has answered: a few hosts whose name server is silent would stop files, passwords and new connections to the
 * database.
 * @throws RangeError for a DNS server that cannot be read.
 */
export const createHostLookUp = ({ dnsServers, allowPrivate, files = SYSTEM_FILES }: HostLookUpOptions): HostLookUp => {
  const resolver = createResolver({ transports: nodeTransports(dnsServers), now: Date.now, ...BOUNDS });
  const { signal } = new AbortController();

  const ask = async (name: string): Promise<HostAddress[]> => {
    const replies = await Promise.all([resolver.resolve(name, 'A', signal), resolver.resolve(name, 'AAAA', signal)]);
    const found = replies.flatMap((reply) =>
      reply.kind === 'records' ? reply.values.slice(0, MAX_ADDRESSES).flatMap(hostAddress) : [],
    );
    const failed = replies.find((reply) => reply.kind === 'failed');
    if (found.length === 0 && failed)
      throw Object.assign(new Error('the name was not resolved'), { code: failed.code });
    return found;
  };

  const fromHosts = async (host: string): Promise<HostAddress[]> => {
    const lines = await readLines(files.hosts);
    return lines.flatMap(([address = '', ...names]) => (names.includes(host) ? hostAddress(address) : []));
  };

  /** In closed networks, `app` and `app.shop` are short for names in a domain of the machine's. */
  const longer = async (host: string): Promise<string[]> => {
    const lines = await readLines(files.resolvConf);
    const domains = lines.filter(([word]) => word === 'search').at(-1) ?? [];
    return domains.slice(1, 1 + MAX_DOMAINS).map((domain) => `${host}.${domain.replace(/\.$/, '')}`);
  };

  return {
    async lookUp(host) {
      const name = host.replace(/\.$/, '');
      // RFC 6761 §6.3.
      if (/(?:^|\.)localhost$/.test(name)) return LOOPBACK;
      if (!allowPrivate) return ask(name);
      const known = await fromHosts(name);
      if (known.length > 0) return known;
      for (const one of [name, ...(name === host ? await longer(name) : [])]) {
        const found = await ask(one);
        if (found.length > 0) return found;
      }
      return [];
    },
    close: resolver.close,
  };
};
