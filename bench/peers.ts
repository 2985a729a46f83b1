/**
 * The packages of this folder, with the types of what is used of them: a newcomer's `npm ci` brings neither them nor
 * their types.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface Addresses {
  isemail: { validate: (text: string) => boolean };
  '@hapi/address': { isEmailValid: (text: string) => boolean };
  mailchecker: { isValid: (text: string) => boolean };
  'deep-email-validator': {
    validate: (what: { email: string; validateMx: boolean; validateSMTP: boolean }) => Promise<unknown>;
  };
  '@zootools/email-spell-checker': {
    default: { run: (what: { email: string }) => { full: string } | undefined };
  };
}

/** A request of a client of autocannon; `context` is that client's. */
interface Asked {
  method: 'POST';
  path: string;
  headers?: Record<string, string>;
  setupRequest: (request: object, context: object) => object;
  onResponse?: (status: number, text: string, context: object) => void;
}

interface Sent {
  non2xx: number;
  errors: number;
  requests: { total: number };
  duration: number;
  latency: { p99: number };
}

type Autocannon = (what: {
  url: string;
  connections: number;
  amount?: number;
  duration?: number;
  requests: Asked[];
}) => Promise<Sent>;

interface Peers extends Addresses {
  autocannon: Autocannon;
}

/** Loads a package of this folder. */
export const peer = <Name extends keyof Peers>(name: Name): Peers[Name] => require(name) as Peers[Name];
