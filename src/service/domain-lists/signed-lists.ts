/** Lists of disposable and free domains, signed (Ed25519, RFC 8032): a line of JSON, and a line with the signature. */
import { sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { DisposableNames } from '../../address/known-domains/disposable.js';

/** Lists that were made together. */
export interface DomainLists {
  madeAt: Date;
  disposable: DisposableNames;
  free: readonly string[];
}

/** The largest text, in bytes: six times the one of today. */
export const MAX_LISTS_BYTES = 8_388_608;

const FORMAT = 'email-verify domain lists 1';
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

const texts = (text: z.ZodString) => z.record(z.string().regex(/^[1-9]\d{0,2}$/), text);
const byEnding = (text: z.ZodString) =>
  z.record(
    z.string().refine((ending) => ending === '*' || LABEL.test(ending)),
    texts(text),
  );
const LISTS = z.strictObject({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  disposable: z.strictObject({
    names: byEnding(z.string().regex(/^[a-z\d.-]+$/)),
    // Three strengths of two bits in a character from 0 on.
    strengths: byEnding(z.string().regex(/^[0-o]+$/)),
  }),
  free: z.array(z.string().regex(DOMAIN)),
});

/** True if the names of a length can be told apart, and there is a strength for each where there are any. */
const fits = ({ names, strengths }: DisposableNames): boolean => {
  for (const [ending, lists] of Object.entries(names))
    for (const [length, text] of Object.entries(lists)) {
      if (text.length % Number(length) !== 0) return false;
      const packed = strengths[ending]?.[Number(length)];
      if (packed !== undefined && packed.length !== Math.ceil(text.length / Number(length) / 3)) return false;
    }
  return true;
};

/** The number of names of each list. */
export const countNames = ({ disposable, free }: Pick<DomainLists, 'disposable' | 'free'>): Record<string, number> => {
  let count = 0;
  for (const lists of Object.values(disposable.names))
    for (const [length, text] of Object.entries(lists)) count += text.length / Number(length);
  return { disposable: count, free: free.length };
};

/** Writes lists with their signature. */
export const writeSignedLists = ({ madeAt, disposable, free }: DomainLists, key: KeyObject): string => {
  const { names, strengths } = disposable;
  const line = JSON.stringify({
    format: FORMAT,
    made_at: madeAt.toISOString(),
    disposable: { names, strengths },
    free,
  });
  return `${line}\n${sign(null, Buffer.from(line), key).toString('base64')}\n`;
};

/** Reads lists. @throws Error that says what is wrong: the signature, or the format. */
export const readSignedLists = (text: string, key: KeyObject): DomainLists => {
  const [line = '', signature = '', ...more] = text.split('\n');
  const bytes = Buffer.from(signature, 'base64');
  // One spelling alone: padding and unused bits are as they are written.
  const isWhole = more.join('') === '' && bytes.toString('base64') === signature;
  if (!isWhole || !verify(null, Buffer.from(line), key, bytes)) throw new Error('the signature is wrong');
  let read;
  try {
    read = LISTS.safeParse(JSON.parse(line));
  } catch {
    throw new Error('it is not JSON');
  }
  if (!read.success || !fits(read.data.disposable)) throw new Error('it has another format than this program knows');
  const { made_at, disposable, free } = read.data;
  return { madeAt: new Date(made_at), disposable, free };
};
