import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyMode } from './tables.js';

/** The prefixes of API keys, for people and secret scanners. */
const KEY_PREFIX = { live: 'evk_', test: 'test_' } as const satisfies Record<KeyMode, string>;
const KEY_BYTES = 32;
/** Number of a key's 43 random characters that are stored in the clear. */
const SHOWN = 4;

/** Keyed hashes of values that the database must not contain. */
export interface Hashes {
  /** Of an API key. */
  key: (key: string) => Buffer;
  /** Of a normalised address, or of a text that is not an address. */
  subject: (text: string) => Buffer;
  /** Of what a limit counts. */
  attempt: (text: string) => Buffer;
  /** Of the mailbox behind an address. */
  mailbox: (mailbox: string) => Buffer;
  /** Of the domain of a mailbox: a domain of one person is as personal as an address. */
  domain: (domain: string) => Buffer;
  /** Of the secret in the address of a mail provider's webhook. */
  source: (secret: string) => Buffer;
  /** Of the recipient of a mail, for the log. */
  recipient: (email: string) => Buffer;
  /** The secret that signs the cookies of sessions. */
  readonly session: string;
  /** The secret that signs the cookies of devices. */
  readonly device: string;
}

/**
 * HMAC-SHA-256 (RFC 2104) under keys that HKDF (RFC 5869) derives from one secret. A copy of the database without the
 * secret reveals neither keys nor addresses, not even by trying candidates.
 */
export const createHashes = (secret: string): Hashes => {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `email-verify/${purpose}`, 32));
  const under = (purpose: string): ((text: string) => Buffer) => {
    const derived = derive(purpose);
    return (text) => createHmac('sha256', derived).update(text).digest();
  };
  return {
    key: under('api-key'),
    subject: under('subject'),
    attempt: under('attempt'),
    mailbox: under('mailbox'),
    domain: under('mailbox-domain'),
    source: under('mail-source'),
    recipient: under('recipient'),
    session: derive('session').toString('base64url'),
    device: derive('device').toString('base64url'),
  };
};

/** A new API key: 256 random bits. */
export const createKey = (mode: KeyMode): string => KEY_PREFIX[mode] + randomBytes(KEY_BYTES).toString('base64url');

/** The part of a key that may be shown. */
export const shownPart = (key: string): string => key.slice(0, key.indexOf('_') + 1 + SHOWN);
