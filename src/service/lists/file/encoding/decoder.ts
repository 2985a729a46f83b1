import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { inTurns } from '../../../../util/turns.js';
import { ListFileError } from '../../../../address/list-file/list-file-error.js';
import { binaryFile } from '../file-kind.js';
import { encodingSteps } from './guess.js';
import type { Encoding } from '../../../../address/list-file/encodings.js';
import { areUtf8, createWords } from './words.js';

/** A part of a file in UTF-8. */
export interface Decoded {
  bytes: Buffer;
  /** The fault right behind `bytes`, where reading ends. */
  fault?: ListFileError;
}

/** The text of a file. */
export interface Decoding {
  /** The encoding, as far as it is known: `utf-8` while everything was ASCII. */
  readonly encoding: Encoding;
  /** True if the file begins with a byte order mark. */
  readonly bom: boolean;
  /** Bytes that were no text in the encoding so far: each is U+FFFD now. */
  readonly replaced: number;
  /** The text in order; to be read once. */
  parts: AsyncGenerator<Decoded, void, undefined>;
}

/** The encoding of a file, as its sender names it. */
export interface EncodingOptions {
  /** The encoding that the sender chose. */
  encoding?: Encoding | undefined;
  /** The encoding in the file's Content-Type. UTF-8 is often said of other files: it is believed if it can be true. */
  charset?: Encoding | undefined;
}

const BOMS: readonly [Encoding, string][] = [
  ['utf-8', 'efbbbf'],
  ['utf-32le', 'fffe0000'],
  ['utf-32be', '0000feff'],
  ['utf-16le', 'fffe'],
  ['utf-16be', 'feff'],
  ['gb18030', '84319533'],
];

const NOTHING: Buffer = Buffer.alloc(0);
/** Bytes behind the first beyond ASCII in which the encoding is looked for. */
const LOOK_AHEAD = 1_048_576;

const badEncoding = (detail: string): ListFileError =>
  new ListFileError('bad_encoding', `${detail} Save the file again as CSV in UTF-8.`);

/** The text before the first replacement character, in UTF-8. */
const beforeFault = (text: string): Buffer => Buffer.from(text.slice(0, text.indexOf('\ufffd')));

const withoutNul = (bytes: Buffer): Decoded => {
  const nul = bytes.indexOf(0);
  return nul < 0 ? { bytes } : { bytes: bytes.subarray(0, nul), fault: binaryFile() };
};

/**
 * UTF-16 and UTF-32 without a mark: most characters of a list are ASCII, so that every second byte is NUL, or three of
 * four.
 */
const wideOf = (start: Buffer): Encoding | undefined => {
  const nuls = [0, 0, 0, 0];
  for (let at = start.indexOf(0); at >= 0; at = start.indexOf(0, at + 1)) nuls[at % 4] = (nuls[at % 4] ?? 0) + 1;
  const [first = 0, second = 0, third = 0, fourth = 0] = nuls;
  const groups = Math.floor(start.length / 4);
  // The upper half of each character is NUL, the lowest byte of few.
  if (groups >= 2 && third > groups * 0.9 && fourth > groups * 0.98 && first < groups / 2) return 'utf-32le';
  if (groups >= 2 && second > groups * 0.9 && first > groups * 0.98 && fourth < groups / 2) return 'utf-32be';
  const [even, odd] = [first + third, second + fourth];
  // A quarter of the characters must be ASCII, and ten times as many as have the code U+xx00.
  if (Math.max(even, odd) * 8 < start.length) return undefined;
  return odd > even * 10 ? 'utf-16le' : even > odd * 10 ? 'utf-16be' : undefined;
};

/** Bytes of the shortest address in UTF-32, with a byte order mark. */
const SHORTEST_UTF32 = 28;

/** True if a start that may be a byte order mark of UTF-32 is one: that of UTF-16 before a NUL has the same bytes. */
const isUtf32 = ({ length }: Buffer): boolean => length >= SHORTEST_UTF32;

/** Decodes a file part by part. */
interface Decoder {
  decode: (block: Buffer) => Decoded;
  /** Tells what is left at the end of the file. */
  end: () => Decoded;
}

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
  return { decode, end: () => decode() };
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

type OnReplaced = (count: number) => void;

const replacements = (text: string): number => text.split('\ufffd').length - 1;

/** UTF-8. Each byte that is not part of it becomes one U+FFFD: the rest of the file is as it was written. */
const utf8Decoder = (onReplaced: OnReplaced): Decoder => {
  /** The start of a character that the next block goes on with. */
  let cut = NOTHING;
  const decodeWhole = (bytes: Buffer): Decoded => {
    if (isAscii(bytes) || isUtf8(bytes)) return withoutNul(bytes);
    const text = bytes.toString();
    onReplaced(replacements(text));
    return withoutNul(Buffer.from(text));
  };
  return {
    decode(block) {
      const bytes = cut.length > 0 ? Buffer.concat([cut, block]) : block;
      const length = wholeCharacters(bytes);
      cut = bytes.subarray(length);
      return decodeWhole(bytes.subarray(0, length));
    },
    end: () => decodeWhole(cut),
  };
};

const tableDecoder = (encoding: Encoding, onReplaced: OnReplaced): Decoder => {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  const decodedOf = (text: string): Decoded => {
    if (text.includes('\ufffd')) onReplaced(replacements(text));
    return withoutNul(Buffer.from(text));
  };
  return { decode: (block) => decodedOf(decoder.write(block)), end: () => decodedOf(decoder.end() ?? '') };
};

const decoderOf = (encoding: Encoding, onReplaced: OnReplaced): Decoder => {
  if (encoding === 'utf-8') return utf8Decoder(onReplaced);
  return encoding.startsWith('utf-16') ? utf16Decoder(encoding) : tableDecoder(encoding, onReplaced);
};

/** The encoding that is certain before any text is looked at. */
const certainEncoding = (start: Buffer, { encoding, charset }: EncodingOptions): Encoding | undefined => {
  if (encoding !== undefined) return encoding;
  if (charset !== undefined && charset !== 'utf-8') return charset;
  return wideOf(start);
};

/**
 * Decodes a file. A byte order mark tells the encoding, then the sender, then the places of NUL bytes. Otherwise it is
 * found by the words with bytes beyond ASCII, in up to a MiB behind the first of them, however late it comes.
 * @param start the first block of the file.
 * @param rest the other blocks.
 */
export const decodeFile = (start: Buffer, rest: AsyncIterable<Buffer>, options: EncodingOptions = {}): Decoding => {
  const [marked, mark = ''] =
    BOMS.find(([name, bom]) => start.indexOf(bom, 0, 'hex') === 0 && (!name.startsWith('utf-32') || isUtf32(start))) ??
    [];
  const state = { encoding: marked ?? certainEncoding(start, options), replaced: 0 };
  const onReplaced = (count: number): void => {
    state.replaced += count;
  };

  async function* blocks(): AsyncGenerator<Buffer, void, undefined> {
    yield start.subarray(mark.length / 2);
    yield* rest;
  }

  async function* parts(): AsyncGenerator<Decoded, void, undefined> {
    let decoder = state.encoding === undefined ? undefined : decoderOf(state.encoding, onReplaced);
    const words = createWords();
    let held: Buffer[] = [];
    let ahead = 0;
    const decide = async (): Promise<Decoder> => {
      const found = words.all();
      state.encoding = found.length === 0 || areUtf8(found) ? 'utf-8' : await inTurns(encodingSteps(found));
      return decoderOf(state.encoding, onReplaced);
    };
    for await (const block of blocks()) {
      if (decoder !== undefined) {
        yield decoder.decode(block);
        continue;
      }
      if (held.length === 0 && isAscii(block)) {
        yield withoutNul(block);
        continue;
      }
      words.add(block);
      held.push(block);
      ahead += block.length;
      if (!words.hasEnough() && ahead < LOOK_AHEAD) continue;
      decoder = await decide();
      for (const part of held) yield decoder.decode(part);
      held = [];
    }
    decoder ??= await decide();
    for (const part of held) yield decoder.decode(part);
    yield decoder.end();
  }

  return {
    get encoding() {
      return state.encoding ?? 'utf-8';
    },
    get replaced() {
      return state.replaced;
    },
    bom: marked !== undefined,
    parts: parts(),
  };
};
