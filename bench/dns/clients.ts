/** The measured clients: a verifier, and bare clients that ask the same questions without a cache, lists or a verdict. */
import { createSocket } from 'node:dgram';
import { promises } from 'node:dns';
import { decode, encode } from 'dns-packet';
import type { BulkVerifier } from '../../src/verifier/index.js';
import { EXCHANGERS } from './server.js';

/** Asks one question; the time that it takes counts. */
export type Ask = (name: string, type: 'MX' | 'A') => Promise<unknown>;

/** A client of the DNS server at a port of 127.0.0.1. */
export interface Client {
  ask: Ask;
  close: () => void;
}

/** As many as a verifier has. */
const SOCKETS = 32;
/** Time after which a question is asked again, in milliseconds. */
const LOST_MS = 500;

const openSocket = async (port: number) => {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 212_992 });
  const waiting = new Map<number, () => void>();
  let id = 0;
  socket.on('message', (message) => {
    const response = decode(message);
    waiting.get(response.id ?? 0)?.();
    waiting.delete(response.id ?? 0);
  });
  await new Promise<void>((resolve) => {
    socket.connect(port, '127.0.0.1', resolve);
  });
  const ask: Ask = (name, type) =>
    new Promise<void>((resolve) => {
      const own = (id = (id + 1) & 0xffff);
      const message = encode({ type: 'query', id: own, flags: 0x0100, questions: [{ type, name }] });
      const again = setInterval(() => {
        socket.send(message);
      }, LOST_MS);
      waiting.set(own, () => {
        clearInterval(again);
        resolve();
      });
      socket.send(message);
    });
  return { ask, socket };
};

/** Messages by dns-packet over connected sockets. */
export const rawSockets = async (port: number): Promise<Client> => {
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(port)));
  let next = 0;
  return {
    ask: async (name, type) => sockets[next++ % SOCKETS]?.ask(name, type),
    close: () => {
      for (const { socket } of sockets) socket.close();
    },
  };
};

/** Node's own, c-ares. */
export const nodeResolver = (port: number): Promise<Client> => {
  const resolver = new promises.Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  const ask: Ask = (name, type) => (type === 'MX' ? resolver.resolveMx(name) : resolver.resolve4(name));
  return Promise.resolve({ ask, close: resolver.cancel.bind(resolver) });
};

/** Asks what a verifier asks for the n-th domain: its MX, then the exchanger's address unless it is known. */
export const askBare = async (ask: Ask, kind: 'shared' | 'own', n: number): Promise<void> => {
  await ask(`${kind}${n}.org`, 'MX');
  if (kind === 'own') await ask(`mx.own${n}.org`, 'A');
  else if (n < EXCHANGERS) await ask(`mx${n}.provider.org`, 'A');
};

/** Checks an address at the n-th domain. @throws when no verdict was found. */
export const askVerifier = async (verifier: BulkVerifier, kind: 'shared' | 'own', n: number): Promise<void> => {
  const { status } = await verifier.verify(`anna@${kind}${n}.org`);
  if (status !== 'valid') throw new Error(`lost: ${status}`);
};
