/** Files of mails: one (.eml), or many one after the other (mbox, RFC 4155). */
import { READ_BYTES } from './bounce-mail.js';

/** The start of each mail in an mbox file, behind a line feed. */
const FROM = 'From ';
const NEXT = Buffer.from(`\n${FROM}`);
const LF = 0x0a;

/** True for the start of an mbox file. */
export const isMbox = (start: Uint8Array): boolean =>
  /^From \S+ /.test(Buffer.from(start.subarray(0, 400)).toString('latin1'));

/** True for the start of a mail: header fields, one of which is of a mail. */
export const isMail = (start: Uint8Array): boolean => {
  const text = Buffer.from(start.subarray(0, 16_384)).toString('latin1');
  return /^[!-9;-~]{1,100}:/.test(text) && /^(?:received|from|content-type|return-path|message-id):/im.test(text);
};

/** The position after the next line feed that is followed by `From `, or -1. Found by native code: a file has 250 MiB. */
const nextStart = (bytes: Buffer): number => bytes.indexOf(NEXT) + 1 || -1;

/** Holds the start of a mail, and lets go of the rest. */
const holdStart = () => {
  let held: Buffer[] = [];
  let size = 0;
  return {
    add: (bytes: Uint8Array): void => {
      if (size < READ_BYTES) held.push(Buffer.from(bytes.subarray(0, READ_BYTES - size)));
      size += bytes.length;
    },
    size: (): number => size,
    take: (): Buffer => {
      const start = Buffer.concat(held);
      held = [];
      size = 0;
      return start;
    },
  };
};

/** The start of the mail that is all of a file. */
export async function* mailIn(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  const { add, size, take } = holdStart();
  for await (const part of parts) {
    add(part);
    if (size() >= READ_BYTES) break;
  }
  yield take();
}

/** Parts an mbox file into the starts of its mails, as many bytes of each as are read. */
export async function* mailsIn(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
  const { add, size, take } = holdStart();
  // The line `From …` is no header of the mail.
  const mail = (): Buffer => {
    const bytes = take();
    return bytes.subarray(bytes.indexOf(LF) + 1);
  };
  /** The end of the part before, which may be the start of `\nFrom `. */
  let rest = Buffer.alloc(0);
  for await (const part of parts) {
    let bytes = Buffer.concat([rest, part]);
    for (let start = nextStart(bytes); start >= 0; start = nextStart(bytes)) {
      add(bytes.subarray(0, start));
      yield mail();
      bytes = bytes.subarray(start);
    }
    const kept = Math.min(bytes.length, FROM.length);
    add(bytes.subarray(0, bytes.length - kept));
    rest = bytes.subarray(bytes.length - kept);
  }
  add(rest);
  if (size() > 0) yield mail();
}
