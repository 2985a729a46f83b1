import { isAscii, isUtf8 } from 'node:buffer';
import { binaryFile } from './file-kind.js';
import { ListFileError } from './list-file-error.js';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A block of the file in UTF-8. */
export interface Decoded {
  bytes: Buffer;
  /** The fault right behind `bytes`, where reading ends. */
  fault?: ListFileError;
}

/** Decodes a file block by block. */
export interface Decoder {
  /** The encoding, as far as it is known: `utf-8` while everything was ASCII. */
  readonly encoding: Encoding;
  decode(block: Buffer): Decoded;
  /** Tells what is left at the end of the file. */
  end(): Decoded;
}

const BOMS: readonly [Encoding, string][] = [
  ['utf-8', 'efbbbf'],
  ['utf-16le', 'fffe'],
  ['utf-16be', 'feff'],
];

const NOTHING: Buffer = Buffer.alloc(0);

const badEncoding = (detail: string): ListFileError =>
  new ListFileError('bad_encoding', `${detail} Save the file again as CSV in UTF-8.`);

/** The text before the first replacement character, in UTF-8. */
const beforeFault = (text: string): Buffer => Buffer.from(text.slice(0, text.indexOf('\ufffd')));

const withoutNul = (bytes: Buffer): Decoded => {
  const nul = bytes.indexOf(0);
  return nul < 0 ? { bytes } : { bytes: bytes.subarray(0, nul), fault: binaryFile() };
};

/** UTF-16 without a mark: most characters of a list are ASCII, so that every second byte is NUL. */
const utf16Of = (start: Buffer): Encoding | undefined => {
  const nuls = [0, 0];
  for (let at = start.indexOf(0); at >= 0; at = start.indexOf(0, at + 1)) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  // A quarter of the characters must be ASCII, and ten times as many as have the code U+xx00.
  if (Math.max(even, odd) * 8 < start.length) return undefined;
  return odd > even * 10 ? 'utf-16le' : even > odd * 10 ? 'utf-16be' : undefined;
};

const utf16Decoder = (encoding: Encoding): Decoder => {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const decode = (block?: Buffer): Decoded => {
    try {
      return withoutNul(Buffer.from(block ? decoder.decode(block, { stream: true }) : decoder.decode()));
    } catch {
      return {
        bytes: block ? beforeFault(new TextDecoder(encoding).decode(block)) : NOTHING,
        fault: badEncoding(`There are bytes here that are no ${encoding.toUpperCase()} text.`),
      };
    }
  };
  return { encoding, decode, end: () => decode() };
};

/** The length without a UTF-8 sequence that is cut at the end. */
const wholeCharacters = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes.readUInt8(bytes.length - back);
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
};

/** True if the text is UTF-8, or UTF-8 with faults: it has more sequences of several bytes than faults. */
const isMostlyUtf8 = (bytes: Buffer): boolean => {
  const [faults = 0, others = 0] = [/\ufffd/g, /[\u0080-\ufffc\ufffe\uffff]/g].map(
    (kind) => bytes.toString().match(kind)?.length ?? 0,
  );
  return others > faults;
};

/**
 * UTF-8, or Windows-1252: the first block with a character beyond ASCII decides. UTF-8 with a fault is refused rather than read as
 * Windows-1252, which would spoil every name in the file.
 */
const byteDecoder = (): Decoder => {
  let encoding: Encoding = 'utf-8';
  let decided = false;
  /** The start of a character that the next block goes on with. */
  let cut = NOTHING;
  const legacy = new TextDecoder('windows-1252');

  const decodeWhole = (bytes: Buffer): Decoded => {
    if (encoding === 'windows-1252') return withoutNul(Buffer.from(legacy.decode(bytes)));
    if (isAscii(bytes)) return withoutNul(bytes);
    if (!isUtf8(bytes)) {
      if (!decided && !isMostlyUtf8(bytes)) {
        encoding = 'windows-1252';
        return decodeWhole(bytes);
      }
      return {
        bytes: beforeFault(bytes.toString()),
        fault: badEncoding('There are bytes here that are no UTF-8 text.'),
      };
    }
    decided = true;
    return withoutNul(bytes);
  };

  return {
    get encoding() {
      return encoding;
    },
    decode: (block) => {
      const bytes = cut.length > 0 ? Buffer.concat([cut, block]) : block;
      const length = encoding === 'utf-8' ? wholeCharacters(bytes) : bytes.length;
      cut = bytes.subarray(length);
      return decodeWhole(bytes.subarray(0, length));
    },
    end: () => decodeWhole(cut),
  };
};

/**
 * Makes the decoder of a file. A byte order mark tells the encoding, then the places of NUL bytes.
 * @param start the first block of the file.
 * @returns the decoder, and how many bytes of the block are a byte order mark.
 */
export const createDecoder = (start: Buffer): { decoder: Decoder; mark: number } => {
  const [marked, mark = ''] = BOMS.find(([, bom]) => start.indexOf(bom, 0, 'hex') === 0) ?? [];
  const wide = marked ?? utf16Of(start);
  const decoder = wide === undefined || wide === 'utf-8' ? byteDecoder() : utf16Decoder(wide);
  return { decoder, mark: mark.length / 2 };
};
